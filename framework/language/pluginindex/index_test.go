package pluginindex

import (
	"bytes"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/test/must"
)

var digest = strings.Repeat("0123456789abcdef", 4)

// entryOf is the block of an index.
func entryOf(name, version, platform string) string {
	os, arch, limited := strings.Cut(platform, "/")
	text := "plugin \"" + name + `" "` + version + "\" {\n"
	if limited {
		text += "  os      = \"" + os + "\"\n  arch    = \"" + arch + "\"\n"
	}
	return text + "  archive = \"" + name + ".tar.gz\"\n  sha256  = \"" + digest + "\"\n}\n"
}

func parse(t *testing.T, text string) *Index {
	t.Helper()
	x, diags := Parse("index.hcl", []byte(text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return x
}

func TestParse(t *testing.T) {
	x := parse(t, "# ours\n"+entryOf("forest", "1.2.0", "linux/amd64")+entryOf("forest", "1.2.0", "linux/arm64")+
		entryOf("lab/stump", "0.1", ""))
	if len(x.Entries) != 3 {
		t.Fatalf("%d entries", len(x.Entries))
	}
	want := requires.Archive{OS: "linux", Arch: "arm64", URL: "forest.tar.gz", SHA256: digest}
	if got := x.Of("forest", "1.2.0"); len(got) != 2 || got[1] != want {
		t.Errorf("%+v", got)
	}
	if got := x.Of("lab/stump", "0.1"); len(got) != 1 || got[0].Platform() != "all platforms" {
		t.Errorf("%+v", got)
	}
}

// Every mistake is said with its place.
func TestMistakes(t *testing.T) {
	good := entryOf("forest", "1.2.0", "linux/amd64")
	for text, want := range map[string]string{
		"x = 1\n":                              `Unknown attribute "x"`,
		"learner \"a\" {}":                     "does not belong in an index",
		"plugin \"a\" {}":                      "does not belong in an index",
		"plugin":                               "",
		good + good:                            "second archive for linux/amd64",
		good + entryOf("forest", "1.2.0", ""):  "second archive for all platforms",
		must.Replace(good, `"1.2.0"`, `"new"`): "A version has numbers",
		must.Replace(good, `"1.2.0"`, `"1.99999999999999999999"`):     "cannot be used",
		must.Replace(good, `"forest"`, `"../forest"`):                 "A name has letters",
		must.Replace(good, `"forest"`, `"Forest "`):                   "A name has letters",
		must.Replace(good, "  arch    = \"amd64\"\n", ""):             "one of os and arch",
		must.Replace(good, `"amd64"`, `"x/y"`):                        "is not a platform",
		must.Replace(good, digest, digest[1:]):                        "64 hexadecimal digits",
		must.Replace(good, digest, strings.ToUpper(digest)):           "64 hexadecimal digits",
		must.Replace(good, "forest.tar.gz", ""):                       "does not say where it is",
		must.Replace(good, "  sha256", "  package = \"x\"\n  sha256"): "package must have 64",
		must.Replace(good, "  sha256", "  size = 3\n  sha256"):        "size",
		must.Replace(good, `"forest.tar.gz"`, "env.HOME"):             "Variables not allowed",
		must.Replace(good, "  sha256", "  licence {\n  }\n  sha256"):  "licence",
	} {
		x, diags := Parse("index.hcl", []byte(text))
		var said bytes.Buffer
		diags.Write(&said, diagnostic.AnyWidth, false)
		if x != nil || !strings.Contains(said.String(), want) || !strings.Contains(said.String(), "index.hcl:") {
			t.Errorf("%s: said %s, want %q with its place", text, said.String(), want)
		}
	}
}

func TestChoose(t *testing.T) {
	x := parse(t, entryOf("a", "1.10.0", "")+entryOf("a", "1.9.0", "")+entryOf("a", "2.0.0-rc1", "")+
		entryOf("only", "1.0.0-rc1", ""))
	for _, c := range []struct{ name, constraint, want string }{
		{"a", "", "1.10.0"},
		{"a", "~> 1.9.0", "1.9.0"},
		{"a", "< 1.10", "1.9.0"},
		{"a", "= 2.0.0-rc1", "2.0.0-rc1"},
		{"a", ">= 2.1", `no version of a that meets ">= 2.1": it has 1.9.0, 1.10.0, 2.0.0-rc1`},
		{"b", "", `has no plugin called "b". It has a, only`},
		{"onyl", "", `Did you mean "only"?`},
		{"only", "", "no version of only"},
	} {
		got, err := x.Choose(c.name, c.constraint)
		if err != nil {
			got = err.Error()
		}
		if got != c.want && !(err != nil && strings.Contains(got, c.want)) {
			t.Errorf("%s %q: %s, want %s", c.name, c.constraint, got, c.want)
		}
	}
	if _, err := parse(t, "").Choose("a", ""); err == nil || !strings.Contains(err.Error(), "It has none") {
		t.Errorf("an empty index: %v", err)
	}
}

// Put keeps all that it does not replace.
func TestPut(t *testing.T) {
	text := "# ours\n" + entryOf("forest", "1.2.0", "linux/amd64") + "\n# everywhere\n" + entryOf("stump", "1.0", "")
	e := Entry{"forest", "1.2.0", requires.Archive{OS: "linux", Arch: "amd64", URL: "new.zip", SHA256: digest, Package: digest}}
	put := func(e Entry) string {
		t.Helper()
		b, diags := Put("index.hcl", []byte(text), e)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return string(b)
	}
	replaced := put(e)
	if x := parse(t, replaced); len(x.Entries) != 2 || x.Entries[0] != e {
		t.Errorf("%+v", x.Entries)
	}
	if !strings.Contains(replaced, "# ours\n") || !strings.Contains(replaced, "\n# everywhere\n") {
		t.Errorf("comments are gone:\n%s", replaced)
	}
	e.Arch = "arm64"
	if x := parse(t, put(e)); len(x.Entries) != 3 || x.Entries[2] != e {
		t.Errorf("%+v", x.Entries)
	}
	e.OS, e.Arch = "", ""
	if _, diags := Put("index.hcl", []byte(text), e); !diags.HasErrors() {
		t.Error("an archive for all platforms is beside one for a platform")
	}
	if _, diags := Put("index.hcl", []byte("plugin {"), e); !diags.HasErrors() {
		t.Error("an index that cannot be read was changed")
	}
}

func TestNames(t *testing.T) {
	for _, e := range []Entry{{"forest", "1.2.0", requires.Archive{OS: "linux", Arch: "amd64"}}, {Name: "a-b", Version: "0.1-rc1"}} {
		if got, err := Named(e.FileName()); err != nil || got != e {
			t.Errorf("%s is %+v, %v", e.FileName(), got, err)
		}
	}
	for _, file := range []string{"forest.tar.gz", "forest_new.tar.gz", "forest_1.0_linux.tar.gz", "forest_1.0.rar", "_1.0.zip"} {
		if e, err := Named(file); err == nil {
			t.Errorf("%s is %+v", file, e)
		}
	}
}

// No text from outside panics, and what Parse takes Put can add to.
func FuzzParse(f *testing.F) {
	f.Add([]byte(entryOf("forest", "1.2.0", "linux/amd64") + entryOf("stump", "1.0", "")))
	f.Add([]byte("plugin \"a\" \"1\" {\n  archive = \"${1}\"\n}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		x, diags := Parse("index.hcl", text)
		if x == nil != diags.HasErrors() {
			t.Fatalf("index %v with %v", x, diags)
		}
		if x == nil {
			return
		}
		_, _ = x.Choose("forest", ">= 1")
		e := Entry{"new", "3.0.0", requires.Archive{URL: "new.zip", SHA256: digest}}
		had := len(x.Of("new", "3.0.0"))
		b, diags := Put("index.hcl", text, e)
		if diags.HasErrors() {
			if had == 0 {
				t.Fatalf("Put: %v", diags)
			}
			return
		}
		if again, diags := Parse("index.hcl", b); diags.HasErrors() || len(again.Of("new", "3.0.0")) == 0 {
			t.Fatalf("Put has written what cannot be read: %v", diags)
		}
	})
}
