package packing

import (
	"debug/elf"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// Entries are added at the end or take the place of their like; all else stays.
func TestAdd(t *testing.T) {
	dir := t.TempDir()
	source := folder(t, map[string]string{"plugin.hcl": manifest, "run.sh": "1"})
	p := untried(source, filepath.Join(dir, "in"))
	first := pack(t, p)
	p.Platform = "linux/amd64"
	p.Name = "other"
	second := pack(t, p)
	x := Indexer{Path: filepath.Join(dir, "i.hcl")}
	add := func(archives ...string) (string, []Change) {
		t.Helper()
		text, changes, diags, err := x.Add(archives)
		if err != nil || len(diags) > 0 {
			t.Fatal(err, diags)
		}
		if err := os.WriteFile(x.Path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return string(text), changes
	}
	text, changes := add(first.Path, second.Path)
	if len(changes) != 2 || changes[0].Verb != "added" || changes[0].Package != first.Package {
		t.Errorf("%+v", changes)
	}
	for _, want := range []string{header, `plugin "it" "1.0.0" {` + "\n  archive = \"in/it_1.0.0.tar.gz\"", first.SHA256,
		`  os      = "linux"`, `"in/other_1.0.0_linux_amd64.tar.gz"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the index lacks %q:\n%s", want, text)
		}
	}
	commented := must.Replace(text, "plugin \"it\"", "# ours\nplugin \"it\"")
	if err := os.WriteFile(x.Path, []byte(commented), 0o644); err != nil {
		t.Fatal(err)
	}
	if again, changes := add(first.Path); again != commented || changes[0].Verb != "unchanged" {
		t.Errorf("%+v\n%s", changes, again)
	}
	x.Base = "https://example.org/a/"
	text, changes = add(first.Path)
	if want := must.Replace(commented, "in/it_1", "https://example.org/a/it_1"); text != want || changes[0].Verb != "replaced" {
		t.Errorf("%+v\n%s", changes, text)
	}
	x.Prefix = "lab/"
	if text, _ = add(first.Path); !strings.Contains(text, `plugin "lab/it" "1.0.0"`) {
		t.Errorf("without the prefix: %s", text)
	}
}

// What an archive is called and what it holds must agree.
func TestNamedOtherwise(t *testing.T) {
	dir := t.TempDir()
	source := folder(t, map[string]string{"plugin.hcl": manifest, "run.sh": "", "lib": elfOf(t, elf.EM_X86_64, 0)})
	p := untried(source, dir)
	p.Platform = "darwin/arm64"
	packed := pack(t, p)
	_, _, _, err := Indexer{Path: filepath.Join(dir, "i.hcl")}.Add([]string{packed.Path})
	if err == nil || !strings.Contains(err.Error(), "its name says darwin/arm64, and its files are for linux/amd64") {
		t.Error(err)
	}
}
