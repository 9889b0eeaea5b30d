package score

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// Models says what the binary models of one combination of dataset, encoder,
// learner and reduction do: means over folds and repeats, NaN where there is no
// value in any.
type Models struct {
	plan.Combination

	Cells    int     // cells that are counted
	Problems float64 // binary models
	Shares
}

// Shares are what a Binary comes to, each between 0 and 1. A share of nothing is
// NaN.
type Shares struct {
	Error     float64 // of the rows in which a model takes part, those on which it is wrong; mean over models
	Wrong     float64 // of the test rows, those on which some model is wrong
	Corrected float64 // of those, the rows that are predicted right
	Spoiled   float64 // of the rows on which no model is wrong, those that are predicted wrong
	Silent    float64 // of the test rows, those on which no model fires
	Several   float64 // of the test rows, those on which more than one fires
}

// HasModels reports whether a cell has counts of binary models.
func (c Cell) HasModels() bool { return c.Status() == store.OK && c.Binary != nil }

// Models returns the counts of the binary models of a cell that has them.
func (c Cell) Models() (diagnose.Binary, error) {
	b, err := c.Binary()
	if err != nil {
		return b, fmt.Errorf("binary models of cell %s: %w", c.Name(), err)
	}
	return b, nil
}

// ModelMeans averages over the cells of each combination that have counts of
// binary models, in the order of the plan. It fails when they cannot be read.
func ModelMeans(in Input) ([]Models, error) {
	var list []Models
	for cells := range byCombination(in.Cells, Cell.HasModels) {
		var shares []Shares
		problems := 0
		for _, c := range cells {
			b, err := c.Models()
			if err != nil {
				return nil, err
			}
			shares = append(shares, SharesOf(b))
			problems += len(b.Columns)
		}
		list = append(list, Models{
			Combination: cells[0].Combination, Cells: len(cells), Problems: float64(problems) / float64(len(cells)),
			Shares: meanShares(shares),
		})
	}
	return list, nil
}

// meanShares averages each share over the cells in which it has a value.
func meanShares(list []Shares) Shares {
	mean := func(of func(Shares) float64) float64 {
		return stats.Mean(lists.Filter(lists.Map(list, of), func(v float64) bool { return !math.IsNaN(v) }))
	}
	return Shares{
		Error:     mean(func(s Shares) float64 { return s.Error }),
		Wrong:     mean(func(s Shares) float64 { return s.Wrong }),
		Corrected: mean(func(s Shares) float64 { return s.Corrected }),
		Spoiled:   mean(func(s Shares) float64 { return s.Spoiled }),
		Silent:    mean(func(s Shares) float64 { return s.Silent }),
		Several:   mean(func(s Shares) float64 { return s.Several }),
	}
}

// SharesOf returns what counts come to.
func SharesOf(b diagnose.Binary) Shares {
	var errors []float64
	for _, c := range b.Columns {
		if c.Rows > 0 {
			errors = append(errors, share(c.Errors, c.Rows))
		}
	}
	s := Shares{
		Error: stats.Mean(errors), Wrong: share(b.Wrong, b.Rows), Corrected: share(b.Corrected, b.Wrong),
		Spoiled: share(b.Spoiled, b.Rows-b.Wrong), Silent: math.NaN(), Several: math.NaN(),
	}
	if b.Silent != nil {
		s.Silent, s.Several = share(*b.Silent, b.Rows), share(*b.Several, b.Rows)
	}
	return s
}

// share is a/b, NaN if b is 0.
func share(a, b int) float64 {
	if b == 0 {
		return math.NaN()
	}
	return float64(a) / float64(b)
}
