package experiment

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/test/must"
)

// hash is one that a package could have, made of a letter.
func hash(letter string) string { return strings.Repeat(letter, 64) }

// requiring parses an experiment file that requires plugins.
func requiring(t *testing.T, names ...string) []requires.Plugin {
	t.Helper()
	var entries strings.Builder
	for _, name := range names {
		entries.WriteString("    " + name + ` = { source = "./` + name + `" }` + "\n")
	}
	file, diags := ParseText("dir/e.hcl", []byte("bench {\n  required_plugins {\n"+entries.String()+"  }\n}\n"), nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return file.RequiredPlugins
}

func locked(name, letter string) requires.Locked {
	return requires.Locked{Name: name, Source: "./" + name, Version: "1.0", SHA256: hash(letter)}
}

func TestLockCheck(t *testing.T) {
	lock := func(plugins ...requires.Locked) *requires.Lock {
		return (&requires.Lock{Path: "dir/bench.lock.hcl"}).With(plugins)
	}
	found := map[string]string{"one": hash("1"), "two": hash("2")}
	for _, test := range []struct {
		name  string
		lock  *requires.Lock
		words []string // of the diagnostics, in order; none if empty
	}{
		{"no lock", nil, nil},
		{"agrees", lock(locked("two", "2"), locked("one", "1")), nil},
		{"changed", lock(locked("one", "1"), locked("two", "3")), []string{
			`Error[P006]: Plugin "two" is not the one that is locked`, "on dir/e.hcl:4:5", "^^^", hash("2"), hash("3"), "bench init dir/e.hcl -upgrade"}},
		{"missing", lock(locked("one", "1")), []string{`Error[P005]: Plugin "two" is not locked`, "on dir/e.hcl:4:5", "Run: bench init dir/e.hcl"}},
		{"left over", lock(locked("one", "1"), locked("two", "2"), locked("old", "4")), []string{
			`Warning[P007]: Plugin "old" is locked but not required`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.lock != nil {
				var diags diagnostic.List
				if test.lock, diags = requires.ParseLock("dir/bench.lock.hcl", test.lock.Bytes()); len(diags) > 0 {
					t.Fatal(diags)
				}
			}
			var text strings.Builder
			diags := test.lock.Check(requiring(t, "one", "two"), found, "dir/e.hcl")
			diags.Write(&text, diagnostic.AnyWidth, false)
			if (len(test.words) == 0) != (len(diags) == 0) {
				t.Errorf("%d diagnostics:\n%s", len(diags), &text)
			}
			for _, word := range test.words {
				if !strings.Contains(strings.Join(strings.Fields(text.String()), " "), word) {
					t.Errorf("%q is not said:\n%s", word, &text)
				}
			}
		})
	}
}

func TestLockFileText(t *testing.T) {
	const want = requires.LockHeader + `
plugin "a" {
  source  = "./a"
  version = "1.0"
  sha256  = "1111111111111111111111111111111111111111111111111111111111111111"
}

plugin "b" {
  source  = "C:\\b \"$${x}\" %%{y}\u000a"
  version = ""
  sha256  = "2222222222222222222222222222222222222222222222222222222222222222"
}
`
	odd := requires.Locked{Name: "b", Source: "C:\\b \"${x}\" %{y}\n", SHA256: hash("2")}
	var none *requires.Lock
	lock := none.With([]requires.Locked{odd, locked("a", "1")})
	if got := string(lock.Bytes()); got != want {
		t.Errorf("the lock file is\n%s\nwant\n%s", got, want)
	}
	read, diags := requires.ParseLock("l", lock.Bytes())
	if len(diags) > 0 || read.Plugins[1].Source != odd.Source {
		t.Errorf("read back %+v, %v", read, diags)
	}
}

func TestBadLockFiles(t *testing.T) {
	good := `sha256 = "` + hash("a") + `"`
	for text, want := range map[string]string{
		"plugin {":                      "",
		"x = 1":                         "Unknown attribute",
		`learner "x" "y" {}`:            "does not belong",
		`plugin "a" "b" {}`:             "does not belong",
		`plugin "a" {}`:                 "has no hash",
		`plugin "a" { sha256 = "abc" }`: "has no hash",
		`plugin "a" { sha = "abc" }`:    "Unknown attribute",
		"plugin \"a\" {\n" + good + "\nversion = 1\n}":                     "must be text",
		"plugin \"a\" {\n" + good + "\nversion = v.x\n}":                   "must be text",
		"plugin \"a\" {\n" + good + "\nx {}\n}":                            "takes no blocks other than archive",
		"plugin \"a\" {\n" + good + "\n}\nplugin \"a\" {\n" + good + "\n}": "locked twice",
	} {
		lock, diags := requires.ParseLock("bench.lock.hcl", []byte(text))
		if lock != nil || !diags.HasErrors() {
			t.Errorf("%s: no error", text)
			continue
		}
		var said strings.Builder
		diags.Write(&said, diagnostic.AnyWidth, false)
		if !strings.Contains(said.String(), want) || !strings.Contains(said.String(), "bench.lock.hcl:") {
			t.Errorf("%s: lacks %q or the place:\n%s", text, want, &said)
		}
	}
}

func TestReadLock(t *testing.T) {
	dir := t.TempDir()
	path := requires.LockPath(filepath.Join(dir, "e.hcl"))
	if lock, diags := requires.ReadLock(path); lock != nil || len(diags) > 0 {
		t.Errorf("without a file: %v, %v", lock, diags)
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, diags := requires.ReadLock(path); !diags.HasErrors() {
		t.Error("a folder is read as a lock file")
	}
}

// FuzzLock feeds any text as a lock file: what is read is written so that it
// reads back the same.
func FuzzLock(f *testing.F) {
	var none *requires.Lock
	f.Add(string(none.With([]requires.Locked{locked("one", "1"), locked("two", "2")}).Bytes()))
	f.Add(`plugin "${a}" { sha256 = "x" }`)
	f.Add("plugin \"a\" {\n  version = \"%{if true}\"\n}")
	f.Add(string(none.With([]requires.Locked{{Name: "one", Archives: []requires.Archive{
		{URL: "https://example.org/a.zip", OS: "linux", Arch: "amd64", SHA256: strings.Repeat("a", 64)},
		{URL: "b.tar.gz", OS: "linux", Arch: "arm64", SHA256: strings.Repeat("b", 64), Package: strings.Repeat("c", 64)}}}}).Bytes()))
	f.Fuzz(func(t *testing.T, src string) {
		lock, diags := requires.ParseLock("l", []byte(src))
		if lock == nil {
			if !diags.HasErrors() {
				t.Fatal("no lock and no errors")
			}
			return
		}
		again, diags := requires.ParseLock("l", lock.Bytes())
		if len(diags) > 0 || !bytes.Equal(again.Bytes(), lock.Bytes()) {
			t.Fatalf("written and read back: %v\n%s", diags, lock.Bytes())
		}
	})
}

// Versions come back as they were written, whatever they are called, and those
// that differ are named. A lock file of an earlier release agrees to any.
func TestLockedRuntimes(t *testing.T) {
	old := locked("one", "1")
	entry := old
	entry.Runtimes = map[string]string{"python": "3.12", "scikit-learn": "1.4", "two words": "${x}", "gone": "1"}
	lock, diags := requires.ParseLock("bench.lock.hcl", (&requires.Lock{}).With([]requires.Locked{entry}).Bytes())
	if len(diags) > 0 || !maps.Equal(lock.Plugins[0].Runtimes, entry.Runtimes) {
		t.Fatalf("%v, %v", diags, lock)
	}
	now := maps.Clone(entry.Runtimes)
	now["scikit-learn"] = "1.5"
	delete(now, "gone")
	for _, test := range []struct {
		lock *requires.Lock
		now  map[string]map[string]string
		want string
	}{
		{nil, map[string]map[string]string{"one": now}, ""},
		{(&requires.Lock{}).With([]requires.Locked{old}), map[string]map[string]string{"one": now}, ""},
		{lock, map[string]map[string]string{"one": entry.Runtimes}, ""},
		{lock, nil, ""}, // it did not start
		{lock, map[string]map[string]string{"one": now}, "gone 1 → none, scikit-learn 1.4 → 1.5. "},
	} {
		found := test.lock.OtherRuntimes(requiring(t, "one"), test.now, "e.hcl", contract.Warning)
		if (len(found) > 0) != (test.want != "") || len(found) > 0 && (!strings.HasPrefix(found[0].Detail, test.want) || found.HasErrors()) {
			t.Errorf("%+v, want %q", found, test.want)
		}
	}
	for _, wrong := range []string{`"3.12"`, `{ python = 3 }`, `{ python = var.x }`} {
		text := must.Replace(string((&requires.Lock{}).With([]requires.Locked{old}).Bytes()), "  sha256 ", "  runtimes = "+wrong+"\n  sha256 ")
		if _, diags := requires.ParseLock("bench.lock.hcl", []byte(text)); !diags.HasErrors() || !strings.Contains(text, wrong) {
			t.Errorf("%s is taken", wrong)
		}
	}
}

// The interpreter is part of the lock file; another one is a change.
func TestLockedInterpreter(t *testing.T) {
	entry := requires.Locked{Name: "one", Source: "./one", Version: "1", SHA256: strings.Repeat("a", 64), Interpreter: "venv/bin/\"python"}
	lock, diags := requires.ParseLock("bench.lock.hcl", (&requires.Lock{}).With([]requires.Locked{entry}).Bytes())
	if len(diags) > 0 || lock.Plugins[0].Interpreter != entry.Interpreter {
		t.Fatalf("%+v, %v", lock, diags)
	}
	digests := map[string]string{"one": entry.SHA256}
	same := requiring(t, "one")
	same[0].Interpreter = entry.Interpreter
	if found := lock.Changed(same, digests, "e.hcl"); len(found) > 0 {
		t.Errorf("the same interpreter: %v", found)
	}
	found := lock.Changed(requiring(t, "one"), digests, "e.hcl")
	if len(found) != 1 || !strings.Contains(found[0].Detail, `Its interpreter is that of the package, and in bench.lock.hcl it is "venv/bin/\"python"`) {
		t.Errorf("another interpreter: %v", found)
	}
}
