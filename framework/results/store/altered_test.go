package store

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
)

// Files that were changed, removed or replaced by something else are found; what a manifest says
// of files elsewhere is refused.
func TestAltered(t *testing.T) {
	dir := t.TempDir()
	m := Manifest{Files: map[string]string{}}
	if err := os.Mkdir(filepath.Join(dir, "tables"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"scores.csv", "tables/t.md", "tables/t.csv", "report.html"} {
		write := func(w io.Writer) error {
			_, err := io.WriteString(w, name)
			return err
		}
		digest, err := WriteHashed(filepath.Join(dir, name), write)
		if err != nil {
			t.Fatal(err)
		}
		m.Files[name] = digest
	}
	if list, err := m.Altered(dir); err != nil || list != nil {
		t.Fatalf("as written: %v, %v", list, err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(os.WriteFile(at("scores.csv"), []byte("scores,csv"), 0o644), os.Remove(at("tables/t.md")),
		os.Remove(at("report.html")), syscall.Mkfifo(at("report.html"), 0o644)); err != nil {
		t.Fatal(err)
	}
	want := []Altered{{Name: "report.html"}, {Name: "scores.csv"}, {Name: "tables/t.md", Missing: true}}
	if list, err := m.Altered(dir); err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("altered: %v, %v", list, err)
	}
	for _, kept := range []string{"scores.csv.changed", "scores.csv.changed-2"} {
		if name, err := want[1].Keep(dir); err != nil || name != kept {
			t.Errorf("kept as %q, %v", name, err)
		}
		if text, err := os.ReadFile(at(kept)); err != nil || string(text) != "scores,csv" {
			t.Errorf("%s holds %q, %v", kept, text, err)
		}
	}
	m.Files["../elsewhere"] = ""
	if _, err := m.Altered(dir); err == nil || !strings.Contains(err.Error(), "../elsewhere") {
		t.Errorf("a file elsewhere: %v", err)
	}
}
