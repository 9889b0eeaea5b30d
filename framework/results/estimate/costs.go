// Package estimate says how long cells without results will take, by those that have
// some, and how they are shared out among slots and jobs.
package estimate

import (
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// Costs are the seconds that measured cells took. Its zero value has measured none.
type Costs struct {
	results int
	all     mean
	by      [len(likenesses)]map[plan.Combination]mean
}

// mean is that of seconds.
type mean struct {
	seconds float64
	cells   int
}

func (m mean) add(seconds float64) mean { return mean{m.seconds + seconds, m.cells + 1} }
func (m mean) value() float64           { return m.seconds / float64(m.cells) }

// likenesses are what cells of about the same cost have in common, the closest first.
var likenesses = [...]func(plan.Combination) plan.Combination{
	func(c plan.Combination) plan.Combination { return c },
	func(c plan.Combination) plan.Combination {
		return plan.Combination{Dataset: c.Dataset, Learner: c.Learner, Reduction: c.Reduction, TrainSize: c.TrainSize}
	},
	func(c plan.Combination) plan.Combination {
		return plan.Combination{Dataset: c.Dataset, Learner: c.Learner, TrainSize: c.TrainSize}
	},
	func(c plan.Combination) plan.Combination {
		return plan.Combination{Dataset: c.Dataset, TrainSize: c.TrainSize}
	},
}

// Add measures the cells that have results. Those that failed or were skipped do not
// say what their like would take, and of those that other people computed it is not known.
func (c *Costs) Add(cells []plan.Cell, results map[string]store.Result) {
	for _, cell := range cells {
		r, ok := results[cell.Key]
		if !ok || r.Status == store.Failed || r.Status == store.Skipped || r.Elapsed == 0 {
			continue
		}
		c.results++
		c.all = c.all.add(r.Elapsed)
		for i, common := range likenesses {
			if c.by[i] == nil {
				c.by[i] = map[plan.Combination]mean{}
			}
			key := common(cell.Combination)
			c.by[i][key] = c.by[i][key].add(r.Elapsed)
		}
	}
}

// Results is the number of results that were measured.
func (c *Costs) Results() int { return c.results }

// Total is what cells will take together.
type Total struct {
	Cells int // those that cannot be run left out
	// Seconds is the time of one worker, and Longest that of the longest cell; 0 if
	// nothing was measured.
	Seconds, Longest float64
	// Known counts the cells of whose combination some were measured, Similar those of
	// which only others on the same dataset were: with the same learner and reduction,
	// else the same learner, else any. Of the Unknown ones nothing is known: they
	// count as the mean of all that was measured.
	Known, Similar, Unknown int
}

// Of estimates what cells take; those with the same key are one.
func (c *Costs) Of(cells []plan.Cell) Total {
	var t Total
	seen := make(map[string]bool, len(cells))
	for _, cell := range cells {
		if seen[cell.Key] || cell.Skipped != "" {
			continue
		}
		seen[cell.Key] = true
		t.Cells++
		seconds, rule := c.seconds(cell.Combination)
		switch {
		case rule == 0:
			t.Known++
		case rule < len(likenesses):
			t.Similar++
		default:
			t.Unknown++
		}
		t.Seconds += seconds
		t.Longest = max(t.Longest, seconds)
	}
	return t
}

// Seconds estimates what a cell takes; ok is false if nothing on its dataset was
// measured.
func (c *Costs) Seconds(cell plan.Cell) (seconds float64, ok bool) {
	seconds, rule := c.seconds(cell.Combination)
	return seconds, rule < len(likenesses)
}

// seconds of a cell, and the number of the likeness that tells them.
func (c *Costs) seconds(of plan.Combination) (seconds float64, rule int) {
	for i, common := range likenesses {
		if m, ok := c.by[i][common(of)]; ok {
			return m.value(), i
		}
	}
	if c.results == 0 {
		return 0, len(likenesses)
	}
	return c.all.value(), len(likenesses)
}

// Measured reports whether anything is known of a combination itself.
func (c *Costs) Measured(of plan.Combination) bool {
	_, ok := c.by[0][of]
	return ok
}
