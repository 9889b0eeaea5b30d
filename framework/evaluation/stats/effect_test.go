package stats

import (
	"math"
	"testing"
)

func TestEffects(t *testing.T) {
	for i, c := range readOutside(t).Effect {
		if got := A12(c.A, c.B); !near(got, c.A12) {
			t.Errorf("case %d: A12 %v, want %v", i, got, c.A12)
		}
		if got := CohenD(c.A, c.B); math.Abs(got-c.D) > 1e-12 {
			t.Errorf("case %d: d %v, want %v", i, got, c.D)
		}
	}
	p, q := []float64{1, 2, 4}, []float64{2, 3, 7}
	for _, size := range []float64{1e300, 1e-300} {
		big := func(v []float64) []float64 { return []float64{v[0] * size, v[1] * size, v[2] * size} }
		if got, want := CohenD(big(p), big(q)), CohenD(p, q); math.Abs(got-want) > 1e-12 {
			t.Errorf("values times %g have d %v, not %v", size, got, want)
		}
	}
	x := []float64{1, 1}
	if CohenD(x, x) != 0 || !math.IsInf(CohenD(x, []float64{2, 2}), -1) || !math.IsNaN(CohenD(x[:1], x[:1])) ||
		A12(x, x) != 0.5 {
		t.Error("effects without variance")
	}
}

// The mean of many values is normal, so its interval is known.
func TestBootstrap(t *testing.T) {
	values := make([]float64, 400)
	for i := range values {
		values[i] = float64(i%20) + 0.5
	}
	mean := func(rows []int) float64 {
		drawn := make([]float64, len(rows))
		for i, row := range rows {
			drawn[i] = values[row]
		}
		return Mean(drawn)
	}
	low, high := Bootstrap(len(values), 0.05, mean)
	reach := 1.96 * SD(values) / 20
	if math.Abs(low-(10-reach)) > 0.05 || math.Abs(high-(10+reach)) > 0.05 {
		t.Errorf("%v to %v, want about %v to %v", low, high, 10-reach, 10+reach)
	}
	if l, h := Bootstrap(len(values), 0.05, mean); l != low || h != high {
		t.Error("the same rows have two intervals")
	}
	if l, h := Bootstrap(1, 0.05, mean); !math.IsNaN(l) || !math.IsNaN(h) {
		t.Errorf("one row has the interval %v to %v", l, h)
	}
	nothing := func([]int) float64 { return math.NaN() }
	if l, h := Bootstrap(3, 0.05, nothing); !math.IsNaN(l) || !math.IsNaN(h) {
		t.Errorf("NaN has the interval %v to %v", l, h)
	}
}

// The wanted values are those of numpy 2: quantile([1, 2, 4, 8], [0, .25, .5, .75, 1]).
func TestQuantile(t *testing.T) {
	for share, want := range map[float64]float64{0: 1, 0.25: 1.75, 0.5: 3, 0.75: 5, 1: 8} {
		if got := Quantile([]float64{1, 2, 4, 8}, share); got != want {
			t.Errorf("quantile %g is %g, want %g", share, got, want)
		}
	}
	if inf := math.Inf(1); Quantile([]float64{0, inf, inf}, 0.9) != inf {
		t.Error("between two infinities is none")
	}
}

// Values that are the same except for rounding have no deviation: there is no d of 10¹⁵.
func TestCohenDOfRounding(t *testing.T) {
	if d := CohenD([]float64{sum(0.1, 0.2), 0.3, 0.3}, []float64{0.2, 0.2, 0.2}); !math.IsInf(d, 1) {
		t.Errorf("d = %v", d)
	}
	if d := CohenD([]float64{sum(0.1, 0.2), 0.3}, []float64{0.3, 0.3}); d != 0 {
		t.Errorf("d = %v of the same values", d)
	}
}

// sum is rounded, as a constant is not.
func sum(a, b float64) float64 { return a + b }
