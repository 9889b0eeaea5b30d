package bayes

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/stats"
)

type reference struct {
	Correlated []struct {
		D         []float64
		Folds     int
		Rope      float64
		Posterior [3]float64
	}
	Posterior []struct {
		Test      string
		D         []float64
		Rope      float64
		Posterior [3]float64
	}
}

func readReference(t *testing.T) (ref reference) {
	t.Helper()
	b, err := os.ReadFile("../testdata/outside.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

func (p Posterior) near(want [3]float64, tolerance float64) bool {
	return math.Abs(p.Above-want[0]) <= tolerance && math.Abs(p.Rope-want[1]) <= tolerance &&
		math.Abs(p.Below-want[2]) <= tolerance && math.Abs(p.Above+p.Rope+p.Below-1) < 1e-12
}

func TestCorrelatedTOfBaycomp(t *testing.T) {
	for i, c := range readReference(t).Correlated {
		got := CorrelatedT(stats.CorrectedResampled(c.D, 1, float64(c.Folds-1)), c.Rope)
		if !got.near(c.Posterior, 1e-10) {
			t.Errorf("case %d: %+v, want %v", i, got, c.Posterior)
		}
	}
}

// The reference counts a million draws for the sign test and 300,000 for the signed
// ranks; the tolerances are some four standard errors of the difference.
func TestOfBaycomp(t *testing.T) {
	tests := map[string]func([]float64, float64) Posterior{"sign": Sign, "signed_rank": SignedRank}
	tolerances := map[string]float64{"sign": 0.002, "signed_rank": 0.01}
	for i, c := range readReference(t).Posterior {
		got := tests[c.Test](c.D, c.Rope)
		if !got.near(c.Posterior, tolerances[c.Test]) {
			t.Errorf("case %d: %s %+v, want %v", i, c.Test, got, c.Posterior)
		}
		other, hundredths := make([]float64, len(c.D)), make([]float64, len(c.D))
		for j, v := range c.D {
			other[j], hundredths[j] = -v, v/100
		}
		if again := tests[c.Test](hundredths, c.Rope/100); again != got {
			t.Errorf("case %d: %s is %+v in hundredths and %+v in ones", i, c.Test, again, got)
		}
		if turned := tests[c.Test](other, c.Rope); !turned.near([3]float64{got.Below, got.Rope, got.Above}, 0.01) {
			t.Errorf("case %d: %s of the methods in the other order %+v, want %+v turned", i, c.Test, turned, got)
		}
	}
}

// Closed forms: of Beta(1, n+1) for two shares, and symmetry.
func TestLargest(t *testing.T) {
	if got := largest(1, 3, 0); math.Abs(got-1.0/8) > 1e-12 {
		t.Errorf("P(X > 1/2) = %v for Beta(1, 3), want 1/8", got)
	}
	if got := largest(7, 7, 7); math.Abs(got-1.0/3) > 1e-12 {
		t.Errorf("one of three alike is the largest with %v", got)
	}
	if got := largest(300, 1, 2) + largest(1, 300, 2) + largest(2, 1, 300); math.Abs(got-1) > 1e-10 {
		t.Errorf("of many datasets the probabilities add up to %v", got)
	}
}

func TestWithoutDifferences(t *testing.T) {
	none := make([]float64, 5)
	half := Posterior{Above: 0.5, Below: 0.5}
	for name, c := range map[string]struct{ got, want Posterior }{
		"sign, rope":        {Sign(none, 0.01), Posterior{Rope: 1}},
		"sign":              {Sign(none, 0), half},
		"signed rank, rope": {SignedRank(none, 0.01), Posterior{Rope: 1}},
		"signed rank":       {SignedRank(none, 0), half},
	} {
		if c.got != c.want {
			t.Errorf("%s: %+v, want %+v", name, c.got, c.want)
		}
	}
	for _, d := range [][]float64{{1}, {0.5, 0.5, 0.5}, {-0.5, -0.5}, none} {
		for _, rope := range []float64{0, 0.01} {
			if got := CorrelatedT(stats.CorrectedResampled(d, 1, 9), rope); !math.IsNaN(got.Above + got.Rope + got.Below) {
				t.Errorf("without variance %v gives %+v", d, got)
			}
		}
	}
}

// What lies at the edge of the rope is within it, for both tests: from a rope just below
// the edge to one at it the probabilities change, and no more to one just above.
func TestEdgeOfTheRope(t *testing.T) {
	d := []float64{0.82 - 0.8, 0.82 - 0.8, 0.82 - 0.8, 0.815 - 0.8, 0.79 - 0.8, 0, 0.805 - 0.8, 0.82 - 0.8}
	for name, test := range map[string]func([]float64, float64) Posterior{"sign": Sign, "signed rank": SignedRank} {
		below, at, above := test(d, 0.0099), test(d, 0.01), test(d, 0.0101)
		if at != above || at == below {
			t.Errorf("%s: %+v below, %+v at and %+v above the edge", name, below, at, above)
		}
	}
}
