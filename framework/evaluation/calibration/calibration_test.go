package calibration

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"
)

type vectors struct {
	Score            []float64
	Y                []int
	PlattA           float64            `json:"platt_A"`
	PlattB           float64            `json:"platt_B"`
	PlattObjective   float64            `json:"platt_objective"`
	PlattP           []float64          `json:"platt_p"`
	IsotonicFit      []float64          `json:"isotonic_fit"`
	IsotonicKnotsX   []float64          `json:"isotonic_knots_x"`
	IsotonicKnotsY   []float64          `json:"isotonic_knots_y"`
	IsotonicPredicts map[string]float64 `json:"isotonic_predict_at"`
}

func (v vectors) positive() []bool {
	var list []bool
	for _, y := range v.Y {
		list = append(list, y == 1)
	}
	return list
}

func read(t *testing.T) vectors {
	t.Helper()
	b, err := os.ReadFile("testdata/calibration.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance*max(1, math.Abs(b)) }

func probability(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

func TestSigmoid(t *testing.T) {
	v := read(t)
	m, err := Fit(SigmoidMethod, v.Score, v.positive())
	if err != nil {
		t.Fatal(err)
	}
	s := m.(Sigmoid)
	if !near(s.A, v.PlattA, 1e-7) || !near(s.B, v.PlattB, 1e-7) {
		t.Errorf("A = %v, B = %v, want %v and %v", s.A, s.B, v.PlattA, v.PlattB)
	}
	for i, f := range v.Score {
		if p := probability(m.LogOdds(f)); !near(p, v.PlattP[i], 1e-8) {
			t.Errorf("probability %v at %v, want %v", p, f, v.PlattP[i])
		}
	}
	p := &platt{v.Score, make([]float64, len(v.Y))}
	up := float64(count(v.positive()))
	for i, y := range v.Y {
		p.target[i] = 1 / (float64(len(v.Y)) - up + 2)
		if y == 1 {
			p.target[i] = (up + 1) / (up + 2)
		}
	}
	if got := p.value(s.A, s.B); !near(got, v.PlattObjective, 1e-12) {
		t.Errorf("objective %v, want %v", got, v.PlattObjective)
	}
	if ga, gb, _, _, _ := p.slopes(s.A, s.B); max(math.Abs(ga), math.Abs(gb)) > 1e-11 {
		t.Errorf("gradient %v, %v", ga, gb)
	}
}

// The probabilities do not depend on the unit that scores are measured in, nor
// on where they start.
func TestSigmoidOfAnyScale(t *testing.T) {
	v := read(t)
	for _, scale := range []float64{1e-300, 1e-12, 1e12, 1e300} {
		scaled := make([]float64, len(v.Score))
		for i, s := range v.Score {
			scaled[i] = s * scale
		}
		m, err := Fit(SigmoidMethod, scaled, v.positive())
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range scaled {
			if p := probability(m.LogOdds(s)); !near(p, v.PlattP[i], 1e-7) {
				t.Errorf("scale %g: probability %v, want %v", scale, p, v.PlattP[i])
			}
		}
	}
}

func TestSigmoidOfDegenerateScores(t *testing.T) {
	for name, scores := range map[string][]float64{
		"constant": {4, 4, 4, 4}, "zero": {0, 0, 0, 0}, "large constant": {1e12, 1e12, 1e12, 1e12},
	} {
		m, err := Fit(SigmoidMethod, scores, []bool{true, false, false, false})
		if err != nil {
			t.Fatal(err)
		}
		// The mean of the targets 2/3 and three times 1/5.
		if p := probability(m.LogOdds(scores[0])); !near(p, (2./3+3./5)/4, 1e-6) {
			t.Errorf("%s: probability %v", name, p)
		}
	}
	m, _ := Fit(SigmoidMethod, []float64{-1, -1, 1, 1}, []bool{false, false, true, true})
	if low, high := m.LogOdds(-1), m.LogOdds(1); !near(low, math.Log(1./3), 1e-8) || !near(high, math.Log(3), 1e-8) {
		t.Errorf("separated scores: %v and %v", low, high)
	}
	if z := m.LogOdds(math.MaxFloat64); z != LogOddsLimit {
		t.Errorf("log-odds %v at the largest score", z)
	}
}

func TestIsotonic(t *testing.T) {
	v := read(t)
	fitted, err := Fit(IsotonicMethod, v.Score, v.positive())
	if err != nil {
		t.Fatal(err)
	}
	m := fitted.(*Isotonic)
	same := func(a, b float64) bool { return near(a, b, 1e-15) }
	if !slices.EqualFunc(m.Scores, v.IsotonicKnotsX, same) || !slices.EqualFunc(m.Probabilities, v.IsotonicKnotsY, same) {
		t.Errorf("knots %v at %v", m.Probabilities, m.Scores)
	}
	for i, s := range v.Score {
		if p := m.Probability(s); !same(p, v.IsotonicFit[i]) {
			t.Errorf("probability %v at %v, want %v", p, s, v.IsotonicFit[i])
		}
	}
	for at, want := range v.IsotonicPredicts {
		s, _ := strconv.ParseFloat(at, 64)
		if p := m.Probability(s); !near(p, want, 1e-12) {
			t.Errorf("probability %v at %v, want %v", p, s, want)
		}
	}
	if m.LogOdds(-9) != -LogOddsLimit || m.LogOdds(9) != LogOddsLimit {
		t.Errorf("log-odds %v and %v at the ends", m.LogOdds(-9), m.LogOdds(9))
	}
}

// The order of the rows does not matter to isotonic fits.
func TestIsotonicInAnyOrder(t *testing.T) {
	v := read(t)
	a, _ := Fit(IsotonicMethod, v.Score, v.positive())
	slices.Reverse(v.Score)
	slices.Reverse(v.Y)
	b, _ := Fit(IsotonicMethod, v.Score, v.positive())
	for _, s := range v.Score {
		if a.LogOdds(s) != b.LogOdds(s) {
			t.Errorf("%v and %v at %v", a.LogOdds(s), b.LogOdds(s), s)
		}
	}
}

func TestOneSignIsNoSample(t *testing.T) {
	for _, method := range []string{SigmoidMethod, IsotonicMethod} {
		for _, signs := range [][]bool{{true, true}, {false, false}} {
			if m, err := Fit(method, []float64{1, 2}, signs); err == nil {
				t.Errorf("%s of %v: %v", method, signs, m)
			}
		}
	}
}
