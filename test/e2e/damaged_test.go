package e2e

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A journal with a flipped bit, among files that are none, costs the one record,
// which is computed again.
func TestDamagedJournal(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	d.must(0, "run", "e.hcl", "-workers", "1")
	scores := d.read("results/small/scores.csv")
	journals, err := filepath.Glob(d.file("results/small/journal/*.jsonl"))
	if err != nil || len(journals) != 1 {
		t.Fatalf("%v, %v", journals, err)
	}
	content, err := os.ReadFile(journals[0])
	if err != nil {
		t.Fatal(err)
	}
	content[strings.Index(string(content), `"kind":"result"`)+20] ^= 1
	folder := filepath.Dir(journals[0])
	if err := errors.Join(
		os.WriteFile(journals[0], content, 0o644), syscall.Mkfifo(filepath.Join(folder, "pipe.jsonl"), 0o644),
		os.Symlink("somebody@host.17", filepath.Join(folder, ".#a.jsonl")),
	); err != nil {
		t.Fatal(err)
	}
	o := d.must(0, "run", "e.hcl")
	contains(t, "stderr", o.stderr, "5 of 6 cells have results already")
	for _, said := range []string{"1 line damaged and skipped", "pipe.jsonl is no plain file"} {
		if n := strings.Count(unwrapped(o.stderr), said); n != 1 {
			t.Errorf("%q is said %d times:\n%s", said, n, o.stderr)
		}
	}
	if again := d.read("results/small/scores.csv"); again != scores {
		t.Errorf("scores changed:\n%s\n%s", scores, again)
	}
	contains(t, "report", d.must(0, "report", "results/small").stderr, "1 line damaged and skipped")
	merged := d.must(0, "merge", "-out", "merged", "results/small")
	contains(t, "merge", unwrapped(merged.stderr), "pipe.jsonl is no plain file and was not copied")
}

// unwrapped puts the words of a text on one line.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

// A plugin that offers what is part of bench is not used: not where it merely lies
// beside the others, and not where it is asked for.
func TestPluginsReplaceNothingOfBench(t *testing.T) {
	t.Parallel()
	const said = `it offers encoder "one_hot", which is part of bench: give it another name`
	d := newDir(t)
	d.write("e.hcl", small)
	d.write("required.hcl", small+"bench {\n  required_plugins {\n    usurper = { source = \"./plugins/usurper\" }\n  "+
		"}\n}\n")
	contains(t, "required", unwrapped(d.must(2, "validate", "required.hcl").stderr), "usurper", said)
	beside := d.file("beside")
	if err := os.Mkdir(beside, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, from := range map[string]string{"bench": benchAt, "plugins/lda": built + "/plugins/lda",
		"plugins/reducers": built + "/plugins/reducers", "plugins/aaa": built + "/extra/usurper"} {
		// A program that is written here may be busy: other tests start processes, which have the file open too.
		at := filepath.Join(beside, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.Link(from, at)); err != nil {
			t.Fatal(err)
		}
	}
	d.bench = filepath.Join(beside, "bench")
	contains(t, "beside", unwrapped(d.must(0, "run", "e.hcl").stderr), "Warning: A plugin cannot be used", said)
}
