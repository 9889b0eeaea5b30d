package margin

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Where the b of several classes are equal up to rounding, their mean may be
// above some of them: leaving these out gives a mean that takes them in again. Two
// rows of soybean, in the folds 5 and 7 of seed 1, and many with such ties.
func TestLevelOfTiedClasses(t *testing.T) {
	fold5 := []float64{0.9104659741622994, 0.9642695229752782, 1.295309257650367, 1.5415485428839868, 1.0432248774345656,
		0.801419687303049,
		0.9593331260839071, 0.8139283746420336, 0.8344208665271919, 0.6111671800893332, 1.015182567582966, 1.541548542883987,
		-0.38078621299925075, 1.4722801887834611, 1.5415485428839868, 0.7586302626008367, 0.690461250980648,
		0.6721035831181328, 0.9139438644132236}
	checkLevel(t, fold5, 14, 36, 1)
	for _, size := range []float64{1e-8, 1, 1e8, 1e17} {
		rng := rand.New(rand.NewPCG(1, uint64(size)))
		for range 20000 {
			b := make([]float64, 1+rng.IntN(20))
			x := size * rng.Float64()
			for k := range b {
				b[k] = x
				for range rng.IntN(4) {
					b[k] = math.Nextafter(b[k], math.Inf(1-2*rng.IntN(2)))
				}
				if rng.IntN(3) == 0 {
					b[k] -= size * rng.Float64()
				}
			}
			checkLevel(t, b, rng.IntN(len(b)), 36, math.Pow(10, 12*rng.Float64()-6))
			if t.Failed() {
				return
			}
		}
	}
}

// checkLevel checks the optimality of the α of one row: they are within their
// limits and add up to 0, up to the rounding of β.
func checkLevel(t *testing.T, b []float64, class int, square, bound float64) {
	t.Helper()
	m := &multiclass{given: given{bound: []float64{bound}, square: []float64{square}}, class: []int{class},
		classes: len(b), b: b}
	beta := m.level(0)
	sum, largest := 0.0, 0.0
	for k, v := range b {
		sum += min(m.limit(0, k), (beta-v)/square)
		largest = max(largest, math.Abs(v))
	}
	if math.IsInf(beta, 0) || !(math.Abs(sum) <= 1e-15*float64(len(b))*(largest/square+bound)) {
		t.Errorf("β = %v of b = %v, class %d, bound %v: the α add up to %v", beta, b, class, bound, sum)
	}
}
