package e2e

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// three is an experiment of 3 learners, each of a plugin of its own, on 2
// datasets, with 2 reductions and 3 folds: 36 cells, 12 a learner, 18 a dataset.
var three = `
variable "C" { default = 1 }
variable "seed" { default = 0 }
experiment "three" { seed = var.seed }
dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}
dataset "four" {
  file    = "four.csv"
  target  = "kind"
  missing = ["?"]
}
learner "logreg" "lr" { C = var.C }
learner "lda" "lda" {}
learner "least_squares" "ls" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
validation { folds = 3 }
metric "accuracy" {}
` + requires("logreg", "lda", "least_squares")

// A changed plugin, dataset or parameter runs exactly the cells again that it
// concerns; plan says how many and why, and nothing once they have run.
func TestOnlyWhatChangedRunsAgain(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for _, plugin := range []string{"logreg", "lda", "least_squares"} {
		d.own("plugins/" + plugin)
	}
	d.write("four.csv", fourClasses())
	d.write("e.hcl", three)
	d.must(0, "run", "e.hcl")
	var args []string
	total := 36
	for _, test := range []struct {
		name   string
		change func()
		cells  int
		causes []string
	}{
		{"nothing", func() {}, 0, nil},
		{"plugin", func() { d.rebuild("own/lda") }, 12,
			[]string{"12 cells: plugin lda: SHA-256 "}},
		{"data", func() { d.write("four.csv", fourClasses()+"1,1,red,east\n") }, 18,
			[]string{"18 cells: dataset four: content "}},
		{"the same data in another file", func() {
			d.write("four.csv", strings.ReplaceAll(fourClasses()+"1.0,1e0,red,east\n", "\n", "\r\n"))
		}, 0, nil},
		{"parameter", func() { args = []string{"-var", "C=2"} }, 12, []string{"12 cells: learner lr: C 1 → 2\n"}},
		{"two at once", func() {
			d.rebuild("own/logreg")
			d.write("four.csv", fourClasses()+"1,1,blue,east\n")
		}, 24, []string{"18 cells: dataset four: ", "12 cells: plugin logreg: "}},
		{"generated data", func() { d.write("e.hcl", must.Replace(three, "= 60", "= 80")) }, 18,
			[]string{"18 cells: dataset blobs: rows 60 → 80\n"}},
		{"seed", func() { args = append(args, "-var", "seed=7") }, 36, []string{"36 cells: seed 0 → 7\n"}},
		{"validation", func() {
			d.write("e.hcl", must.ReplaceAll(three, "= 60", "= 80", "folds = 3", "folds = 2"))
		}, 24, []string{"24 cells: validation: folds 3 → 2\n"}},
	} {
		test.change()
		plan := d.must(0, append([]string{"plan", "e.hcl"}, args...)...).stdout
		if said := strings.Contains(plan, "changed since the results were made"); said != (test.cells > 0) {
			t.Errorf("%s: plan says that cells changed: %v\n%s", test.name, said, plan)
		}
		contains(t, test.name, plan, test.causes...)
		if n := strings.Count(plan, " → "); n != len(test.causes) {
			t.Errorf("%s: %d causes, want %d:\n%s", test.name, n, len(test.causes), plan)
		}
		d.must(0, append([]string{"run", "e.hcl"}, args...)...)
		if n := d.journal("results/three", "result"); n-total != test.cells {
			t.Errorf("%s: %d cells were run, want %d", test.name, n-total, test.cells)
		}
		total += test.cells
		if plan := d.must(0, append([]string{"plan", "e.hcl"}, args...)...).stdout; strings.Contains(plan, "changed since") {
			t.Errorf("%s: plan goes on saying that cells changed:\n%s", test.name, plan)
		}
	}
}
