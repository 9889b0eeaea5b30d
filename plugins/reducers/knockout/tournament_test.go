package knockout

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// played is a tournament of k classes whose matches all have models.
func played(t *testing.T, k, errors int) state {
	t.Helper()
	var s state
	stage := circuit{Errors: errors}.Plan(&s, contract.Reduction{Classes: make([]string, k)}, new(step.Diagnostics))
	if want := (k-1)*(errors+1) + errors; len(s.Matches) != want || stage.Later != want {
		t.Fatalf("%d matches of %d classes with %d errors, and %d announced", len(s.Matches), k, errors, stage.Later)
	}
	for n := range s.Matches {
		s.Matches[n].Model, s.Trained = n, append(s.Trained, n)
	}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	return s
}

// decisions calls f with scores of every pattern of signs, or with many of them, and with who wins.
func decisions(t *testing.T, s state, f func(scores []float64, results []result, winner int)) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(len(s.Matches))))
	results, scores := make([]result, len(s.Matches)), make([]float64, len(s.Matches))
	for pattern := range min(1<<len(s.Matches), 1<<11) {
		if len(s.Matches) > 11 {
			pattern = random.Int()
		}
		for n := range scores {
			if scores[n] = 1 + random.Float64(); pattern>>n&1 == 1 {
				scores[n] = -scores[n]
			}
		}
		s.play(scores, results)
		d, err := s.decode(contract.Matrix{Rows: 1, Cols: len(scores), Data: scores})
		if err != nil {
			t.Fatal(err)
		}
		for k, score := range d.Scores.Data {
			if (score > 0) != (k == d.Predictions[0]) {
				t.Fatalf("class %d is predicted, and the scores are %v", d.Predictions[0], d.Scores.Data)
			}
		}
		f(scores, results, d.Predictions[0])
	}
}

// sizes are numbers of classes and errors.
var sizes = [][2]int{{2, 0}, {2, 1}, {2, 2}, {2, 4}, {2, 6}, {3, 1}, {3, 2}, {4, 1}, {4, 2}, {5, 2}, {7, 3}, {8, 1}}

// The guarantee (Beygelzimer, Langford and Ravikumar 2009): whatever else happens, the best class wins unless the
// matches that it wrongly loses count more than errors; and errors + 1 are enough to eliminate it.
func TestErrorsAreForgiven(t *testing.T) {
	for _, size := range sizes {
		s := played(t, size[0], size[1])
		fewest := math.MaxInt
		decisions(t, s, func(scores []float64, results []result, winner int) {
			for best := range s.Classes {
				wrong := 0
				for n, m := range s.Matches {
					if row := s.sample(m, best, results); row.sign*scores[n] < 0 {
						wrong += int(row.weight)
					}
				}
				if best != winner {
					fewest = min(fewest, wrong)
				}
			}
		})
		if least := size[1] + 1; fewest < least || len(s.Matches) <= 11 && fewest != least {
			t.Errorf("%d classes, %d errors: the best one loses after %d", size[0], size[1], fewest)
		}
	}
}

// Consistency with a bound: where classes have shares, the regret of the winner is at most 2/m times the sum of the
// regrets of the matches on rows of all classes in these shares.
func TestRegretOfTournaments(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, size := range sizes {
		s := played(t, size[0], size[1])
		for range 2 {
			shares := make([]float64, s.Classes)
			for k := range shares {
				shares[k] = random.Float64()
			}
			decisions(t, s, func(scores []float64, results []result, winner int) {
				sum := 0.0
				for n, m := range s.Matches {
					difference := 0.0
					for _, k := range []int{results[n].winner, results[n].loser} {
						row := s.sample(m, k, results)
						difference += shares[k] * row.sign * row.weight
					}
					if difference*scores[n] < 0 {
						sum += math.Abs(difference)
					}
				}
				if regret := slices.Max(shares) - shares[winner]; regret > 2/float64(size[1]+1)*sum+1e-12 {
					t.Fatalf("%d classes, %d errors: the regret is %g, of all matches %g", size[0], size[1], regret, sum)
				}
			})
		}
	}
}

// Right models find the class of the least expected cost.
func TestTheCheapestWinsTheFinals(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		costs, counts, expected := invented(random, 2+random.IntN(7))
		got, _ := play(t, "tournament", map[string]any{"costs": costs, "errors": float64(random.IntN(5))}, counts)
		if expected[got] != slices.Min(expected) {
			t.Errorf("class %d wins, expected costs are %v", got, expected)
		}
	}
}

// Without errors the matches are those of filter_tree.
func TestNoErrorsIsAFilterTree(t *testing.T) {
	for k := 2; k < 20; k++ {
		tree, err := config{Tree: classTree}.tree(contract.Reduction{Classes: make([]string, k)})
		if err != nil {
			t.Fatal(err)
		}
		list, champions := eliminations(k, 1)
		want := matches(tree, nil)
		if got, want := shape(list, champions[0]), shape(want, entrant{From: len(want) - 1}); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// shape writes who meets whom below an entrant.
func shape(list []match, e entrant) string {
	if e.From < 0 {
		return fmt.Sprint(-1 - e.From)
	}
	return fmt.Sprintf("(%s %s)", shape(list, list[e.From].Left), shape(list, list[e.From].Right))
}
