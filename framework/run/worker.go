package run

import (
	"context"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/store"
)

// worker does one item after the other with the plugin processes of its slot.
type worker struct {
	slot     int
	plugins  prepare.Plugins
	scratch  string
	recorder Recorder
	finished func(plan.Cell, store.Result)
}

// do runs an item. Its error means that results cannot be recorded any more.
func (w *worker) do(ctx context.Context, j job) error {
	if ctx.Err() != nil {
		return nil
	}
	defer j.block.release(j.item.Fold)
	runnable, err := w.skip(j.item.Cells)
	if err != nil || len(runnable) == 0 {
		return err
	}
	for _, c := range runnable {
		if err := w.recorder.Start(c.Key); err != nil {
			return err
		}
	}
	t := w.train(ctx, j, runnable)
	defer t.close()
	for i, c := range runnable {
		if ctx.Err() != nil {
			return nil
		}
		result, predictions := w.decode(ctx, t, c, t.uses[i])
		if ctx.Err() != nil && result.Status != store.OK {
			return nil
		}
		if err := w.record(c, result, predictions); err != nil {
			return err
		}
	}
	return nil
}

// skip records the cells that cannot be run and returns the others.
func (w *worker) skip(cells []prepare.Cell) ([]prepare.Cell, error) {
	var runnable []prepare.Cell
	for _, c := range cells {
		if c.Skipped == "" {
			runnable = append(runnable, c)
			continue
		}
		if err := w.record(c, store.Result{Status: store.Skipped, Error: c.Skipped}, nil); err != nil {
			return nil, err
		}
	}
	return runnable, nil
}

func (w *worker) record(c prepare.Cell, r store.Result, p *store.Predictions) error {
	r.Key = c.Key
	if err := w.recorder.Result(r, p); err != nil {
		return err
	}
	w.finished(c.Cell, r)
	return nil
}
