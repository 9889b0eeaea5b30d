package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// A page of many combinations shows the costs summed over datasets, and the models of as
// many datasets as there is room for.
func TestLongTables(t *testing.T) {
	p := &plan.Plan{}
	in := score.Input{Plan: p}
	const datasets, methods = 3, mostRows / 3 * 10 / 9 // two datasets have room, a third has not
	for d := range datasets {
		p.Datasets = append(p.Datasets, plan.Dataset{Name: fmt.Sprintf("d%d", d),
			Target: target.Target{Names: []string{"a", "b"}}})
		for m := range methods {
			c := plan.Cell{Combination: plan.Combination{Dataset: p.Datasets[d].Name, Encoder: "e", Learner: fmt.Sprintf("l%d", m),
				Reduction: "r"}}
			p.Cells = append(p.Cells, c)
			in.Cells = append(in.Cells, score.Cell{Cell: c, Result: &store.Result{Status: store.OK, Costs: store.Costs{TrainSeconds: 0.5}, BinaryProblems: 2},
				Predictions: func() (store.Predictions, error) { return store.Predictions{K: 2}, nil },
				Binary: func() (diagnose.Binary, error) {
					return diagnose.Binary{Rows: 8, Columns: []diagnose.Column{{Column: "+-", Rows: 8}}}, nil
				}})
		}
	}
	html := pageOf(t, Input{Input: in})
	for _, want := range []string{
		"Sums over the datasets and their cells (folds and repeats) that are ok. The seconds of each cell are in cells.csv.",
		`<tr><th scope="row">all 3</th><td class="word">l0</td><td class="word">r</td><td data-value="3">3</td><td data-value="6">6</td><td data-value="1.5">1.50</td>`,
		"<p>1 more dataset is only in decoding.csv, to keep this page short.</p>",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(pageOf(t, Input{Input: score.Input{Plan: p, Cells: in.Cells[:9]}}), "for the length") {
		t.Error("a short page leaves something out")
	}
}
