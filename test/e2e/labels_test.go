package e2e

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

const labelled = `
experiment "labels" {}
dataset "threes" {
  generate = "multilabel"
  rows     = 150
  seed     = 1
}
learner "logreg" "lr" {}
reduction "binary_relevance" "br" {}
reduction "stacking" "st" { folds = 3 }
reduction "classifier_chain" "cc" {}
reduction "label_powerset" "lp" {}
reduction "calibrated_label_ranking" "clr" {}
reduction "rakel" "rakel" {}
reduction "homer" "homer" {
  clusters = 2
  base     = grid("binary_relevance", "label_powerset")
}
reduction "metalabeler" "meta" {}
reduction "pruned_sets" "eps" {
  prune    = 2
  base     = "one_vs_rest"
  ensemble = 3
}
reduction "copy_transformation" "copies" { method = "copy_weight" }
reduction "stacking" "pruned" {
  folds = 3
  phi   = 0.2
}
reduction "classifier_chain" "pcc" {
  inference = "exhaustive"
  loss      = "hamming"
}
reduction "classifier_chain" "beam" {
  inference = "beam"
  width     = 3
  ensemble  = 2
}
reduction "label_tree" "tree" {
  leaf  = 2
  trees = 2
}
reduction "classifier_chain" "mcc" {
  inference = "monte_carlo"
  samples   = 9
}
validation {
  method = "iterative_stratification"
  folds  = 3
}
metric "hamming_loss" {}
metric "f1" { average = "samples" }
metric "lrap" {}
metric "ndcg" {}
metric "precision_at_k" { k = 2 }
metric "psp_at_k" { k = 2 }
metric "average_precision" { average = "micro" }
`

// Rows with labels go the whole way, with the same bytes for one worker and two.
func TestLabels(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", labelled)
	d.must(0, "run", "e.hcl", "-out", "one", "-workers", "1")
	d.must(0, "run", "e.hcl", "-out", "two", "-workers", "2")
	for _, name := range []string{"scores.csv", "summary.csv", "tables/hamming_loss.md", "tables/labels.csv",
		"predictions.csv.gz"} {
		if one := d.read("one/" + name); one != d.read("two/"+name) || one == "" {
			t.Errorf("%s: one and two workers write other bytes", name)
		}
	}
	exported := d.must(0, "export", "predictions", "one", "-format", "csv").stdout
	lines := strings.Split(strings.TrimSpace(exported), "\n")
	if want := "dataset,encoder,learner,reduction,repeat,fold,row,label,truth,prediction,score,p"; lines[0] != want ||
		len(lines) != 1+16*150*6 {
		t.Errorf("%d lines, the first %q, want %d and %q", len(lines), lines[0], 1+16*150*6, want)
	}
	plan := readJSON[map[string]any](t, d.must(0, "plan", "e.hcl", "-json").stdout)
	if labels := plan["datasets"].([]any)[0].(map[string]any)["labels"].([]any); len(labels) != 6 {
		t.Errorf("labels %v", labels)
	}
}

// What is for classes is refused where rows have labels, all at once and in its
// place.
func TestLabelMistakes(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for _, change := range []struct{ old, new, want string }{
		{`metric "lrap" {}`, `metric "accuracy" {}`, `Metric "accuracy" has no value where rows have labels`},
		{`reduction "binary_relevance" "br" {}`, `reduction "one_vs_rest" "br" {}`, "e.hcl:9"},
		{`"iterative_stratification"`, `"stratified_kfold"`, "iterative_stratification"},
		{`generate = "multilabel"`, `generate = "blobs"`, "labels"},
		{`learner "logreg" "lr" {}`, `learner "svm" "lr" {}`, `Reduction "pcc" decodes log-odds, and learner "lr" gives margins`},
		{`rows     = 150`, "rows = 150\n  labels = 18", `Write inference = "beam"`},
	} {
		d.write("e.hcl", must.Replace(labelled, change.old, change.new))
		o := d.run("validate", "e.hcl")
		if o.status != 2 || !strings.Contains(o.stderr, change.want) || strings.Contains(o.stderr, "goroutine ") {
			t.Errorf("%s: status %d, stderr lacks %q:\n%s", change.new, o.status, change.want, o.stderr)
		}
	}
}
