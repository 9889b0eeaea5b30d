package decode

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// Cumulative is for codes of K−1 thresholds between ordered classes, column l asking
// whether the class is above the l-th: p_k = P(> k−1) − P(> k), P(> l) = σ(s_l) (Frank &
// Hall, "A simple approach to ordinal classification", ECML 2001). A difference below 0,
// which models that are trained apart can have, counts as 0, and the rest is divided by
// its sum. These are the class scores.
const Cumulative Method = "cumulative"

func prepareCumulative(_ Rule, code contract.Code) (func() decoder, error) {
	class, column, err := thresholdsOf(code)
	if err != nil {
		return nil, err
	}
	return func() decoder {
		copied := func(scores, p []float64) { copy(p, scores) }
		return decoder{equal: ofSum, probabilities: copied, score: func(s, out []float64) {
			above := math.Inf(1) // the score of P(> k−1)
			for place, k := range class {
				next := math.Inf(-1)
				if place < len(column) {
					next = s[column[place]]
				}
				out[k] = between(above, next)
				above = next
			}
			normalise(out)
		}}
	}, nil
}

// between returns σ(a) − σ(b), from the smaller sides of both.
func between(a, b float64) float64 {
	if a > 0 && b > 0 {
		return Sigmoid(-b) - Sigmoid(-a)
	}
	return Sigmoid(a) - Sigmoid(b)
}

// thresholdsOf reads a code of thresholds between ordered classes: it returns the
// classes from the lowest and the columns of the thresholds above them. A column is +1
// for the classes above its threshold and −1 for the others.
func thresholdsOf(code contract.Code) (class, column []int, err error) {
	k := code.Classes()
	if code.Columns() != k-1 {
		return nil, nil, fmt.Errorf("%s needs a code of thresholds between ordered classes; %d classes have %d, not %d",
			Cumulative, k, k-1, code.Columns())
	}
	class, column = slices.Repeat([]int{-1}, k), slices.Repeat([]int{-1}, k-1)
	above := make([]int, k) // the thresholds below each class
	for l := range column {
		positive := 0
		for i, m := range code.Column(l) {
			if m > 0 {
				positive++
				above[i]++
			}
		}
		if place := k - 1 - positive; place >= 0 && place < k-1 {
			column[place] = l
		}
	}
	for i, place := range above {
		class[place] = i
	}
	for place, l := range column {
		if l < 0 || slices.Contains(class, -1) {
			return nil, nil, fmt.Errorf("%s needs a code of thresholds between ordered classes; "+
				"no column has exactly the %d highest of them at +1", Cumulative, k-1-place)
		}
		for i, m := range code.Column(l) {
			if (above[i] > place) != (m > 0) || m == 0 {
				return nil, nil, fmt.Errorf("%s needs a code of thresholds between ordered classes, without zeros; "+
					"column %d is not one", Cumulative, l)
			}
		}
	}
	return class, column, nil
}
