// Package measure has plugins compute their metrics: of cells whose predictions are
// stored, and of the candidates of a tuning. A metric is asked for many folds in one call.
package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/caller"
)

// Table is what is known of the rows that predictions name.
type Table struct {
	Target  target.Target // whose classes the predictions number
	Weights []float64     // of each row of the dataset, or nil
	Groups  []int         // likewise
}

// TableOf is what a dataset says of its rows.
func TableOf(t *data.Table) Table {
	return Table{Target: t.Target, Weights: t.Weights, Groups: t.GroupOf}
}

// Ask asks a plugin for the values of its metric on the parts of some predictions. Where
// a value is missing its error says why, and names the plugin. The error is the run's, that
// of the call, or the context's.
func Ask(ctx context.Context, c caller.Caller, m metric.Spec, of Table, p *store.Predictions,
	ends []int) (values []service.Computed, err error) {
	if p.Top != nil {
		return nil, errBest
	}
	files, err := sealed.New(c.Scratch, "metric-")
	if err != nil {
		return nil, fault.Scratch(err)
	}
	defer files.Close()
	call, err := write(files, of, p)
	if err != nil {
		return nil, fault.Scratch(err)
	}
	call.Component = service.ComponentRef{Kind: contract.KindMetric, Name: m.Type, Config: m.Config}
	call.Ends = ends
	compute := func() (values []service.Computed, err error) {
		err = c.Call(ctx, contract.KindMetric, m.Type, func(plugin service.Plugin) (err error) {
			values, err = plugin.Compute(ctx, call)
			return err
		})
		return values, err
	}
	if values, err = compute(); err != nil {
		return nil, err
	}
	if m.Plugin.Deterministic {
		doubt := c.Doubts.Check("computing", call.Component, func() (bool, error) {
			again, err := compute()
			return slices.EqualFunc(values, again, alike), err
		})
		for i := range values {
			if doubt != nil {
				values[i] = service.Computed{Err: doubt}
			}
		}
	}
	if err := files.Check(); err != nil {
		return nil, fault.Scratch(err)
	}
	for i, v := range values {
		if v.Err != nil {
			values[i].Err = fmt.Errorf("plugin %s, computing %s: %w", c.Plugins.Origin(contract.KindMetric, m.Type).Name,
				m.Type, v.Err)
		}
	}
	return values, nil
}

// alike reports whether two values are the same, or there is none twice.
func alike(a, b service.Computed) bool {
	return math.Float64bits(a.Value) == math.Float64bits(b.Value) && (a.Err == nil) == (b.Err == nil)
}

// errBest says that a metric of a plugin has no value where the best of each row alone are known.
var errBest = errors.New("the reducer scores the best classes or labels of each row alone, and a metric of a plugin " +
	"needs the scores of all")

// write writes predictions to sealed files.
func write(files *sealed.Folder, of Table, p *store.Predictions) (call service.ComputeCall, err error) {
	call = service.ComputeCall{Classes: of.Target.Names, MultiLabel: of.Target.MultiLabel}
	n, k := len(p.Rows), of.Target.K()
	o := contract.Outcome{
		Truth: numbers(p.Truth, k), Predicted: numbers(p.Predicted, k),
		Scores:  contract.Matrix{Rows: n, Cols: k, Data: p.Scores},
		Weights: lists.Pick(of.Weights, p.Rows), Groups: lists.Pick(of.Groups, p.Rows),
	}
	if p.Probabilities != nil {
		o.Probabilities = &contract.Matrix{Rows: n, Cols: k, Data: p.Probabilities}
	}
	return call, call.Arrays(&o).Write(n, files.Put)
}

// numbers are the class of each row, or 1 or 0 for each of k labels.
func numbers(rows target.Rows, k int) []int {
	if rows.Class != nil {
		return rows.Class
	}
	return lists.Map(rows.Y.Table(k), func(has int8) int { return int(has) })
}
