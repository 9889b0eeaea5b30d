package bradleyterry

import (
	"encoding/json"
	"math"
	"os"
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
)

// reference.json was made with PyMC by reference.py beside it.
func TestAgainstPyMC(t *testing.T) {
	b, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Wins, Win, Above, Rope [][]float64
		Elo, Low, High         []float64
	}
	if err := json.Unmarshal(b, &cases); err != nil || len(cases) != 3 {
		t.Fatal(len(cases), err)
	}
	near := func(what string, got, want, error float64) {
		t.Helper()
		if !(math.Abs(got-want) <= error) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	for _, c := range cases {
		got, err := Fit(c.Wins, 0.05)
		if err != nil || got.Effective < 1000 {
			t.Fatal(got.RHat, got.Effective, err)
		}
		for i := range c.Wins {
			near("a rating", got.Elo[i].Mean, c.Elo[i], 8)
			near("the lower end of a rating", got.Elo[i].Low, c.Low[i], 25)
			near("the upper end of a rating", got.Elo[i].High, c.High[i], 25)
			for j := range c.Wins {
				if j != i {
					p := got.Pairs[i][j]
					near("a probability to win", p.Win, c.Win[i][j], 0.01)
					near("a probability above the rope", p.Above, c.Above[i][j], 0.02)
					near("a probability in the rope", p.Posterior.Rope, c.Rope[i][j], 0.02)
					near("the sum", p.Above+p.Posterior.Rope+p.Below, 1, 1e-9)
					near("the difference of ratings", p.Elo.Mean, got.Elo[i].Mean-got.Elo[j].Mean, 1e-6)
				}
			}
		}
	}
}

// The posterior of two methods is an integral over the difference and the scale of abilities.
func TestAgainstIntegration(t *testing.T) {
	wins := [][]float64{{0, 7}, {2.5, 0}}
	sum, above, mean := 0.0, 0.0, 0.0
	for x := -3.0; x <= 3; x += 0.02 {
		spread := math.Sqrt2 * math.Exp(x)
		for d := -20.0; d <= 20; d += 0.005 {
			win := 1 / (1 + math.Exp(-d))
			density := math.Exp(-2*x*x-d*d/(2*spread*spread)) / spread * math.Pow(win, 7) * math.Pow(1-win, 2.5)
			sum += density
			mean += win * density
			if win > 0.55 {
				above += density
			}
		}
	}
	got, err := Fit(wins, 0.05)
	if p := got.Pairs[0][1]; err != nil || math.Abs(p.Win-mean/sum) > 0.01 || math.Abs(p.Above-above/sum) > 0.015 {
		t.Errorf("%+v, %v, want %v and %v", p, err, mean/sum, above/sum)
	}
	if again, _ := Fit(wins, 0.05); !reflect.DeepEqual(again, got) {
		t.Error("another run gives other numbers")
	}
}

func TestLimits(t *testing.T) {
	if _, err := Fit(lists.Table[float64](MostMethods+1, MostMethods+1), 0.05); err == nil {
		t.Error("too many methods")
	}
	r, err := Fit([][]float64{{0, 1e4, 1e4}, {0, 0, 1e4}, {0, 0, 0}}, 0.05)
	if err != nil || !(r.Pairs[0][2].Above > 0.99) || math.IsInf(r.Elo[0].Mean, 0) {
		t.Errorf("%+v, %v", r, err)
	}
}
