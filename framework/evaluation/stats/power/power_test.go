package power

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/manyclass/bench/framework/base/special"
	"github.com/manyclass/bench/framework/evaluation/stats"
)

// normal are quantiles of the normal distribution: a pilot study of variance 1 that is nearly it.
func normal() []float64 {
	var d []float64
	for i := range 2000 {
		d = append(d, 7-special.NormalQuantile((float64(i)+0.5)/2000))
	}
	return d
}

// reference.json was made with SciPy by reference.py beside it.
func TestAgainstSciPy(t *testing.T) {
	b, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref struct {
		Wilcoxon, Corrected []struct {
			N, K, R                      int
			Difference, Level, SD, Power float64
		}
	}
	if err := json.Unmarshal(b, &ref); err != nil || len(ref.Wilcoxon) != 6 || len(ref.Corrected) != 4 {
		t.Fatal(ref, err)
	}
	for _, c := range ref.Wilcoxon {
		if got := Datasets(normal(), c.Difference, c.Level, c.N); math.Abs(got-c.Power) > 0.04 {
			t.Errorf("%+v: %v", c, got)
		}
	}
	for _, c := range ref.Corrected {
		if got := Repeats(c.SD, c.Difference, c.Level, 1, float64(c.K-1), c.K, c.R); math.Abs(got-c.Power) > 0.04 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// The critical sums are those at which Wilcoxon's test changes its mind.
func TestCriticalSums(t *testing.T) {
	for _, level := range []float64{0.05, 0.005} {
		for n := 3; n <= 30; n++ {
			critical := criticalSum(n, level)
			for sum := range n * (n + 1) / 4 {
				d := make([]float64, n) // whose negative ranks sum up to sum
				left := sum
				for rank := n; rank >= 1; rank-- {
					d[rank-1] = float64(rank)
					if rank <= left {
						d[rank-1], left = -d[rank-1], left-rank
					}
				}
				if found := stats.Wilcoxon(d).P < level; left != 0 || found != (float64(sum) <= critical) || smallerSum(d) != float64(sum) {
					t.Fatalf("level %v, %d of %d ranks: %v, critical %v", level, sum, n, found, critical)
				}
			}
		}
	}
}

// What is needed is enough, and one less is not; what no number reaches is 0.
func TestNeeded(t *testing.T) {
	d := []float64{.1, -.1, .05, 0, -.02, .03, .07, -.06}
	n := DatasetsNeeded(d, 0.03, 0.05)
	if Datasets(d, 0.03, 0.05, n) < Enough || Datasets(d, 0.03, 0.05, n-1) >= Enough || n < 20 {
		t.Errorf("%d datasets", n)
	}
	if n := DatasetsNeeded(d, 0.0003, 0.05); n != 0 {
		t.Errorf("%d datasets", n)
	}
	if n := DatasetsNeeded([]float64{1, 1, 1}, 0.5, 0.05); n != 6 { // p of five is 0.0625
		t.Errorf("%d datasets without variance", n)
	}
	r := RepeatsNeeded(0.02, 0.025, 0.05, 1, 9, 10)
	if Repeats(0.02, 0.025, 0.05, 1, 9, 10, r) < Enough || r < 2 || Repeats(0.02, 0.025, 0.05, 1, 9, 10, r-1) >= Enough {
		t.Errorf("%d repeats", r)
	}
	if r := RepeatsNeeded(0.02, 0.005, 0.05, 1, 9, 10); r != 0 { // the limit of the correlation
		t.Errorf("%d repeats", r)
	}
}

// Draws have the variance of the pilot study and the mean 0.
func TestShape(t *testing.T) {
	d := []float64{.1, -.1, .05, 0, -.02, .03, .07, -.06}
	none := Datasets(d, 0, 0.05, 20)
	if none > 0.05+0.02 {
		t.Errorf("without a difference %v is found", none)
	}
}
