package run

import (
	"cmp"
	"context"

	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/run/fault"
	"github.com/manyclass/bench/framework/run/stages"
	"github.com/manyclass/bench/framework/run/training"
	"github.com/manyclass/bench/framework/store"
)

// do runs an item. Its error is the run's, which it ends; what goes wrong with a
// cell is its result.
func (w *worker) do(ctx context.Context, it item) error {
	if ctx.Err() != nil {
		return nil
	}
	read := it.source.reader()
	defer read()
	opened := read // called when the matrix of the item is there, unless it needs the table until its end
	if divides(it.Item) {
		opened = func() {}
	}
	cells, err := w.skip(it.Cells)
	if err != nil || len(cells) == 0 {
		return err
	}
	defer it.block.Release(it.Fold)
	defer w.rests()
	w.current = Work{Cell: cells[0].Cell, Timeout: it.Learner.Limits.Timeout}
	w.begins(Encoding, 0)
	for _, c := range cells {
		if err := w.recorder.Start(c.Key); err != nil {
			return err
		}
	}
	choices, err := w.choose(ctx, it, cells)
	if err != nil {
		return err
	}
	for _, group := range byLearner(choices) {
		if ctx.Err() != nil {
			return nil
		}
		if err := w.complete(ctx, it, group, opened); err != nil {
			return err
		}
	}
	return nil
}

// complete trains, decodes and records the cells for which one learner was
// chosen, or for which there is none.
func (w *worker) complete(ctx context.Context, it item, group []choice, opened func()) error {
	learner, err := group[0].learner, group[0].err
	cells := make([]prepare.Cell, len(group))
	for i, c := range group {
		cells[i] = c.Cell
	}
	var t *training.Training
	if err == nil {
		t, err = w.train(ctx, it.block, it.Fold, learner, it.Models, cells, opened)
	}
	if fault.OfRun(err) {
		return err
	}
	if err != nil {
		for _, c := range group {
			result := failed(store.Result{BinaryProblems: c.Problems}, cmp.Or(c.err, err))
			if err := w.record(c.Cell, c.add(result), store.Output{}); err != nil {
				return err
			}
		}
		return nil
	}
	defer t.Close()
	for i, c := range group {
		if ctx.Err() != nil {
			return nil
		}
		if err := w.finish(ctx, t, c, i); err != nil {
			return err
		}
	}
	return nil
}

// finish decodes and records a cell whose problems were trained.
func (w *worker) finish(ctx context.Context, t *training.Training, c choice, place int) error {
	w.current.Cell = c.Cell.Cell
	w.begins(Decoding, 0)
	result, output, err := stages.Result(ctx, t, c.Cell, place)
	if fault.OfRun(err) {
		return err
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil // not the cell's fault
		}
		result = failed(result, err)
	}
	return w.record(c.Cell, c.add(result), output)
}

// skip records the cells that cannot be run and returns the others.
func (w *worker) skip(cells []prepare.Cell) ([]prepare.Cell, error) {
	var runnable []prepare.Cell
	for _, c := range cells {
		if c.Skipped == "" {
			runnable = append(runnable, c)
			continue
		}
		if err := w.record(c, store.Result{Status: store.Skipped, Error: c.Skipped}, store.Output{}); err != nil {
			return nil, err
		}
	}
	return runnable, nil
}
