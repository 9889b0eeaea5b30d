package folder

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// What is handed on is what bench wrote: no logs, locks, earlier plans, and nothing that a user put there.
func TestHeld(t *testing.T) {
	dir := t.TempDir()
	m := store.Manifest{Files: map[string]string{"scores.csv": "1", "tables/t.md": "2"}}
	if err := Write(dir, &m, Experiment{}, &plan.Plan{}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"experiment/e.hcl", "experiment/bench.lock.hcl", "code/1/code.csv", "logs/w.log",
		"journal/0.jsonl", "journal/0.bin", "journal/.running.lock", "journal/plan-0123456789abcdef.json", "mine.txt",
		"scores.csv", "tables/t.md"} {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := Contents{Reported: []string{"scores.csv", "tables/t.md"},
		Source: []string{"code/1/code.csv", "experiment/bench.lock.hcl", "experiment/e.hcl"},
		Record: []string{"journal/0.bin", "journal/0.jsonl", "journal/" + m.Plan}}
	if got, err := Held(dir, m); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "experiment", "data")); err != nil {
		t.Fatal(err)
	}
	if got, err := Held(dir, m); err == nil || !strings.Contains(err.Error(), "experiment/data is not a regular file") {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := Held(t.TempDir(), store.Manifest{}); err != nil || !reflect.DeepEqual(got, Contents{}) {
		t.Errorf("an empty folder: %+v, %v", got, err)
	}
}
