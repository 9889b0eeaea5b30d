// Package run executes a prepared experiment: it writes feature matrices,
// trains the union of problems of each learner and fold once, scores the rows
// that are asked for and lets every reduction decode its share. It knows plugins only as
// service values, never as processes.
package run

import (
	"context"
	"errors"
	"maps"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/store"
)

// Recorder takes the results of one worker.
type Recorder interface {
	Start(key string) error
	Result(r store.Result, o store.Output) error
	Scores(s store.BinaryScores, rows store.RowScores) error
}

// Options of a run.
type Options struct {
	Workers int    // at least 1
	Scratch string // private folder for matrices
	// Done holds the keys of cells that need not be run.
	Done map[string]bool
	// Attempts holds the number of the attempt of cells that are retried.
	Attempts map[string]int
	// Kept are binary scores of earlier runs, which take the place of training. It may
	// be nil.
	Kept *store.KeptScores
	// Recorders has one entry a worker.
	Recorders []Recorder
	// Finished is called after each recorded cell, from one goroutine at a time.
	Finished func(plan.Cell, store.Result)
	// Working is called when a worker begins something that can take long, and with
	// the zero Work when it has done an item; from all workers at the same time.
	// It may be nil.
	Working func(slot int, w Work)
	// FailFast ends the run after the first cell that is neither ok nor skipped.
	FailFast bool
}

// ErrFailFast ends a run whose options ask for it.
var ErrFailFast = errors.New("a cell failed")

// job is an item with the block it belongs to.
type job struct {
	block *block
	item  prepare.Item
}

// Execute runs what is missing. It returns early with the context's cause if
// the context ends, and with an error if results cannot be recorded; a cell
// that fails is a result.
func Execute(ctx context.Context, p *prepare.Prepared, plugins prepare.Plugins, o Options) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	list := jobsOf(p, o)
	debug.FreeOSMemory() // what reading the data left behind
	jobs := make(chan job)
	load := newLoad(o.Workers, len(list), p.Experiment.Isolated)
	var wg sync.WaitGroup
	var mu sync.Mutex // guards o.Finished
	if p.Experiment.Isolated {
		o.Kept = nil // the seconds of a cell are to be its own
	}
	for slot := range o.Workers {
		w := &worker{
			slot: slot, plugins: plugins, scratch: o.Scratch, recorder: o.Recorders[slot], attempts: o.Attempts,
			load: load, working: o.Working, kept: o.Kept,
			finished: func(c plan.Cell, r store.Result) {
				mu.Lock()
				defer mu.Unlock()
				o.Finished(c, r)
				if o.FailFast && r.Status != store.OK && r.Status != store.Skipped {
					cancel(ErrFailFast)
				}
			},
		}
		wg.Go(func() {
			for j := range jobs {
				if err := w.do(ctx, j); err != nil {
					cancel(err)
				}
				load.items.Add(-1)
			}
		})
	}
	feed(ctx, jobs, list)
	wg.Wait()
	return context.Cause(ctx)
}

// jobsOf lists the items with cells that are not done, block by block.
func jobsOf(p *prepare.Prepared, o Options) []job {
	listed := maps.Clone(o.Done)
	if listed == nil {
		listed = map[string]bool{}
	}
	var list []job
	sources := map[*data.Table]*source{}
	for _, b := range p.Blocks {
		items := missing(b.Items, listed)
		block := newBlock(b, items, p, o.Scratch)
		table := b.Dataset.Table
		if sources[table] == nil {
			sources[table] = &source{table: table}
		}
		block.source = sources[table]
		block.source.items.Add(int64(len(items)))
		for _, item := range items {
			list = append(list, job{block, item})
		}
	}
	return list
}

// feed hands out jobs in order.
func feed(ctx context.Context, jobs chan<- job, list []job) {
	defer close(jobs)
	for i := range list {
		select {
		case jobs <- list[i]:
		case <-ctx.Done():
			return
		}
		list[i] = job{} // a block can go with its last item
	}
}

// missing returns the items with the cells that are not listed yet, and lists
// them: cells with the same key are one cell under several names.
func missing(items []prepare.Item, listed map[string]bool) []prepare.Item {
	var left []prepare.Item
	for _, item := range items {
		var cells []prepare.Cell
		for _, c := range item.Cells {
			if !listed[c.Key] {
				listed[c.Key] = true
				cells = append(cells, c)
			}
		}
		if len(cells) > 0 {
			item.Cells = cells
			left = append(left, item)
		}
	}
	return left
}

// runnable reports whether an item has a cell that is not skipped.
func runnable(item prepare.Item) bool {
	return slices.ContainsFunc(item.Cells, func(c prepare.Cell) bool { return c.Skipped == "" })
}
