package scaffold

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every language has every kind: a plugin with a text, an experiment that names it, and
// commands to type.
func TestTemplates(t *testing.T) {
	for _, language := range Languages() {
		for _, kind := range Kinds {
			t.Run(language+" "+kind, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "swan_2")
				next, err := Plugin{Language: language, Kind: kind, Name: "swan_2"}.Write(dir)
				if err != nil {
					t.Fatal(err)
				}
				if len(next) == 0 || !strings.HasPrefix(next[len(next)-1], "bench run try.hcl") {
					t.Errorf("next come %q", next)
				}
				readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
				if err != nil || strings.Count(string(readme), "\n") > 12 {
					t.Errorf("the text has %d lines, %v", strings.Count(string(readme), "\n"), err)
				}
				try, err := os.ReadFile(filepath.Join(dir, "try.hcl"))
				named := map[string]string{
					"learner": `learner "swan_2" "swan_2" {`, "reducer": `reduction "swan_2" "swan_2" {`,
					"metric": `metric "swan_2" "swan_2" {`, "encoder": `encoder "swan_2" "swan_2" {`, "splitter": `  method  = "swan_2"`,
				}[kind]
				if err != nil || !strings.Contains(string(try), "\n"+named) {
					t.Errorf("the experiment is\n%s\n%v", try, err)
				}
				if manifest, err := os.ReadFile(filepath.Join(dir, "plugin.hcl")); language != "go" &&
					!strings.Contains(string(manifest), `"swan_2"`) {
					t.Errorf("the manifest is\n%s\n%v", manifest, err)
				}
			})
		}
	}
}

// Go has no copy of bench: it is told where the sources are.
func TestSourceOfGo(t *testing.T) {
	for source, want := range map[string]string{"/a b": `"/a b"`, "": ""} {
		dir := filepath.Join(t.TempDir(), "p")
		next, err := Plugin{Language: "go", Kind: "learner", Name: "p", Source: source}.Write(dir)
		if err != nil {
			t.Fatal(err)
		}
		work, err := os.ReadFile(filepath.Join(dir, "go.work"))
		if !strings.Contains(string(work), want) || (err == nil) != (source != "") {
			t.Errorf("source %q: go.work is %q, %v", source, work, err)
		}
		if told := strings.HasPrefix(next[0], "go work init . FOLDER"); told != (source == "") {
			t.Errorf("source %q: next come %q", source, next)
		}
	}
}

func TestModes(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir, map[string][]byte{"a/run": []byte("#!/bin/sh\n"), "b": []byte("text")}); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]os.FileMode{"a/run": 0o755, "b": 0o644} {
		info, err := os.Stat(filepath.Join(dir, at))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", at, info.Mode(), err)
		}
	}
}

func TestRefused(t *testing.T) {
	parent := t.TempDir()
	for _, c := range []struct{ language, kind, name, dir, want string }{
		{"goo", "learner", "p", "p", `no language "goo". Did you mean "go"?`},
		{"go", "learners", "p", "p", `no kind "learners". Did you mean "learner"?`},
		{"go", "learner", "my-plugin", "p", `"my-plugin" is not a name`},
		{"go", "learner", "2p", "p", `"2p" is not a name`},
		{"go", "learner", "", "p", `"" is not a name`},
		{"go", "learner", "p", ".", "already"},
		{"go", "learner", "p", "no/p", "no such file"},
	} {
		_, err := Plugin{Language: c.language, Kind: c.kind, Name: c.name}.Write(filepath.Join(parent, c.dir))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

// Sources are those of bench or none, and what the user says has to be some.
func TestSources(t *testing.T) {
	ours, other := t.TempDir(), t.TempDir()
	for dir, module := range map[string]string{ours: "module github.com/manyclass/bench\n", other: "module other\n"} {
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(module), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ said, built, want string }{
		{"", ours, ours}, {"", other, ""}, {"", t.TempDir(), ""}, {ours, other, ours},
	} {
		if got, err := Sources(test.said, test.built); got != test.want || err != nil {
			t.Errorf("%q, %q: %q, %v", test.said, test.built, got, err)
		}
	}
	for _, said := range []string{other, t.TempDir()} {
		if _, err := Sources(said, ours); err == nil || !strings.HasPrefix(err.Error(), "-source "+said+": bench's sources are not there: ") {
			t.Errorf("%v", err)
		}
	}
}
