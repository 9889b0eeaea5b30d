package measure

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/caller"
	"github.com/manyclass/bench/framework/running/prepare"
)

// Work is what is to be computed, and by how many at a time.
type Work struct {
	Prepared *prepare.Prepared
	Values   []score.Unmeasured
	Plugins  prepare.Plugins
	Workers  int
	Scratch  string
	// Record keeps a value, or why there is none. It is called by one goroutine at a time.
	Record func(store.MetricValue) error
}

// mostEntries bounds the scores that one call is about, in numbers.
const mostEntries = 1 << 22

// mostLost is how many calls in a row may cost a metric's plugin its process.
const mostLost = 5

// batch is what one call computes: values of a metric on predictions of one combination.
type batch []score.Unmeasured

// Missing has plugins compute what is missing, and records it. A value that cannot be
// computed is recorded with its error. Its own error is that of the scratch folder, of
// Record, or the context's.
func Missing(ctx context.Context, w Work) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	state := &state{Work: w, lost: map[string]int{}}
	queue := make(chan batch)
	var wg sync.WaitGroup
	doubts := &caller.Doubts{}
	for slot := range w.Workers {
		by := caller.Caller{Plugins: w.Plugins, Slot: slot, Scratch: w.Scratch, Doubts: doubts}
		wg.Go(func() {
			for b := range queue {
				if err := state.do(ctx, by, b); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, b := range batches(w.Values) {
		select {
		case queue <- b:
		case <-ctx.Done():
		}
	}
	close(queue)
	wg.Wait()
	return context.Cause(ctx)
}

// batches puts the values of a metric and a combination together.
func batches(values []score.Unmeasured) []batch {
	type call struct {
		metric string
		of     plan.Combination
	}
	var all grouped.By[call, batch]
	for _, u := range values {
		b := all.At(call{u.Metric.Name, u.Cells[0].Combination})
		*b = append(*b, u)
	}
	var list []batch
	for _, b := range all.All() {
		list = append(list, *b)
	}
	return list
}

// state is what the workers share.
type state struct {
	Work
	mu   sync.Mutex
	lost map[string]int // calls in a row that cost the plugin its process, by metric type
}

// table is what is known of the rows of a dataset.
func (s *state) table(name string) Table {
	for _, d := range s.Prepared.Datasets {
		if d.Instance.Name == name {
			return TableOf(d.Table)
		}
	}
	panic("measure: the experiment has no dataset " + name) // the values are of its plan
}

// do computes a batch, in calls of bounded size.
func (s *state) do(ctx context.Context, by caller.Caller, b batch) error {
	of := s.table(b[0].Cells[0].Dataset)
	var held []*store.Predictions
	var keys []string
	entries := 0
	flush := func() error {
		err := s.call(ctx, by, b[0], of, keys, held)
		held, keys, entries = nil, nil, 0
		return err
	}
	for _, u := range b {
		p, err := u.Read(of.Target)
		if err != nil {
			return err
		}
		if entries > 0 && entries+len(p.Scores) > mostEntries {
			if err := flush(); err != nil {
				return err
			}
		}
		held, keys = append(held, p), append(keys, u.Key)
		entries += len(p.Scores)
	}
	return flush()
}

// call computes the values of a metric on some predictions. If that fails as a whole,
// each is tried by itself.
func (s *state) call(ctx context.Context, by caller.Caller, of score.Unmeasured, table Table, keys []string,
	held []*store.Predictions) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	kind := of.Metric.Type
	if s.givenUp(kind) {
		err := fmt.Errorf("plugin %s was lost %d times in a row while it computed %s: it is not asked again",
			s.Plugins.Origin("metric", kind).Name, mostLost, kind)
		return s.record(keys, lists.Map(keys, func(string) service.Computed { return service.Computed{Err: err} }))
	}
	var together store.Predictions
	var ends []int
	for _, p := range held {
		together.Append(p)
		ends = append(ends, len(together.Rows))
	}
	values, err := Ask(ctx, by, of.Metric, table, &together, ends)
	s.answered(kind, err)
	switch {
	case fault.OfRun(err):
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == nil:
		return s.record(keys, values)
	case len(held) == 1:
		return s.record(keys, []service.Computed{{Err: err}})
	}
	for i := range held {
		if err := s.call(ctx, by, of, table, keys[i:i+1], held[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// givenUp reports whether a metric has cost too many processes in a row.
func (s *state) givenUp(kind string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lost[kind] >= mostLost
}

// answered counts the calls in a row that cost the plugin its process.
func (s *state) answered(kind string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lost[kind]++; !errors.Is(err, service.ErrLost) && !errors.Is(err, service.ErrStart) &&
		!errors.Is(err, context.DeadlineExceeded) {
		s.lost[kind] = 0
	}
}

// record records values by their keys.
func (s *state) record(keys []string, values []service.Computed) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, v := range values {
		if err := s.Record(store.NewMetricValue(keys[i], v.Value, v.Err)); err != nil {
			return err
		}
	}
	return nil
}
