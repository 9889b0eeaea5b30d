package report

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

func TestWarnings(t *testing.T) {
	p := &plan.Plan{}
	for _, learner := range []string{"a", "b", "c"} {
		p.Cells = append(p.Cells, plan.Cell{Key: learner, Combination: plan.Combination{Learner: learner}})
	}
	stalled := map[contract.End]int{contract.Stalled: 2}
	for _, c := range []struct {
		name    string
		results map[string]store.Result
		want    string
	}{
		{"nothing", map[string]store.Result{"a": {Status: store.OK}}, ""},
		{"a cell that failed", map[string]store.Result{"a": {Status: store.Failed, Training: store.Training{Unconverged: 1}, Tuning: store.Tuning{Note: "no"}}}, ""},
		{"stalled", map[string]store.Result{"b": {Status: store.OK, Training: store.Training{Unconverged: 2, Ends: stalled}}},
			"warning: 1 cell holds problems that did not converge, of b; see the columns unconverged and ended of cells.csv. " +
				"More iterations do not help: scale the features, or choose a smaller C\n"},
		{"unconverged", map[string]store.Result{"a": {Status: store.OK, Training: store.Training{Unconverged: 1}}, "c": {Status: store.OK, Training: store.Training{Unconverged: 1}}},
			"warning: 2 cells hold problems that did not converge, of a, c; see the columns unconverged and ended of " +
				"cells.csv. Allow more iterations, or scale the features\n"},
		{"uncalibrated", map[string]store.Result{"a": {Status: store.OK, Training: store.Training{Uncalibrated: 3}}},
			"warning: 1 cell holds problems with too few rows to calibrate, of a; see the column uncalibrated of cells.csv. " +
				"Their scores are not calibrated\n"},
		{"noted", map[string]store.Result{"a": {Status: store.OK, Tuning: store.Tuning{Note: "1 of 2 failed\nfor ever"}}, "b": {Status: store.OK, Tuning: store.Tuning{Note: "x"}}},
			"warning: 2 cells tuned without candidates that failed, of a, b. The first: 1 of 2 failed\n"},
	} {
		var b strings.Builder
		Warnings(&b, p, c.results)
		if b.String() != c.want {
			t.Errorf("%s: got %q, want %q", c.name, b.String(), c.want)
		}
	}
}
