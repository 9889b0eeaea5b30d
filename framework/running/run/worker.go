package run

import (
	"context"
	"errors"
	"slices"

	"github.com/manyclass/bench/framework/base/ledger"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/session"
	"github.com/manyclass/bench/framework/running/run/stages"
)

// worker does one item after the other with the plugin processes of its slot.
type worker struct {
	session.Client
	recorder Recorder
	records  *ledger.Ledger
	attempts map[string]int
	origins  func(identity string) []service.Origin
	finished func(plan.Cell, store.Result)
	watch
}

// train trains the distinct problems of the cells' first stages on a fold. Without
// an error the company is to be closed, with which its cells end; one that is not the
// run's is the data's.
func (w *worker) train(
	ctx context.Context, b *rows.Block, fold int, members []stages.Member, models map[*experiment.Instance]plan.Models,
	loaded func(),
) (*stages.Company, error) {
	company, err := stages.Open(&w.Client, b, fold, members, models)
	if err != nil {
		return nil, err
	}
	loaded()
	if err := company.Fit(ctx); err != nil {
		company.Close()
		return nil, err
	}
	return company, nil
}

func (w *worker) record(c plan.Cell, r store.Result, o store.Output) error {
	r.Key, r.Attempt, r.Plugins = c.Key, w.attempts[c.Key], w.origins(c.Identity)
	return w.records.Add(o.Bytes(), func() error {
		if err := w.recorder.Result(r, o); err != nil {
			return err
		}
		w.finished(c, r)
		return nil
	})
}

// keep records the scores of a binary model. What is recorded later is a copy: scores are
// calibrated in their place.
func (w *worker) keep(s store.BinaryScores, rows store.RowScores) error {
	if w.records.Holds() {
		rows.Scores, rows.Grid = slices.Clone(rows.Scores), slices.Clone(rows.Grid)
	}
	return w.records.Add(rows.Bytes(), func() error { return w.recorder.Scores(s, rows) })
}

// errorLimit is how much of an error is kept, in characters.
const errorLimit = 2000

func failed(r store.Result, err error) store.Result {
	r.Status, r.Error = store.Failed, wording.Harmless(err.Error(), errorLimit)
	switch {
	case errors.Is(err, service.ErrMemory):
		r.Status = store.OutOfMemory
	case errors.Is(err, context.DeadlineExceeded):
		r.Status = store.Timeout
	}
	return r
}

// Recorder takes the results of one worker.
type Recorder interface {
	Start(key string) error
	Result(r store.Result, o store.Output) error
	Scores(s store.BinaryScores, rows store.RowScores) error
}
