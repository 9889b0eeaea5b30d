package above

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// logOdds undoes sigmoid.
func logOdds(p ...float64) []float64 {
	out := make([]float64, len(p))
	for i, v := range p {
		out[i] = math.Log(v) - math.Log1p(-v)
	}
	return out
}

func near(a, b []float64, tolerance float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= tolerance })
}

// By hand, from P(>k).
func TestProbabilities(t *testing.T) {
	for name, test := range map[string]struct{ above, want []float64 }{
		"two classes":        {[]float64{0.3}, []float64{0.7, 0.3}},
		"monotone":           {[]float64{0.9, 0.5, 0.2}, []float64{0.1, 0.4, 0.3, 0.2}},
		"one violation":      {[]float64{0.9, 0.3, 0.6, 0.1}, []float64{0.1, 0.45, 0, 0.35, 0.1}},
		"a block that grows": {[]float64{0.5, 0.4, 0.9}, []float64{0.4, 0, 0, 0.6}},
		"all turned round":   {[]float64{0.1, 0.2, 0.6}, []float64{0.7, 0, 0, 0.3}},
	} {
		if got := probabilities(logOdds(test.above...)); !near(got, test.want, 1e-15) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func draw(random *rand.Rand, size float64) []float64 {
	s := make([]float64, 1+random.IntN(9))
	for i := range s {
		s[i] = size * random.NormFloat64()
	}
	return s
}

// The nonincreasing sequence nearest to q has in place i the least over a ≤ i of
// the greatest over b ≥ i of the mean of q from a to b (the min-max formulas of
// Robertson, Wright & Dykstra, "Order restricted statistical inference", 1988).
func TestMonotoneIsNearest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for range 500 {
		q := draw(random, 1)
		want := make([]float64, len(q))
		for i := range q {
			want[i] = math.Inf(1)
			for a := range i + 1 {
				most, sum := math.Inf(-1), 0.0
				for b := a; b < len(q); b++ {
					sum += q[b]
					if b >= i {
						most = max(most, sum/float64(b-a+1))
					}
				}
				want[i] = min(want[i], most)
			}
		}
		got := slices.Clone(q)
		monotone(got)
		if !near(got, want, 1e-12) {
			t.Fatalf("%v became %v, want %v", q, got, want)
		}
	}
}

// Whatever the scores: between 0 and 1, sum 1, and turned round with the order.
func TestProbabilitiesAreSome(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	for _, size := range []float64{1, 30, 1e4, 1e300} {
		for range 200 {
			s := draw(random, size)
			p, sum := probabilities(s), 0.0
			for _, v := range p {
				sum += v
				if !(v >= 0 && v <= 1) {
					t.Fatalf("%v of %v", v, s)
				}
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Fatalf("the sum is %v for %v", sum, s)
			}
			slices.Reverse(s)
			for i := range s {
				s[i] = -s[i]
			}
			turned := probabilities(s)
			slices.Reverse(turned)
			if !near(p, turned, 1e-12) {
				t.Fatalf("%v, turned round %v", p, turned)
			}
		}
	}
}

// Probabilities that fit together come back.
func TestConsistentProbabilitiesComeBack(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	for range 200 {
		want, sum := make([]float64, 2+random.IntN(8)), 0.0
		for i := range want {
			want[i] = 0.01 + random.Float64()
			sum += want[i]
		}
		above, rest := []float64{}, 1.0
		for i := range want {
			want[i] /= sum
			if rest -= want[i]; i < len(want)-1 {
				above = append(above, rest)
			}
		}
		if got := probabilities(logOdds(above...)); !near(got, want, 1e-12) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}
