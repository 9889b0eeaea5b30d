// Package scores holds columns of scores: as models give them, completed and checked,
// side by side, and what reducers make of them.
package scores

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// rowBlock is how many rows of a wide matrix are turned at a time, so that their
// cache lines are still there for the next column.
const rowBlock = 64

// Take copies the scores of each model, whose widths add up to the columns,
// for the rows of a part, which errors call row. It refuses what is no number and
// maps probabilities to log-odds (binary) or logarithms (multiclass).
func Take(all contract.Matrix, widths []int, kinds []contract.ScoreKind, row string) ([][]float64, []error) {
	out, errs := make([][]float64, len(widths)), make([]error, len(widths))
	for s, width := range widths {
		out[s] = make([]float64, all.Rows*width)
	}
	for start := 0; start < all.Rows; start += rowBlock {
		at := 0
		for s, width := range widths {
			for i := start; i < min(start+rowBlock, all.Rows); i++ {
				for k, v := range all.Data[i*all.Cols+at : i*all.Cols+at+width] {
					if v-v != 0 && errs[s] == nil {
						errs[s] = fmt.Errorf("the learner's score of %s %d is %v", row, i, v)
					}
					if kinds[s] == contract.Probability {
						if err := checkProbability(v); err != nil && errs[s] == nil {
							errs[s] = fmt.Errorf("the learner's score of %s %d: %w", row, i, err)
						}
						v = fromProbability(v, width)
					}
					out[s][i*width+k] = v
				}
			}
			at += width
		}
	}
	return out, errs
}

func fromProbability(p float64, width int) float64 {
	const least = 1e-300 // keeps certainty finite
	if width > 1 {
		return math.Log(max(p, least))
	}
	return math.Log(max(p, least)) - math.Log(max(1-p, least))
}

// rounding is how far a probability, or the sum of those of a row, may be off: what
// single precision leaves of it.
const rounding = 1e-5

// checkProbability returns an error for a number that is no probability.
func checkProbability(p float64) error {
	if !(p >= -rounding && p <= 1+rounding) {
		return fmt.Errorf("%v is no probability", p)
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
