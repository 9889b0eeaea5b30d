package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// tree reads every file of a folder.
func (d *dir) tree(folder string) map[string]string {
	d.t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(d.file(folder), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, d.file(folder))] = string(content)
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return files
}

// Two halves that were computed apart are, merged, the whole: a run finds
// nothing to do and writes the same bytes. Merging again changes no file.
func TestMergedHalves(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("many.hcl", many)
	d.write("left.hcl", must.ReplaceAll(many, "learner \"svm\" \"svm\" {}\n", "", "learner \"lda\" \"lda\" {}\n", ""))
	d.write("right.hcl", must.Replace(many, "learner \"logreg\" \"lr\" {}\n", ""))
	d.must(0, "run", "many.hcl", "-out", "whole")
	d.must(0, "run", "left.hcl", "-out", "left")
	d.must(0, "run", "right.hcl", "-out", "right")

	o := d.must(0, "merge", "-out", "merged", "left", "right")
	contains(t, "stdout", o.stdout, "lr/ova", "svm/ovo", "lda/sparse")
	merged := d.tree("merged")
	if n := d.journal("merged", "result"); n != 90 {
		t.Errorf("%d results, want 90", n)
	}
	for _, again := range [][]string{{"left"}, {"right", "left"}, {"left", "right", "left"}, {"merged"}} {
		d.must(0, append([]string{"merge", "-out", "merged"}, again...)...)
		same(t, "merged again", d.tree("merged"), merged)
	}
	m := readJSON[map[string]any](t, d.read("merged/manifest.json"))
	if parts, _ := m["parts"].([]any); len(parts) != 2 || m["finished"] == nil {
		t.Errorf("parts %v, finished %v", m["parts"], m["finished"])
	}

	o = d.must(0, "run", "many.hcl", "-out", "merged")
	contains(t, "stderr", o.stderr, "90 of 90 cells have results already")
	if n := d.journal("merged", "result"); n != 90 {
		t.Errorf("%d results were computed again", n-90)
	}
	same(t, "merged", d.promised("merged"), d.promised("whole"))
	if parts := readJSON[map[string]any](t, d.read("merged/manifest.json"))["parts"]; parts == nil {
		t.Error("the run forgot the parts")
	}
}

// Two runs of one file, both killed, are merged and finished. Cells that both
// computed have one result.
func TestMergedInterruptedRuns(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("slow.hcl", slow)
	for out, results := range map[string]int{"a": 4, "b": 8} {
		r := d.start("run", "slow.hcl", "-out", out, "-workers", "2")
		d.until(out, "result", results)
		r.signal(syscall.SIGKILL)
		r.wait()
	}
	o := d.must(1, "merge", "-out", "merged", "a", "b")
	contains(t, "stderr", o.stderr, "not run; report in merged/report.html")
	if strings.Contains(o.stderr, " 0 not run") || strings.Contains(o.stderr, "not reproducible") {
		t.Errorf("stderr:\n%s", o.stderr)
	}
	if m := readJSON[map[string]any](t, d.read("merged/manifest.json")); m["finished"] != nil {
		t.Errorf("finished %v, though cells are missing", m["finished"])
	}
	if n, want := d.journal("merged", "result"), d.journal("a", "result")+d.journal("b", "result"); n != want {
		t.Errorf("%d results in the journals, want %d", n, want)
	}
	d.must(0, "run", "slow.hcl", "-out", "merged")
	d.must(0, "run", "slow.hcl", "-out", "whole")
	same(t, "merged", d.promised("merged"), d.promised("whole"))
}

// blobs is the small experiment on a file.
const blobs = `
variable "C" { default = 1 }
experiment "blobs" {}
dataset "four" {
  file   = "four.csv"
  target = "kind"
  missing = ["?"]
}
learner "logreg" "lr" { C = var.C }
reduction "one_vs_rest" "ova" {}
validation { folds = 3 }
metric "accuracy" {}
`

func TestWhatCannotBeMerged(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("four.csv", fourClasses())
	d.write("a.hcl", blobs)
	d.must(0, "run", "a.hcl", "-out", "a")
	d.must(0, "run", "a.hcl", "-out", "parameter", "-var", "C=2")
	for name, change := range map[string][2]string{
		"name":       {`experiment "blobs"`, `experiment "other"`},
		"seed":       {`experiment "blobs" {}`, `experiment "blobs" { seed = 1 }`},
		"validation": {"folds = 3", "folds = 4"},
		"options":    {`missing = ["?"]`, `missing = ["?", "red"]`},
	} {
		d.write(name+".hcl", must.Replace(blobs, change[0], change[1]))
		d.must(0, "run", name+".hcl", "-out", name)
	}
	d.write("four.csv", fourClasses()+"1,1,red,east\n")
	d.must(0, "run", "a.hcl", "-out", "rows")
	d.write("four.csv", fourClasses())
	d.own("plugins/logreg")
	d.rebuild("own/logreg")
	d.write("plugin.hcl", blobs+requires("logreg"))
	d.must(0, "run", "plugin.hcl", "-out", "plugin")
	if err := os.CopyFS(d.file("damaged"), os.DirFS(d.file("a"))); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(d.file("damaged/journal/*.predictions"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if err := os.WriteFile(files[0], []byte("?"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args  string
		words []string
	}{
		{"merge a parameter", []string{"-out is missing"}},
		{"merge -out m", []string{"the folders to merge are missing"}},
		{"merge -out m a nowhere", []string{"nowhere is not a results folder"}},
		{"merge -out m a name", []string{`a holds results of experiment "blobs", name of "other"`}},
		{"merge -out m a parameter", []string{"learner lr is not the same in a and parameter: C 1 → 2"}},
		{"merge -out m a seed", []string{"the seed is not the same in a and seed"}},
		{"merge -out m a validation", []string{"the validation of dataset four is not the same in a and validation: folds " +
			"3 → 4"}},
		{"merge -out m a options", []string{"dataset four is not the same in a and options", "missing"}},
		{"merge -out m a rows", []string{"dataset four is not the same in a and rows: content "}},
		{"merge -out m a plugin", []string{"cell four/one_hot/lr/ova repeat 0 fold 0 is not the same in a and plugin",
			"plugin logreg: SHA-256 ", d.digest("own/logreg")[:12]}},
		{"merge -out m a damaged", []string{"a/journal/", "damaged/journal/", "different contents"}},
	} {
		o := d.must(2, strings.Fields(test.args)...)
		contains(t, test.args, o.stderr, test.words...)
		if _, err := os.Stat(d.file("m")); err == nil {
			t.Fatalf("bench %s failed and left a folder", test.args)
		}
	}
}
