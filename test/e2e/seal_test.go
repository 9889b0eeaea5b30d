package e2e

import (
	"html"
	"os"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

const sealedFile = `experiment "s" { seed = 1 }
dataset "blobs" {
  generate = "blobs"
  rows     = 60
  classes  = 3
  seed     = 1
}
dataset "more" {
  file   = "more.csv"
  target = "y"
}
learner "lda" "lda" {}
learner "majority" "none" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 3 }
metric "accuracy" {}
metric "f1" {}
table "acc" {
  metric   = metric.accuracy
  baseline = "lda/ova"
}
comparison "main" {
  metric = metric.accuracy
  test   = ["wilcoxon"]
}
`

const sealedData = "x,y\n1,a\n2,a\n3,a\n4,a\n7,b\n8,b\n9,b\n8.5,b\n"

// sealedDir is a folder with an experiment that is sealed, unless seal is false.
func sealedDir(t *testing.T, seal bool) *dir {
	d := newDir(t)
	d.write("s.hcl", sealedFile)
	d.write("more.csv", sealedData)
	if seal {
		d.must(0, "seal", "s.hcl")
	}
	return d
}

// planned is what the report says of what was planned.
func (d *dir) planned() string {
	_, after, found := strings.Cut(d.read("results/s/report.html"), "What was planned</h3>")
	if !found {
		d.t.Fatal("the report does not say what was planned")
	}
	text, _, _ := strings.Cut(after, "</section>")
	return html.UnescapeString(strings.Join(strings.Split(text, "<wbr>"), ""))
}

// What is run as it was sealed is planned, in the report, below tables, in comparisons.csv and
// in bench diff; comments, formatting and captions do not count.
func TestSealedPlan(t *testing.T) {
	t.Parallel()
	d := sealedDir(t, true)
	said := must.Replace(sealedFile, "{ seed = 1 }", "{ # a comment\n  title = \"T\"\n  seed  = 1\n}")
	d.write("s.hcl", must.Replace(said, "  baseline", "  caption  = \"C\"\n  baseline"))
	contains(t, "check", d.must(0, "seal", "s.hcl", "-check").stdout, "comparison main: planned", "table acc: planned")
	contains(t, "run", d.must(0, "run", "s.hcl").stderr, "sealed: tables and comparisons: 3 as planned, 0 changed")
	contains(t, "report", d.planned(), "saw this seal when it began", "planned: as in the seal", "Only a witness")
	contains(t, "table", d.read("results/s/tables/acc.md"), "Planned: as in the seal of")
	contains(t, "comparisons", d.read("results/s/comparisons.csv"), ",planned\n")
	d.must(0, "run", "s.hcl", "-out", "again")
	if err := os.Rename(d.file("s.hcl.seal"), d.file("elsewhere")); err != nil {
		t.Fatal(err)
	}
	d.must(0, "run", "s.hcl", "-out", "without")
	contains(t, "diff", d.must(0, "diff", "results/s", "without").stdout, "seal")
	if text := d.must(0, "diff", "results/s", "again").stdout; strings.Contains(text, "seal") {
		t.Errorf("one seal differs: %s", text)
	}
	if page := d.read("without/report.html"); strings.Contains(page, "What was planned") {
		t.Error("the report of an experiment that was not sealed speaks of a plan")
	}
}

// The report says what has changed since the seal, and of which comparison.
func TestChangedSinceTheSeal(t *testing.T) {
	t.Parallel()
	d := sealedDir(t, true)
	for _, c := range []struct{ old, now, want string }{
		{"metric = metric.accuracy\n  test", "metric = metric.f1\n  test", `comparison main: changed since the seal: metric "accuracy" → "f1"`},
		{`baseline = "lda/ova"`, `baseline = "none/ova"`, `table acc: changed since the seal: baseline "lda/ova" → "none/ova"`},
		{"folds = 3", "folds = 2", "comparison main: changed since the seal: validation: folds 3 → 2"},
		{"{ folds = 3 }", "{\nfolds = 3\nrepeats = 2\n}", "dataset blobs: repeats 1 → 2"},
		{"seed = 1 }", "seed = 2 }", "seed 1 → 2"},
		{`metric "f1" {}`, `metric "f1" { average = "micro" }`, `table f1(average=micro): made afterwards: exploratory`},
		{`learner "majority" "none" {}`, "", "learner none is gone"},
		{`"lda" {}`, `"lda" { shrinkage = 0.5 }`, "learner lda: shrinkage 0 → 0.5"},
		{`metric "f1" {}`, "metric \"f1\" {}\ncomparison \"late\" { metric = metric.f1 }\n",
			"comparison late: made afterwards: exploratory"},
		{`table "acc"`, `table "other"`, "table acc: planned, and not in the file any more"},
	} {
		d.write("s.hcl", must.Replace(sealedFile, c.old, c.now))
		contains(t, c.now, strings.Join(strings.Fields(d.run("seal", "s.hcl", "-check").stdout), " "), c.want)
	}
	d.write("s.hcl", sealedFile)
	d.write("more.csv", must.Replace(sealedData, "1,a", "1,b"))
	contains(t, "data", d.must(1, "seal", "s.hcl", "-check").stdout, "dataset more: content ")
	d.write("s.hcl", must.Replace(sealedFile, `metric "f1" {}`,
		"metric \"f1\" {}\ncomparison \"late\" { metric = metric.f1 }\n"))
	contains(t, "run", d.must(0, "run", "s.hcl").stderr, "differs from its seal", "3 changed, 1 added, 0 left out")
	contains(t, "report", d.planned(), "changed since the seal: dataset more: content", "made afterwards: exploratory")
	contains(t, "table", d.read("results/s/tables/late.md"), "Exploratory: not in the seal of")
	contains(t, "table", d.read("results/s/tables/acc.md"), "Changed since the seal of")
	contains(t, "comparisons", d.read("results/s/comparisons.csv"), ",changed\n", ",afterwards\n")
}

// A seal that was made after the first cell plans nothing, also if it says another date.
func TestSealAfterTheFirstCell(t *testing.T) {
	t.Parallel()
	d := sealedDir(t, false)
	d.must(0, "run", "s.hcl")
	contains(t, "seal", d.must(0, "seal", "s.hcl", "-date", "2020-01-02").stderr, "12 cells with a result")
	d.must(0, "run", "s.hcl")
	check := func(what, late string) {
		t.Helper()
		contains(t, what, d.planned(), "nothing here counts as planned", "made afterwards", "given by hand", late)
	}
	check("nothing to run", "12 cells had begun, the first on")
	contains(t, "table", d.read("results/s/tables/acc.md"), "does not come from before its first cell")
	d.write("s.hcl", must.Replace(sealedFile, "seed = 1 }", "seed = 2 }"))
	contains(t, "report", d.must(0, "run", "s.hcl").stderr, "warning: nothing counts as planned")
	check("more cells", "12 cells had begun, the first on")

	// Results that are deleted were there when the seal was made, which says so.
	if err := os.RemoveAll(d.file("results")); err != nil {
		t.Fatal(err)
	}
	d.must(0, "run", "s.hcl")
	check("deleted", "When the seal was made, the results folder held 12 cells with a result")
}

// A run whose results were deleted is known by the list beside the seal.
func TestDeletedAndRunAgain(t *testing.T) {
	t.Parallel()
	d := sealedDir(t, true)
	d.must(0, "run", "s.hcl")
	d.must(0, "run", "s.hcl") // has nothing to do, and does not count
	if err := os.RemoveAll(d.file("results")); err != nil {
		t.Fatal(err)
	}
	d.must(0, "run", "s.hcl")
	contains(t, "report", d.planned(), "1 earlier run began with this seal whose journals are not here", "planned: as in the seal")
}

// A second seal names the first one, which counts.
func TestSealedAgain(t *testing.T) {
	t.Parallel()
	d := sealedDir(t, true)
	d.must(0, "run", "s.hcl")
	first := d.read("s.hcl.seal")
	d.write("s.hcl", must.Replace(sealedFile, `baseline = "lda/ova"`, `baseline = "none/ova"`))
	contains(t, "refused", d.must(1, "seal", "s.hcl").stderr, "seals another plan", "-replace")
	if d.read("s.hcl.seal") != first {
		t.Error("the seal was replaced")
	}
	d.must(0, "seal", "s.hcl", "-replace")
	contains(t, "second", d.read("s.hcl.seal"), `"replaces": "`)
	d.must(0, "run", "s.hcl")
	contains(t, "report", d.planned(), "Another seal was made later", `changed since the seal: baseline "lda/ova" → "none/ova"`)
	contains(t, "unchanged", d.must(0, "seal", "s.hcl").stdout, "nothing was written")
}

// A seal that was altered, and that of another experiment, keep a run from starting.
func TestBadSeals(t *testing.T) {
	t.Parallel()
	d := sealedDir(t, true)
	sealed := d.read("s.hcl.seal")
	for what, bad := range map[string]string{
		"altered":           must.Replace(sealed, `"lda/ova"`, `"none/ova"`),
		"is not a seal":     "{}",
		"another release":   must.Replace(sealed, `"bench_seal": 1`, `"bench_seal": 2`),
		"something follows": sealed + "{}",
	} {
		d.write("s.hcl.seal", bad)
		contains(t, what, d.must(2, "run", "s.hcl").stderr, what, "Nothing was run")
		d.must(2, "seal", "s.hcl", "-check")
		d.must(2, "seal", "s.hcl")
	}
	d.write("s.hcl.seal", sealed)
	d.write("s.hcl", must.Replace(sealedFile, `experiment "s"`, `experiment "other"`))
	contains(t, "other", d.must(2, "run", "s.hcl").stderr, `is the seal of experiment "s", and this is "other"`)
	d.write("s.hcl", sealedFile)
	d.must(2, "seal", "s.hcl", "-date", "tomorrow")
	d.must(2, "seal", "s.hcl", "-date", "2999-01-01")
	d.must(0, "run", "s.hcl")
	entries, err := os.ReadDir(d.file("results/s/journal"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, "seal-") {
			d.write("results/s/journal/"+name, must.Replace(d.read("results/s/journal/"+name), `"lda/ova"`, `"none/ova"`))
		}
	}
	contains(t, "report", d.must(0, "report", "results/s").stderr, "the seal was altered")
	contains(t, "page", d.planned(), "cannot be read, and nothing is called planned")
}
