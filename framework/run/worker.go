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
	kept     *store.KeptScores
	attempts map[string]int
	load     *load
	finished func(plan.Cell, store.Result)
	working  func(slot int, w Work) // nil if nobody asks
	current  Work
	// opened is called when the matrix of the current item is there; nil if the
	// item needs the table until its end.
	opened func()
}

// do runs an item. Its error is trouble of our own, with the scratch folder or
// the journal, which ends the run; what goes wrong with a cell is its result.
func (w *worker) do(ctx context.Context, j job) error {
	if ctx.Err() != nil {
		return nil
	}
	read := j.block.source.reader()
	defer read()
	if w.opened = read; divides(j.item) {
		w.opened = nil
	}
	cells, err := w.skip(j.item.Cells)
	if err != nil || len(cells) == 0 {
		return err
	}
	defer j.block.release(j.item.Fold)
	defer w.rests()
	w.current = Work{Cell: cells[0].Cell, Timeout: j.item.Learner.Limits.Timeout}
	w.begins(Encoding, 0)
	for _, c := range cells {
		if err := w.recorder.Start(c.Key); err != nil {
			return err
		}
	}
	picks, err := w.picks(ctx, j, cells)
	if err != nil {
		return err
	}
	for _, group := range byLearner(picks) {
		if ctx.Err() != nil {
			return nil
		}
		if err := w.complete(ctx, j, group); err != nil {
			return err
		}
	}
	return nil
}

// complete trains, decodes and records the cells for which one learner was
// chosen, or for which there is none.
func (w *worker) complete(ctx context.Context, j job, group []pick) error {
	learner := group[0].learner
	if learner == nil {
		for _, p := range group {
			if err := w.record(p.Cell, p.add(failed(store.Result{BinaryProblems: p.Problems}, p.err)), store.Output{}); err != nil {
				return err
			}
		}
		return nil
	}
	cells := make([]prepare.Cell, len(group))
	for i, p := range group {
		cells[i] = p.Cell
	}
	t, err := w.train(ctx, j.block, prepare.Item{Fold: j.item.Fold, Learner: learner, Models: j.item.Models}, cells)
	defer t.close()
	if err != nil {
		return err
	}
	for i, p := range group {
		if ctx.Err() != nil {
			return nil
		}
		if err := w.finish(ctx, t, p, i); err != nil {
			return err
		}
	}
	return nil
}

// finish decodes and records a cell whose problems were trained.
func (w *worker) finish(ctx context.Context, t *training, p pick, i int) error {
	w.current.Cell = p.Cell.Cell
	w.begins(Decoding, 0)
	result, output, err := w.decode(ctx, t, p.Cell, i)
	if ours(err) {
		return err
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil // not the cell's fault
		}
		result = failed(result, err)
	}
	return w.record(p.Cell, p.add(result), output)
}

// add adds what tuning found out to a cell's result.
func (p pick) add(r store.Result) store.Result {
	r.Tuned, r.Note = p.tuned, p.note
	r.TrainSeconds += p.seconds
	r.PeakRSSBytes = max(r.PeakRSSBytes, p.peak)
	return r
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

func (w *worker) record(c prepare.Cell, r store.Result, o store.Output) error {
	r.Key, r.Attempt, r.Plugins = c.Key, w.attempts[c.Key], c.Plugins
	if err := w.recorder.Result(r, o); err != nil {
		return err
	}
	w.finished(c.Cell, r)
	return nil
}
