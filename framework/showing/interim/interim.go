// Package interim scores the cells of a run while it goes on: it reads what is new in the journals of results
// folders, and computes metrics from the predictions there. It does not know who wants the scores.
package interim

import (
	"sync/atomic"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// Scored is a result with its scores.
type Scored struct {
	Cells  []plan.Cell // those that share the result, in the order of the plan; at least one
	Result store.Result
	Scores []score.Row // of the first of Cells, those that are defined; nil unless the result is ok
}

// pause is the least time between two readings of the journals.
const pause = 100 * time.Millisecond

// Scorer hands on each new result of a plan, with its scores.
type Scorer struct {
	plan     *plan.Plan // with the metrics that are computed
	folders  []string
	journals []*store.Follower
	wanted   func(store.Result) bool
	take     func(Scored)
	cells    map[string][]int // places in the plan, by key
	attempts map[string]int   // that were handed on, by key
	wake     chan struct{}
	closing  chan struct{}
	stopped  atomic.Bool // what is left is not handed on
	ended    chan struct{}
}

// Start follows the journals of some folders until [Scorer.Close], and calls take, from one goroutine, with each
// result of a cell of the plan that is wanted, also with those that are there already. The metrics are some of
// [Metrics].
func Start(p *plan.Plan, metrics []metric.Spec, folders []string, wanted func(store.Result) bool,
	take func(Scored)) *Scorer {
	scored := *p
	scored.Metrics = metrics
	s := &Scorer{
		plan: &scored, folders: folders, journals: lists.Map(folders, store.Follow), wanted: wanted, take: take,
		cells: map[string][]int{}, attempts: map[string]int{},
		wake: make(chan struct{}, 1), closing: make(chan struct{}), ended: make(chan struct{}),
	}
	for i, c := range p.Cells {
		s.cells[c.Key] = append(s.cells[c.Key], i)
	}
	s.Wake()
	go s.follow()
	return s
}

// Metrics are those of a plan that a cell can have before the run ends. Metrics of plugins are computed at the end,
// and tables are of all cells.
func Metrics(p *plan.Plan) []metric.Spec {
	return lists.Filter(p.Metrics, func(m metric.Spec) bool {
		return m.Plugin == nil && m.Check() == nil && !m.IsTable()
	})
}

// Wake says that there may be new results.
func (s *Scorer) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Close ends the scorer: after all results that the journals hold, or at once.
func (s *Scorer) Close(all bool) {
	s.stopped.Store(!all)
	close(s.closing)
	<-s.ended
}

// follow reads the journals each time that it is woken.
func (s *Scorer) follow() {
	defer close(s.ended)
	rest := time.NewTicker(pause)
	defer rest.Stop()
	for {
		select {
		case <-s.wake:
		case <-s.closing:
			s.read()
			return
		}
		s.read()
		select {
		case <-rest.C:
		case <-s.closing:
		}
	}
}

// read hands on what is new. What cannot be read now is read the next time.
func (s *Scorer) read() {
	for i, journal := range s.journals {
		results, _ := journal.New()
		for _, r := range results {
			if s.stopped.Load() {
				return
			}
			s.handOn(s.folders[i], r)
		}
	}
}

// handOn hands on a result of the plan, unless one of as late an attempt was.
func (s *Scorer) handOn(dir string, r store.Result) {
	places := s.cells[r.Key]
	if before, known := s.attempts[r.Key]; len(places) == 0 || known && r.Attempt <= before || !s.wanted(r) {
		return
	}
	s.attempts[r.Key] = r.Attempt
	one := Scored{Result: r}
	for _, i := range places {
		one.Cells = append(one.Cells, s.plan.Cells[i])
	}
	if r.Status == store.OK {
		one.Scores = s.scores(folder.CellOf(dir, &s.plan.Cells[places[0]], r))
	}
	s.take(one)
}

// scores are those of a cell that are defined: none if its predictions cannot be read, which the report says.
func (s *Scorer) scores(c score.Cell) []score.Row {
	rows, err := score.Compute(score.Input{Plan: s.plan, Cells: []score.Cell{c}})
	if err != nil {
		return nil
	}
	return lists.Filter(rows, func(r score.Row) bool { return r.Defined() && !r.Pooled })
}
