// Package measure has plugins compute their metrics: of cells whose predictions are
// stored, and of the candidates of a tuning. A metric is asked for many folds in one call.
package measure

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/target"
)

// Desk is where metrics are computed: with the plugin processes of a slot, in a folder.
type Desk struct {
	Plugins prepare.Plugins
	Slot    int
	Scratch string
}

// ErrScratch marks trouble with the scratch folder, which is nobody's value.
var ErrScratch = errors.New("the scratch folder cannot be written")

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
// a value is missing its error says why, and names the plugin. The error is that of the
// scratch folder, of the call, or the context's.
func (d Desk) Ask(ctx context.Context, m metric.Spec, of Table, p *store.Predictions,
	ends []int) ([]service.Computed, error) {
	files, err := sealed.New(d.Scratch, "metric-")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrScratch, err)
	}
	defer files.Close()
	call, err := write(files, of, p)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrScratch, err)
	}
	call.Component = service.ComponentRef{Kind: contract.KindMetric, Name: m.Type, Config: m.Config}
	call.Ends = ends
	values, err := d.twice(ctx, call)
	if err != nil {
		return nil, err
	}
	if err := files.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrScratch, err)
	}
	for i, v := range values {
		if v.Err != nil {
			values[i].Err = fmt.Errorf("plugin %s, computing %s: %w", d.Plugins.Origin(contract.KindMetric, m.Type).Name,
				m.Type, v.Err)
		}
	}
	return values, nil
}

// twice makes a call, again in a fresh process if the first is lost.
func (d Desk) twice(ctx context.Context, call service.ComputeCall) (values []service.Computed, err error) {
	for range 2 {
		plugin, started := d.Plugins.Plugin(ctx, d.Slot, contract.KindMetric, call.Component.Name)
		if started != nil {
			return nil, errors.Join(err, started)
		}
		if values, err = plugin.Compute(ctx, call); !errors.Is(err, service.ErrLost) || ctx.Err() != nil ||
			errors.Is(err, context.DeadlineExceeded) {
			return values, err
		}
	}
	return nil, err
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
