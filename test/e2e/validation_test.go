package e2e

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// apart is an experiment of two datasets, of which the second is divided in its own way.
const apart = `
experiment "apart" { seed = 5 }
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
dataset "segment" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-test.arff.gz"
  rows      = 300
  validation { method = "predefined" }
}
validation { folds = 3 }
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
metric "accuracy" {}
table "t" {
  rows     = ["dataset"]
  columns  = ["reduction"]
  metric   = metric.accuracy
  baseline = "ova"
}
comparison "c" {
  metric = metric.accuracy
  test   = ["corrected_t", "five_by_two", "mcnemar"]
}
`

// A set with its official split stands beside one of three folds in one table. Its cells
// are those of an experiment whose own validation block says the same: with that, nothing
// is left to run.
func TestValidationOfADataset(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("apart.hcl", apart)
	plan := d.must(0, "plan", "apart.hcl").stdout
	contains(t, "plan", plan, "  validation of its own: predefined", "8 cells, 0 with results already")
	d.must(0, "run", "apart.hcl", "-out", "r", "-workers", "1")

	text := d.read("r/tables/t.md")
	contains(t, "table", text, "Datasets are divided in different ways, all repeats counted: 1 fold (segment), 3 folds (glass).",
		"Entries that share fewer than two folds with the baseline are not tested.")
	compared := d.read("r/tables/c.md")
	contains(t, "comparison", compared, "Tests over folds are not made on \"segment\": they need two folds at least",
		"five_by_two does not apply")
	for _, line := range strings.Split(d.read("r/comparisons.csv"), "\n") {
		if strings.HasPrefix(line, "c,corrected_t,segment") || strings.HasPrefix(line, "c,five_by_two,") {
			t.Errorf("tested: %s", line)
		}
	}
	contains(t, "comparisons", d.read("r/comparisons.csv"), "c,corrected_t,glass,", "c,mcnemar,segment,")
	contains(t, "report", d.read("r/report.html"), "3-fold stratified cross-validation, 1 repeat (glass); "+
		"The division into training and test rows that each dataset brings (segment)")
	contains(t, "manifest", d.read("r/manifest.json"), `"type": "predefined"`)

	// The same from the other side: each alone, by a block of the file.
	start, end := strings.Index(apart, "dataset \"glass\""), strings.Index(apart, "dataset \"segment\"")
	segment := must.Replace(must.Replace(apart[:start]+apart[end:], "  validation { method = \"predefined\" }\n", ""),
		"validation { folds = 3 }", "validation { method = \"predefined\" }")
	d.write("segment.hcl", segment)
	contains(t, "stderr", d.must(0, "run", "segment.hcl", "-out", "r").stderr, "2 of 2 cells have results already")

	// Parts of both merge to the whole.
	d.must(0, "run", "segment.hcl", "-out", "part")
	d.write("glass.hcl", apart[:end]+apart[strings.Index(apart, "validation { folds"):])
	d.must(0, "run", "glass.hcl", "-out", "rest")
	contains(t, "merge", d.must(0, "merge", "part", "rest", "-out", "both").stdout+d.read("both/scores.csv"), "glass,", "segment,")
}
