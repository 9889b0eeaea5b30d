package table

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
)

// A pooled value counts once, is said to be one below the table and is not tested.
func TestPooledValues(t *testing.T) {
	p, rows := scored("f1", [][][]float64{{{0.5, 0.5, 0.5}, {0.9, 0.9, 0.9}}, {{0.1, 0.2, 0.3}, {0.2, 0.2, 0.5}}})
	for i := range rows {
		if rows[i].Dataset == "d0" {
			rows[i].Pooled, rows[i].Again = true, rows[i].Fold > 0
		}
	}
	g := Build(plan.Table{Metric: "f1", Baseline: "l0/r"}, rows, p)
	if e := g.Entries[0][1]; e.N != 1 || e.Mean != 0.9 || !math.IsNaN(e.SD) || e.mark(0) != NoMark || len(e.Notes) != 0 {
		t.Errorf("%+v, notes %v", e, g.Notes)
	}
	for _, want := range []string{"Values of d0 are pooled: one for each repeat", "Pooled values are not tested"} {
		if !slices.ContainsFunc(g.Remarks, func(r string) bool { return strings.HasPrefix(r, want) }) {
			t.Errorf("no remark %q among %q", want, g.Remarks)
		}
	}
}

// Models that were trained on a part of the training rows are said to be, whole folds are not.
func TestPartOfTheTrainingRows(t *testing.T) {
	for size, want := range map[float64]bool{0: false, 0.5: true, 1: false} {
		p, rows := scored("f1", [][][]float64{{{0.5, 0.5}}, {{0.1, 0.2}}})
		for i := range p.Cells {
			p.Cells[i].TrainSize = size
		}
		for i := range rows {
			rows[i].TrainSize = size
		}
		g := Build(plan.Table{Metric: "f1"}, rows, p)
		remark := "Models were trained on 0.5 of the training rows of each fold, the largest of train_sizes."
		if slices.Contains(g.Remarks, remark) != want {
			t.Errorf("size %v: remarks %q", size, g.Remarks)
		}
	}
}

// The title of a table of pooled values does not call them means over folds.
func TestTitleOfPooledValues(t *testing.T) {
	for pooled, want := range map[string]string{
		"":      "f1: mean ± standard deviation over folds, larger is better",
		"d0":    "f1: mean ± standard deviation over folds, or over repeats of pooled values, larger is better",
		"d0 d1": "f1: mean ± standard deviation over repeats of pooled values, larger is better",
	} {
		p, rows := scored("f1", [][][]float64{{{0.5, 0.5}}, {{0.1, 0.2}}})
		for i := range rows {
			rows[i].Pooled = strings.Contains(pooled, rows[i].Dataset)
			rows[i].Again = rows[i].Pooled && rows[i].Fold > 0
		}
		if got := Build(plan.Table{Metric: "f1"}, rows, p).Sheet().Sections[0].Caption; got != want {
			t.Errorf("pooled %q: %s", pooled, got)
		}
	}
}

// Probabilities made of margins have a footnote where a metric is of probabilities.
func TestRawMarginsHaveAFootnote(t *testing.T) {
	for metric, noted := range map[string]bool{"log_loss": true, "brier": true, "accuracy": false} {
		p, rows := scored(metric, [][][]float64{{{0.5, 0.6}, {0.9, 0.7}}})
		for i := range p.Cells {
			p.Cells[i].RawMargins = p.Cells[i].Learner == "l1"
		}
		g := Build(plan.Table{Metric: metric}, rows, p)
		if got := notes(g, g.Entries[0][0]); got != "" {
			t.Errorf("%s: calibrated: %q", metric, got)
		}
		if got := notes(g, g.Entries[0][1]); strings.Contains(got, "margins that are not calibrated") != noted {
			t.Errorf("%s: %q", metric, got)
		}
	}
}
