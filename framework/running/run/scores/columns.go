// Package scores holds columns of scores: as models give them, completed and checked,
// side by side, and what reducers make of them.
package scores

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
)

// rowBlock is how many rows of a wide matrix are turned at a time, so that their
// cache lines are still there for the next column.
const rowBlock = 64

// Taken are the scores of some models, each model's by itself, taken over part by
// part of the rows.
type Taken struct {
	Columns [][]float64 // of each model rows × its width
	Errs    []error     // what is wrong with the scores of a model

	widths []int
	kinds  []contract.ScoreKind
	row    string // what messages call a row
	from   int    // rows that are there
}

// NewTaken returns room for the scores of models of some widths for some rows, which
// errors call row.
func NewTaken(rows int, widths []int, kinds []contract.ScoreKind, row string) *Taken {
	t := &Taken{
		Columns: make([][]float64, len(widths)), Errs: make([]error, len(widths)), widths: widths, kinds: kinds, row: row,
	}
	for m, width := range widths {
		t.Columns[m] = make([]float64, rows*width)
	}
	return t
}

// Add copies the scores of the next rows, side by side as the models' widths say. It
// refuses values that are not numbers and maps probabilities to log-odds (binary) or logarithms
// (multiclass).
func (t *Taken) Add(all contract.Matrix) {
	for start := 0; start < all.Rows; start += rowBlock {
		at := 0
		for m, width := range t.widths {
			for i := start; i < min(start+rowBlock, all.Rows); i++ {
				for k, v := range all.Data[i*all.Cols+at : i*all.Cols+at+width] {
					taken, err := Take(v, t.kinds[m], width)
					if err != nil && t.Errs[m] == nil {
						t.Errs[m] = fmt.Errorf("the learner's score of %s %d %w", t.row, t.from+i, err)
					}
					t.Columns[m][(t.from+i)*width+k] = taken
				}
			}
			at += width
		}
	}
	t.from += all.Rows
}

// Take is a score of a model with some number of scores a row as it is taken over: a
// probability as log-odds or, of several, as a logarithm. The error says what the score
// is instead of a number or a probability.
func Take(v float64, kind contract.ScoreKind, width int) (float64, error) {
	var err error
	switch {
	case v-v != 0:
		err = fmt.Errorf("is %v", v)
	case kind == contract.Probability && checkProbability(v) != nil:
		err = fmt.Errorf("is %v, which is not a probability", v)
	}
	if kind != contract.Probability {
		return v, err
	}
	return fromProbability(v, width), err
}

func fromProbability(p float64, width int) float64 {
	const least = 1e-300 // keeps certainty finite
	if width > 1 {
		return elementary.Log(max(p, least))
	}
	return elementary.Log(max(p, least)) - elementary.Log(max(1-p, least))
}

// rounding is how far a probability, or the sum of those of a row, may be off: what
// single precision leaves of it.
const rounding = 1e-5

// checkProbability returns an error for a number that is not a probability.
func checkProbability(p float64) error {
	if !(p >= -rounding && p <= 1+rounding) {
		return fmt.Errorf("%v is not a probability", p)
	}
	return nil
}

// Widened puts the scores of the classes that a multiclass model has seen into rows
// of all its classes. The others score one less than the least of the row.
func Widened(scores []float64, seen []int, width int) []float64 {
	out := make([]float64, 0, len(scores)/len(seen)*width)
	for row := range slices.Chunk(scores, len(seen)) {
		full := slices.Repeat([]float64{below(slices.Min(row))}, width)
		for i, class := range seen {
			full[class] = row[i]
		}
		out = append(out, full...)
	}
	return out
}

// below is less than a score by one, or by the least that there is.
func below(score float64) float64 {
	return max(-math.MaxFloat64, min(score-1, math.Nextafter(score, math.Inf(-1))))
}
