package e2e

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// many is an experiment whose bytes must not depend on how it is run.
const many = `
experiment "many" { seed = 11 }
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
dataset "penguins" {
  file    = "data/penguins.csv"
  target  = "species"
  missing = ["NA"]
}
learner "logreg" "lr" {}
learner "svm" "svm" {}
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "ecoc" "sparse" {
  code     = "dense_random"
  decoding = "loss_based"
}
validation { folds = 5 }
metric "accuracy" {}
metric "f1" { average = "none" }
`

// slow is an experiment that can be interrupted: each of its 30 cells takes a
// quarter of a second or so.
const slow = `
bench {
  required_plugins {
    faulty = { source = "plugins/faulty" }
  }
}
variable "seconds" { default = 0.06 }
experiment "slow" {}
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
  rows   = 150
}
learner "slow" "slow" { seconds = var.seconds }
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "ecoc" "dense" { code = "dense_random" }
validation { folds = 5 }
metric "accuracy" {}
`

// promised reads the files of a results folder whose bytes are promised.
func (d *dir) promised(results string) map[string]string {
	d.t.Helper()
	files := map[string]string{"scores.csv": "", "summary.csv": ""}
	tables, err := filepath.Glob(d.file(results + "/tables/*"))
	if err != nil || len(tables) == 0 {
		d.t.Fatalf("%s holds %d tables, %v", results, len(tables), err)
	}
	for _, table := range tables {
		files["tables/"+filepath.Base(table)] = ""
	}
	for name := range files {
		files[name] = d.read(results + "/" + name)
	}
	return files
}

// journal counts the records of a kind in the journals of a results folder.
func (d *dir) journal(results, kind string) int {
	d.t.Helper()
	return strings.Count(d.journalText(results), `{"kind":"`+kind+`"`)
}

// journalText is what all journals of a results folder hold.
func (d *dir) journalText(results string) string {
	d.t.Helper()
	files, err := filepath.Glob(d.file(results + "/journal/*.jsonl"))
	if err != nil {
		d.t.Fatal(err)
	}
	var text strings.Builder
	for _, f := range files {
		content, err := os.ReadFile(f)
		if err != nil {
			d.t.Fatal(err)
		}
		text.Write(content)
	}
	return text.String()
}

// until waits for at least n records of a kind.
func (d *dir) until(results, kind string, n int) {
	d.t.Helper()
	if !eventually(limit, func() bool { return d.journal(results, kind) >= n }) {
		d.t.Fatalf("%d %s records, want %d", d.journal(results, kind), kind, n)
	}
}

func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d files, want %d", what, len(got), len(want))
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("many.hcl", many)
	d.must(0, "run", "many.hcl", "-workers", "1", "-out", "one")
	for _, workers := range []string{"2", "8"} {
		d.must(0, "run", "many.hcl", "-workers", workers, "-out", workers)
		same(t, workers+" workers", d.promised(workers), d.promised("one"))
	}
}

// A run again computes nothing and writes the same.
func TestRunAgain(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("many.hcl", many)
	d.must(0, "run", "many.hcl")
	before, results := d.promised("results/many"), d.journal("results/many", "result")
	if want := 2 * 3 * 3 * 5; results != want {
		t.Errorf("%d results, want %d", results, want)
	}
	done := readJSON[map[string]any](t, d.must(0, "plan", "many.hcl", "-json").stdout)["done"]
	if done != float64(results) {
		t.Errorf("plan says %v cells are done of %d", done, results)
	}
	d.must(0, "run", "many.hcl")
	if again := d.journal("results/many", "result"); again != results {
		t.Errorf("%d results were computed again", again-results)
	}
	same(t, "again", d.promised("results/many"), before)
}

// Rows do not change when the file asks for more, in whatever order; what is
// there is not computed again.
func TestCompanyDoesNotMatter(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("many.hcl", many)
	more := must.ReplaceAll(many,
		`learner "logreg" "lr" {}`, "learner \"majority\" \"zero\" {}\nlearner \"least_squares\" \"ls\" {}\nlearner "+
			"\"logreg\" \"lr\" {}",
		`reduction "one_vs_rest" "ova" {}`, `reduction "ecoc" "other" { code = "dense_random" }`,
		`reduction "one_vs_one" "ovo" {}`, "reduction \"one_vs_one\" \"ovo\" {}\nreduction \"one_vs_rest\" \"ova\" {}",
	)
	d.write("more.hcl", more)
	d.must(0, "run", "many.hcl", "-out", "few")
	d.must(0, "run", "more.hcl", "-out", "more")
	d.must(0, "run", "many.hcl", "-out", "grown")
	d.must(0, "run", "more.hcl", "-out", "grown")
	for _, name := range []string{"scores.csv", "summary.csv"} {
		rows := map[string]bool{}
		for line := range strings.Lines(d.read("more/" + name)) {
			rows[line] = true
		}
		for line := range strings.Lines(d.read("few/" + name)) {
			if !rows[line] {
				t.Errorf("%s: not among more: %s", name, line)
			}
		}
	}
	same(t, "grown", d.promised("grown"), d.promised("more"))
	if got, want := d.journal("grown", "result"), 2*5*4*5; got != want {
		t.Errorf("%d results in the folder that grew, want %d", got, want)
	}
}

// A run that is killed leaves no process; the next removes its scratch folders,
// computes what is missing and ends with the bytes of a run that was let be.
func TestKilled(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("slow.hcl", slow)
	// It is not done before it is killed.
	args := []string{"run", "slow.hcl", "-out", "killed", "-workers", "2", "-var", "seconds=0.4"}
	for _, results := range []int{2, 9} {
		r := d.start(args...)
		d.until("killed", "result", results)
		r.signal(syscall.SIGKILL)
		if o := r.wait(); o.status != -1 {
			t.Fatalf("ended by itself with status %d:\n%s", o.status, o.stderr)
		}
		if left := d.processes(); len(left) > 0 {
			t.Errorf("left running: %v", left)
		}
		if len(d.scratch()) == 0 {
			t.Error("no scratch folder is left: there is nothing for the next run to remove")
		}
	}
	found := d.journal("killed", "result")
	o := d.must(0, args...)
	contains(t, "stderr", o.stderr, "have results already")
	if left := d.scratch(); len(left) > 0 {
		t.Errorf("not removed: %v", left)
	}
	if n := d.journal("killed", "result"); found >= 30 || n != 30 {
		t.Errorf("%d results after the kill, %d at the end, want less than 30 and 30", found, n)
	}
	d.must(0, "run", "slow.hcl", "-out", "whole", "-var", "seconds=0.06")
	same(t, "killed", d.promised("killed"), d.promised("whole"))
}

// Ctrl-C keeps what is finished, says how to go on, and is heard while a
// learner is busy.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("slow.hcl", slow)
	r := d.start("run", "slow.hcl", "-workers", "2")
	d.until("results/slow", "result", 3)
	interrupt(t, r)
	if n := d.journal("results/slow", "result"); n < 3 || n >= 30 {
		t.Errorf("%d results are kept", n)
	}
	d.must(0, "run", "slow.hcl")
	if n := d.journal("results/slow", "result"); n != 30 {
		t.Errorf("%d results after going on, want 30", n)
	}
	r = d.start("run", "slow.hcl", "-var", "seconds=1000", "-out", "busy")
	d.until("busy", "start", 1)
	interrupt(t, r)
}

// A cell that fails is shown at once, while others still run.
func TestFailuresAreShownAtOnce(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("slow.hcl", must.Replace(slow, `learner "lda" "lda"`, `learner "crashing" "crashing"`))
	r := d.start("run", "slow.hcl", "-workers", "2", "-var", "seconds=1000")
	shown := func() bool { return strings.Contains(r.stderr.String(), "failed: glass/one_hot/crashing/ova") }
	if !eventually(limit, shown) {
		t.Errorf("no failure is shown:\n%s", r.stderr.String())
	}
	r.signal(syscall.SIGINT)
	if o := r.wait(); o.status != 130 {
		t.Errorf("status %d:\n%s", o.status, o.stderr)
	}
}

// Ctrl-C is heard while a plugin is slow to start.
func TestInterruptedAtStart(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("silent", "#!/bin/sh\ntouch started\nexec sleep 100000\n")
	if err := os.Chmod(d.file("silent"), 0o755); err != nil {
		t.Fatal(err)
	}
	d.write("e.hcl", "bench {\n  required_plugins {\n    silent = { source = \"./silent\" }\n  }\n}\n"+small)
	r := d.start("run", "e.hcl")
	started := func() bool { _, err := os.Stat(d.file("started")); return err == nil }
	if !eventually(limit, started) {
		t.Fatalf("the plugin is not started:\n%s", r.stderr.String())
	}
	r.signal(syscall.SIGINT)
	o := r.wait()
	if o.status != 130 {
		t.Errorf("status %d, want 130:\n%s", o.status, o.stderr)
	}
	contains(t, "stderr", o.stderr, "bench: interrupted")
}

func interrupt(t *testing.T, r *running) {
	t.Helper()
	end(t, r, syscall.SIGINT)
}

// end ends a run by a signal; what the run waits for would take longer than limit.
func end(t *testing.T, r *running, signal syscall.Signal) {
	t.Helper()
	before := strings.Count(r.stderr.String(), "failed:")
	r.signal(signal)
	o := r.wait()
	if o.status != 130 {
		t.Errorf("status %d, want 130:\n%s", o.status, o.stderr)
	}
	contains(t, "stderr", o.stderr, "interrupted", "run the same command again")
	if strings.Count(o.stderr, "failed:") > before {
		t.Errorf("interrupted cells are shown as failed:\n%s", o.stderr)
	}
}

// Warnings are for what is left to run: a run that finds all results repeats none.
func TestWarningsAreNotRepeated(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	rare := "x,c\n"
	for i := range 40 {
		rare += fmt.Sprintf("%d,%c\n", i*i%7, "ab"[i%2])
	}
	d.write("rare.csv", rare+"3,k\n")
	d.write("e.hcl", "experiment \"e\" {}\ndataset \"d\" {\n file = \"rare.csv\"\n target = \"c\"\n}\nlearner \"lda\" \"lda\" {}\n")
	contains(t, "stderr", d.must(0, "run", "e.hcl").stderr, "Class without training rows")
	if o := d.must(0, "run", "e.hcl"); strings.Contains(o.stderr, "Warning") {
		t.Errorf("a warning again:\n%s", o.stderr)
	}
	contains(t, "stderr", d.must(0, "validate", "e.hcl").stderr, "Class without training rows")
}
