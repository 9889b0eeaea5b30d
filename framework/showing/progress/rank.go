package progress

import (
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/interim"
	"github.com/manyclass/bench/framework/showing/report/answer"
)

// Rank lets a terminal show the best so far by the first metric of a plan, of the results that the journals of some
// folders hold, until the function that it returns is called.
func (p *Progress) Rank(of *plan.Plan, folders ...string) (stop func()) {
	by, ok := answer.MainMetric(of)
	if !ok || by.Plugin != nil {
		return func() {}
	}
	all := func(store.Result) bool { return true }
	p.mu.Lock()
	defer p.mu.Unlock()
	p.best = newBest(of, by)
	p.scorer = interim.Start(of, []metric.Spec{by}, folders, all, p.scored)
	return func() { p.scorer.Close(false) }
}

// scored hears the scores of cells.
func (p *Progress) scored(one interim.Scored) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, row := range one.Scores {
		for _, c := range one.Cells {
			p.best.add(c, row.Value)
		}
	}
}
