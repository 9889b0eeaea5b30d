package run

import (
	"context"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/measure"
)

// measured is value of a plugin's metric: one call, also row by row.
func (w *worker) measured(ctx context.Context, m metric.Spec, table *data.Table, p *store.Predictions,
	rowByRow bool) ([]metric.Value, error) {
	if m.NeedsProbabilities() && p.Probabilities == nil {
		return nil, nil
	}
	ends := []int{len(p.Rows)}
	if rowByRow {
		ends = nil
		for row := range p.Rows {
			ends = append(ends, row+1)
		}
	}
	answers, err := measure.Ask(ctx, w.Caller, m, measure.TableOf(table), p, ends)
	if err != nil {
		return nil, err
	}
	var values []metric.Value
	for _, a := range answers {
		if a.Err != nil {
			return nil, a.Err
		}
		values = append(values, metric.Value{Name: m.Name, Value: a.Value})
	}
	return values, nil
}
