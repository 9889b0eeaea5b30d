package events

import (
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/run"
	"github.com/manyclass/bench/framework/showing/interim"
)

// Cells makes an event of each cell that is run.
type Cells struct {
	stream       *Stream
	scorer       *interim.Scorer
	missing      launch.Missing
	done, failed int
}

// Planned says what is going to run in a results folder.
func (s *Stream) Planned(p *plan.Plan, missing launch.Missing, out string) {
	s.Plan(Plan{Experiment: p.Experiment, Out: out, Cells: len(p.Cells), Missing: missing.Cells,
		FitsRequested: p.FitsRequested, FitsDistinct: p.FitsDistinct, FitsAtMost: p.FitsAtMost,
		Metrics: lists.Map(p.Metrics, func(m metric.Spec) string { return m.Name })})
}

// Follow makes events of the missing cells of a plan, whose results come into journals of some folders, until
// [Cells.Close].
func (s *Stream) Follow(p *plan.Plan, missing launch.Missing, folders ...string) *Cells {
	c := &Cells{stream: s, missing: missing, done: len(p.Cells) - missing.Cells}
	c.scorer = interim.Start(p, interim.Metrics(p), folders, c.wanted, c.take)
	return c
}

// Finished hears that there is a result.
func (c *Cells) Finished(plan.Cell, store.Result) { c.scorer.Wake() }

// Working hears what a worker does.
func (c *Cells) Working(int, run.Work) {}

// Note makes a note of a line.
func (c *Cells) Note(line string) { _, _ = Lines{c.stream}.Write([]byte(line)) }

// Close makes events of the results that are left.
func (c *Cells) Close() { c.scorer.Close(true) }

// wanted reports whether a result is of this run.
func (c *Cells) wanted(r store.Result) bool {
	return !c.missing.Done[r.Key] && r.Attempt >= c.missing.Attempts[r.Key]
}

// take makes an event of each cell of a result.
func (c *Cells) take(one interim.Scored) {
	r := one.Result
	scores := map[string]Number{}
	for _, row := range one.Scores {
		scores[row.Metric] = Number(row.Value)
	}
	for _, at := range one.Cells {
		if c.done++; r.Status != store.OK && r.Status != store.Skipped {
			c.failed++
		}
		place := Place{at.Division(), at.Encoder, at.Learner, at.Reduction, at.Repeat, at.Fold}
		c.stream.Cell(Cell{Place: place, Status: string(r.Status), Error: r.Error, TrainRows: r.TrainRows,
			TestRows: r.TestRows, TrainSeconds: r.TrainSeconds, PredictSeconds: r.PredictSeconds, Scores: scores,
			Done: c.done, Failed: c.failed})
	}
}
