package report

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// The page sums what the ok cells of a combination cost, its peak is that of the largest,
// and what one of them does not know is not known of all.
func TestCosts(t *testing.T) {
	p := &plan.Plan{Datasets: []plan.Dataset{{Name: "d", Target: target.Target{Names: []string{"a", "b"}}}}}
	in := score.Input{Plan: p}
	add := func(learner string, r store.Result) {
		c := plan.Cell{Combination: plan.Combination{Dataset: "d", Encoder: "e", Learner: learner, Reduction: "r"}, Fold: len(p.Cells)}
		p.Cells = append(p.Cells, c)
		in.Cells = append(in.Cells, score.Cell{Cell: c, Result: &r,
			Predictions: func() (store.Predictions, error) { return store.Predictions{K: 2}, nil }})
	}
	cpu := func(seconds float64) *float64 { return &seconds }
	add("all", store.Result{Status: store.OK, BinaryProblems: 3, Costs: store.Costs{TrainSeconds: 0.5, PredictSeconds: 0.25, CPUSeconds: cpu(2), ModelBytes: 2048, PeakRSSBytes: 3 << 20}})
	add("all", store.Result{Status: store.OK, BinaryProblems: 3, Costs: store.Costs{TrainSeconds: 1, PredictSeconds: 0.5, CPUSeconds: cpu(1), ModelBytes: 4096, PeakRSSBytes: 5 << 20}})
	add("all", store.Result{Status: store.Failed, BinaryProblems: 3, Costs: store.Costs{TrainSeconds: 9, CPUSeconds: cpu(9), ModelBytes: 9, PeakRSSBytes: 9 << 30}})
	add("some", store.Result{Status: store.OK, Costs: store.Costs{TrainSeconds: 1, CPUSeconds: cpu(1), ModelBytes: 2048}})
	add("some", store.Result{Status: store.OK, Costs: store.Costs{TrainSeconds: 1}})
	html := pageOf(t, Input{Input: in})
	for _, want := range []string{
		`<td data-value="2">2</td><td data-value="6">6</td><td data-value="1.5">1.50</td><td data-value="3">3.00</td>` +
			`<td data-value="0.75">0.750</td><td data-value="6144">6` + "\u00a0" + `KiB</td><td data-value="5242880">5` + "\u00a0" + `MiB</td></tr>`,
		`<td data-value="2">2</td><td data-value="0">0</td><td data-value="2">2.00</td><td data-value="">–</td>` +
			`<td data-value="0">0</td><td data-value="">–</td>`,
	} {
		if !strings.Contains(html, want) {
			at := max(0, strings.Index(html, "data-value"))
			t.Errorf("the page lacks %s\nit has %s", want, html[at:min(len(html), at+3000)])
		}
	}
}
