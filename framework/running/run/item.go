package run

import (
	"cmp"
	"context"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run/stages"
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
	if it.divides() {
		opened = func() {}
	} else if it.source.leaves() {
		it.block.Consume()
	}
	cells, err := w.skip(it.Cells)
	if err != nil || len(cells) == 0 {
		return err
	}
	defer it.block.Release(it.Fold)
	defer w.rests()
	w.current = Work{Cell: cells[0], Timeout: it.Learner.Limits.Timeout}
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
	type chosen struct{ learner, encoder *experiment.Instance }
	var groups grouped.By[chosen, []int] // places of cells by what was chosen
	for i, c := range choices {
		by := chosen{c.Learner, c.encoder}
		if c.err == nil && it.block.Shared(it.Item) {
			by.learner = it.Learner // one group: learners train columns of each other's cells
		}
		group := groups.At(by)
		*group = append(*group, i)
	}
	for _, group := range groups.All() {
		if ctx.Err() != nil {
			return nil
		}
		if err := w.complete(ctx, it, lists.Pick(cells, *group), lists.Pick(choices, *group), opened); err != nil {
			return err
		}
	}
	return nil
}

// complete trains, decodes and records cells that are trained together, or for which there
// is no learner.
func (w *worker) complete(ctx context.Context, it item, cells []plan.Cell, choices []choice, opened func()) error {
	var company *stages.Company
	block, err := it.block, choices[0].err
	if encoder := choices[0].encoder; err == nil && encoder != block.Encoder {
		if block, err = block.EncodedBy(encoder, it.Fold, w.Scratch); err != nil {
			return err
		}
		defer block.Close()
	}
	if err == nil {
		asked := lists.Map(choices, func(c choice) stages.Member { return c.Member })
		company, err = w.train(ctx, block, it.Fold, asked, it.Models, opened)
	}
	if fault.OfRun(err) {
		return err
	}
	if err != nil && ctx.Err() != nil {
		return nil // not the cells' fault: a plugin was encoding
	}
	if err != nil {
		for i, c := range cells {
			result := failed(store.Result{BinaryProblems: c.Problems}, cmp.Or(choices[i].err, err))
			if err := w.record(c, choices[i].add(result), store.Output{}); err != nil {
				return err
			}
		}
		return nil
	}
	defer company.Close()
	for i, c := range cells {
		if ctx.Err() != nil {
			return nil
		}
		if err := w.finish(ctx, c, company.Cells[i], choices[i]); err != nil {
			return err
		}
	}
	return nil
}

// finish decodes and records a cell whose problems were trained.
func (w *worker) finish(ctx context.Context, c plan.Cell, trained *stages.Cell, found choice) error {
	w.current.Cell = c
	w.begins(Decoding, 0)
	result, output, err := trained.Result(ctx)
	if fault.OfRun(err) {
		return err
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil // not the cell's fault
		}
		result = failed(result, err)
	}
	return w.record(c, found.add(result), output)
}

// skip records the cells that cannot be run and returns the others.
func (w *worker) skip(cells []plan.Cell) ([]plan.Cell, error) {
	var runnable []plan.Cell
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
