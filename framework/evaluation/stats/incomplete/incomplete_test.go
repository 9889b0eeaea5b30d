package incomplete

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
)

// withHoles are blocks in which null is a missing value.
func withHoles(rows [][]*float64) [][]float64 {
	return lists.Map(rows, func(row []*float64) []float64 {
		return lists.Map(row, func(v *float64) float64 {
			if v == nil {
				return math.NaN()
			}
			return *v
		})
	})
}

// skillings.json says how it was made: statistics by another formula, exact p-values of all orders.
func TestSkillingsMackAgainstAllOrders(t *testing.T) {
	b, err := os.ReadFile("testdata/skillings.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Rows             [][]*float64
		Statistic, Exact float64
	}
	if err := json.Unmarshal(b, &cases); err != nil || len(cases) != 4 {
		t.Fatal(len(cases), err)
	}
	for i, c := range cases {
		blocks := withHoles(c.Rows)
		got := Test(blocks)
		if math.Abs(got.Statistic-c.Statistic) > 1e-9 {
			t.Errorf("case %d: %v, want %v", i, got.Statistic, c.Statistic)
		}
		if error := 4*math.Sqrt(c.Exact*(1-c.Exact)/permutations) + 1.0/permutations; c.Exact > 0 &&
			math.Abs(got.PermutationP-c.Exact) > error {
			t.Errorf("case %d: p %v, want %v ± %v", i, got.PermutationP, c.Exact, error)
		}
	}
	// The p-values that PMCMRplus 1.9.10 has for the first two.
	for i, want := range []float64{0.00130640534843546, 0.923928322345185} {
		blocks := withHoles(cases[i].Rows)
		if got := Test(blocks).ChiSquaredP; math.Abs(got-want) > 1e-12 {
			t.Errorf("case %d: p %v, want %v", i, got, want)
		}
	}
}

// Without missing values and ties it is Friedman's test.
func TestSkillingsMackIsFriedman(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		blocks := lists.Table[float64](3+random.IntN(9), 3+random.IntN(5))
		for _, block := range blocks {
			for j := range block {
				block[j] = random.Float64()
			}
		}
		want := stats.FriedmanTest(lists.Map(blocks, stats.Ranks))
		got := Test(blocks)
		if math.Abs(got.Statistic-want.ChiSquared) > 1e-9 || math.Abs(got.ChiSquaredP-want.ChiSquaredP) > 1e-9 {
			t.Errorf("%+v, want %+v", got, want)
		}
		if again := Test(blocks); again != got {
			t.Errorf("%+v and %+v", got, again)
		}
	}
}

func TestLinked(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		blocks [][]float64
		linked bool
	}{
		{[][]float64{{1, 2, nan}, {nan, 1, 2}}, true},
		{[][]float64{{nan, nan, 1, 2}, {1, 2, nan, nan}}, false},
		{[][]float64{{nan, nan, 1, 2}, {1, 2, nan, nan}, {nan, 3, nan, 4}}, true},
		{[][]float64{{1, nan, nan}, {nan, 1, 2}}, false},
		{[][]float64{{1, 2, 3}}, true},
	} {
		if got := Linked(c.blocks); got != c.linked {
			t.Errorf("%v: %v", c.blocks, got)
		}
	}
}
