// Package measure has plugins compute their metrics: of cells whose predictions are
// stored, and of the candidates of a tuning. A metric is asked for many folds in one call.
package measure

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/manyclass/bench/framework/caller"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/fault"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/target"
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

// write writes predictions to sealed files.
func write(files *sealed.Folder, of Table, p *store.Predictions) (call service.ComputeCall, err error) {
	call = service.ComputeCall{Classes: of.Target.Names, MultiLabel: of.Target.MultiLabel}
	n, k := len(p.Rows), of.Target.K()
	put := func(path *string, write func(*os.File) error) {
		if err != nil {
			return
		}
		var paths []string
		if paths, err = files.Make(func(f []*os.File) error { return write(f[0]) }, "metric.npy"); err == nil {
			*path = paths[0]
		}
	}
	for _, rows := range []struct {
		path *string
		of   target.Rows
	}{{&call.Truth, p.Truth}, {&call.Predictions, p.Predicted}} {
		put(rows.path, func(f *os.File) error {
			if call.MultiLabel {
				return matrix.Write(f, n, k, narrow(rows.of.Y))
			}
			return matrix.Write(f, n, 0, narrow(rows.of.Class))
		})
	}
	put(&call.Scores, func(f *os.File) error { return matrix.Write(f, n, k, p.Scores) })
	if p.Probabilities != nil {
		put(&call.Probabilities, func(f *os.File) error { return matrix.Write(f, n, k, p.Probabilities) })
	}
	if of.Weights != nil {
		put(&call.Weights, func(f *os.File) error { return matrix.Write(f, n, 0, pick(of.Weights, p.Rows)) })
	}
	if of.Groups != nil {
		put(&call.Groups, func(f *os.File) error { return matrix.Write(f, n, 0, narrow(pick(of.Groups, p.Rows))) })
	}
	return call, err
}

// narrow makes numbers of classes, labels and groups as long as files have them.
func narrow[T int | int8](values []T) []int32 {
	list := make([]int32, len(values))
	for i, v := range values {
		list[i] = int32(v)
	}
	return list
}

// pick takes the values of some rows.
func pick[T any](values []T, rows []int) []T {
	list := make([]T, len(rows))
	for i, row := range rows {
		list[i] = values[row]
	}
	return list
}
