package decode

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// Sums of the same numbers in another order differ by rounding, and so do class scores that
// are equal. Class scores that differ by no more count as equal, so that what is predicted
// depends neither on the places of columns nor, except with class order, on those of classes.

// rounding is how much sums of equal value may differ, as a share of their terms, and
// solved how much the solutions of equations and fits may.
const (
	rounding = 1e-12
	solved   = 1e-9
)

// slack is how much less than the largest, best, a class score may be and still count as
// equal, given the scores of the models.
type slack func(s []float64, best float64) float64

// ofSum is the slack of sums whose terms have one sign.
func ofSum(_ []float64, best float64) float64 { return rounding * math.Abs(best) }

// ofLog is the slack of logarithms of sums.
func ofLog(_ []float64, best float64) float64 { return float64(rounding * max(1, math.Abs(best))) }

// ofSolution is the slack of probabilities that solve equations, ofFit that of their
// logarithms.
func ofSolution(_ []float64, best float64) float64 { return solved * best }
func ofFit([]float64, float64) float64             { return solved }

// ofMargins returns the slack of sums of margins of either sign, given their number.
func ofMargins(terms float64) slack {
	return func(s []float64, _ float64) float64 { return rounding * terms * largestSize(s) }
}

// atLeast is the slack, or a bound where that is larger.
func (equal slack) atLeast(bound float64) slack {
	return func(s []float64, best float64) float64 { return max(bound, equal(s, best)) }
}

// largestSize returns max |s|, by bits, whose order is that of the sizes.
func largestSize(s []float64) float64 {
	most := uint64(0)
	for _, x := range s {
		if size := math.Float64bits(x) << 1; size > most {
			most = size
		}
	}
	return math.Float64frombits(most >> 1)
}

// choose returns the first of the classes that count as having the largest class score.
func (equal slack) choose(s, classScores []float64) int {
	best := Argmax(classScores)
	if equal == nil {
		return best
	}
	return firstFrom(classScores, classScores[best]-equal(s, classScores[best]))
}

// firstFrom returns the index of the first number of at least a bound that one of them has.
func firstFrom(v []float64, bound float64) int {
	k := 0
	for v[k] < bound {
		k++
	}
	return k
}

// Ties says how methods that look at signs alone choose between classes that are equally
// good: those with TiesOption. All others take the first in class order.
type Ties string

// The ways to break a tie.
const (
	ByScore Ties = "score" // the largest Σ_l s_l·m_kl, then class order
	First   Ties = "first" // class order
)

// AllTies returns the names of the ways to break a tie, the default first.
func AllTies() []string { return []string{string(ByScore), string(First)} }

// pick breaks ties of equal class scores, nil for class order.
func (t Ties) pick(code contract.Code) func(s, classScores []float64) int {
	if t == First {
		return nil
	}
	rows, sums := newEntries(code), make([]float64, code.Classes())
	return func(s, classScores []float64) int { return tieByScore(rows, s, classScores, sums) }
}

// tieByScore returns, of the classes whose class score is largest, the first that counts
// as having the largest Σ_l s_l·m_kl. It uses sums as space.
func tieByScore(rows *entries, s, classScores, sums []float64) int {
	best := Argmax(classScores)
	if !slices.Contains(classScores[best+1:], classScores[best]) {
		return best
	}
	most, size := math.Inf(-1), 0.0
	for k := best; k < len(classScores); k++ {
		if sums[k] = math.Inf(-1); classScores[k] == classScores[best] {
			var terms float64
			sums[k], terms = signedSum(rows.row(k), s)
			most, size = max(most, sums[k]), max(size, terms)
		}
	}
	return best + firstFrom(sums[best:], most-float64(rounding*size))
}

// signedSum returns Σ s·m of a row and the sum of the sizes of its terms.
func signedSum(row []contract.Entry, s []float64) (sum, size float64) {
	for _, e := range row {
		sum += float64(float64(e.Sign) * s[e.Column])
		size += math.Abs(s[e.Column])
	}
	return sum, size
}
