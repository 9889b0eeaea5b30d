// Package run executes a prepared experiment: it writes feature matrices,
// trains the union of problems of each learner and fold once, scores the rows
// that are asked for and lets every reduction decode its share. It knows plugins only as
// service values, never as processes.
//
// An item, the cells that share a fold and a learner, or learners that train columns of
// each other's cells, goes through these rooms:
//
//  1. Execute hands items to workers. A worker chooses the learner of each cell,
//     which differs from the item's if it is tuned.
//  2. rows.Block writes the features, and rows.Block.Open gives the fold: training
//     rows, and the sets of rows to score.
//  3. stages.Company has a training.Training for each learner, which takes the union of
//     what the cells ask of it. What is kept or constant needs no training; session.Session
//     trains and scores the others. Then come calibration and abstention.
//  4. stages.Cell goes through the later stages of its reduction and
//     has the reducer decode the scores. Where there are too many scores to be held, they
//     are decoded part by part while the models are there.
//  5. The worker records the result.
//
// An error that fault calls the run's ends it. Any other is that of the problem or
// cell at hand, and becomes the result of the cells that need it.
package run

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/manyclass/bench/framework/base/ledger"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/caller"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run/outside"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/session"
)

// Options of a run.
type Options struct {
	Workers    int    // at least 1
	Processors int    // that the run may use; 0 for those of the machine
	Held       int    // binary scores of a fold that may be held at a time; 0 for 8 MiB of them
	Scratch    string // private folder for matrices
	// Done holds the keys of cells that need not be run.
	Done map[string]bool
	// Take chooses among the cells of an item those to do, when a worker is free for
	// it: others do the rest. It is called by one goroutine at a time, and nil takes
	// all.
	Take func(cells []plan.Cell) []plan.Cell
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
	// Vouch returns an error if the plugins may not be what the plan says any more: what
	// was computed since it was asked last is not recorded, and the run ends. It may be
	// nil.
	Vouch func() error
}

// ErrFailFast ends a run whose options ask for it.
var ErrFailFast = errors.New("a cell failed")

// Execute runs what is missing. It returns early with the context's cause if
// the context ends, and with an error if results cannot be recorded; a cell
// that fails is a result.
func Execute(ctx context.Context, p *prepare.Prepared, plugins prepare.Plugins, o Options) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	list := itemsOf(p, o)
	if slices.ContainsFunc(list, func(it item) bool { return it.source.large() }) {
		debug.FreeOSMemory() // what reading the data left behind
	}
	load := newLoad(o, len(list), p.Experiment.Isolated)
	items := queue{list: list, take: o.Take, left: func() { load.items.Add(-1) }}
	if p.Experiment.Isolated {
		o.Kept = nil // the seconds of a cell are to be its own
	}
	records := ledger.New(o.Vouch, cancel)
	var wg sync.WaitGroup
	var mu sync.Mutex // guards o.Finished
	finished := func(c plan.Cell, r store.Result) {
		mu.Lock()
		defer mu.Unlock()
		o.Finished(c, r)
		if o.FailFast && r.Status != store.OK && r.Status != store.Skipped {
			cancel(ErrFailFast)
		}
	}
	doubts := &caller.Doubts{}
	for slot := range o.Workers {
		w := newWorker(slot, plugins, load, records, o)
		w.Doubts = doubts
		w.Encodes = outside.Asking(ctx, w.Caller)
		w.finished, w.origins = finished, p.Plan.Origins
		wg.Go(func() {
			for it, ok := items.next(ctx); ok; it, ok = items.next(ctx) {
				if err := w.do(ctx, it); err != nil {
					cancel(err)
				}
				load.items.Add(-1)
			}
		})
	}
	wg.Wait()
	if err := records.Close(); err != nil {
		cancel(err)
	}
	return context.Cause(ctx)
}

// itemsOf lists the items with cells that are not done, block by block.
func itemsOf(p *prepare.Prepared, o Options) []item {
	listed := maps.Clone(o.Done)
	if listed == nil {
		listed = map[string]bool{}
	}
	var list []item
	sources := map[*data.Table]*source{}
	for _, b := range p.Blocks {
		items := missing(b.Items, listed)
		table := b.Dataset.Table
		if sources[table] == nil {
			sources[table] = &source{table: table}
		}
		sources[table].items.Add(int64(len(items)))
		block := rows.NewBlock(b, items, p, o.Scratch)
		for _, it := range items {
			list = append(list, item{it, block, sources[table]})
		}
	}
	return list
}

// missing returns the items with the cells that are not listed yet, and lists
// them: cells with the same key are one cell under several names.
func missing(items []prepare.Item, listed map[string]bool) []prepare.Item {
	var left []prepare.Item
	for _, item := range items {
		var cells []plan.Cell
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

func newWorker(slot int, plugins prepare.Plugins, load *load, records *ledger.Ledger, o Options) *worker {
	w := &worker{recorder: o.Recorders[slot], records: records, attempts: o.Attempts}
	w.Client = session.Client{
		Caller:  caller.Caller{Plugins: plugins, Slot: slot, Scratch: o.Scratch},
		Threads: load.threads, Isolated: load.isolated,
		Trains: func(problems int) { w.begins(Training, problems) }, Kept: o.Kept, Keep: w.keep,
		Held: o.Held,
	}
	if o.Working != nil {
		w.tell = func(doing Work) { o.Working(slot, doing) }
	}
	return w
}

// load is the work of a run that is not done yet, for sharing out processors.
type load struct {
	processors, workers int
	isolated            bool
	items               atomic.Int64
}

// newLoad counts the items of a run. Where each reduction is to be timed alone,
// there is one processor to share: its seconds are then those of one thread.
func newLoad(o Options, items int, isolated bool) *load {
	l := &load{processors: cmp.Or(o.Processors, runtime.NumCPU()), workers: o.Workers, isolated: isolated}
	if isolated {
		l.processors = 1
	}
	l.items.Store(int64(items))
	return l
}

// share is the number of processors for each worker that is, or can be, busy.
func (l *load) share() int {
	busy := max(1, min(l.workers, int(l.items.Load())))
	return max(1, l.processors/busy)
}

// threads is the number of threads that a learner may use now.
func (l *load) threads(learner *experiment.Instance) int {
	switch {
	case !learner.Capabilities.Has(contract.UsesThreads):
		return 1
	case learner.Limits.Threads > 0:
		return learner.Limits.Threads
	}
	return l.share()
}
