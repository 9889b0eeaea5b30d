package knockout

import (
	"embed"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

//go:embed testdata/*.json
var files embed.FS

// load reads what another program made of the same; see the scripts beside it.
func load[T any](t *testing.T, name string) (of T) {
	t.Helper()
	b, err := files.ReadFile("testdata/" + name)
	if err == nil {
		err = json.Unmarshal(b, &of)
	}
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// wabbit is vw.json.
type wabbit struct {
	Tournaments []struct {
		Classes, Errors int
		Right           []int      // of each problem, 1 if it decides for the right
		Trained         [][][2]int // of each class, its problems of the first phase and its side there: −1 is left
		Predicted       int
	}
	Data struct {
		Classes   int
		Scores    [][]float64 // above 0 for the right
		Predicted []int
	}
	Pairs []struct{ Costs, Shares []float64 }
}

// theirs is the number of a match in Vowpal Wabbit, which numbers finals otherwise: node j of a level of the second
// phase, counted from 0 at its leaves, is 2^level·(2j + 1) − 1.
func theirs(matches []match, k, errors int) []int {
	number := lists.Range(len(matches))
	n := (k - 1) * (errors + 1)
	for level, entrants := 0, errors+1; entrants > 1; level, entrants = level+1, (entrants+1)/2 {
		for j := range entrants / 2 {
			number[n] = (k-1)*(errors+1) + (2*j+1)<<level - 1
			n++
		}
	}
	return number
}

// turned says for each match with −1 that its sides are exchanged in Vowpal Wabbit, given for whom its problems
// decide there: the two who played the last match of a tournament meet at once in the next one, here the winner on the
// left, there each on its old side.
func turned(matches []match, right []int, number []int) []int {
	sides := slices.Repeat([]int{1}, len(matches))
	for n, m := range matches {
		if from := m.Left.From; from >= 0 && from == m.Right.From && right[number[from]] == 1 {
			sides[n] = -1
		}
	}
	return sides
}

// Classes meet in the matches of Vowpal Wabbit, and train there on the side on which they are. That of finals differs:
// it counts only some tournaments that a class has lost, and has larger weights at the leaves.
func TestMatchesAreThoseOfVowpalWabbit(t *testing.T) {
	for _, of := range load[wabbit](t, "vw.json").Tournaments {
		s := played(t, of.Classes, of.Errors)
		number := theirs(s.Matches, of.Classes, of.Errors)
		scores, results := make([]float64, len(s.Matches)), make([]result, len(s.Matches))
		sides := turned(s.Matches, of.Right, number)
		for n := range scores {
			scores[n] = float64(sides[n] * (1 - 2*of.Right[number[n]]))
		}
		s.play(scores, results)
		for class, want := range of.Trained {
			var got [][2]int
			for n, m := range s.Matches[:(of.Classes-1)*(of.Errors+1)] {
				if row := s.sample(m, class, results); row.weight > 0 {
					got = append(got, [2]int{n, -int(row.sign) * sides[n]})
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d classes, %d errors: class %d plays %v, in Vowpal Wabbit %v", of.Classes, of.Errors, class, got, want)
			}
		}
	}
}

// Without errors the predictions are those of Vowpal Wabbit, of problems that it trained and of others. With errors it
// differs: it goes from an entrant to the winner of a match also where the loser plays on, so that it may predict a
// class that does not win.
func TestPredictionsOfVowpalWabbit(t *testing.T) {
	all := load[wabbit](t, "vw.json")
	differ := 0
	for _, of := range all.Tournaments {
		s := played(t, of.Classes, of.Errors)
		number := theirs(s.Matches, of.Classes, of.Errors)
		scores := contract.Matrix{Rows: 1}
		for n := range s.Matches {
			scores.Data = append(scores.Data, float64(1-2*of.Right[number[n]]))
		}
		scores.Cols = len(scores.Data)
		right, wrong := predict(t, s, scores)[0], predict(t, lostAsWon(s), scores)[0]
		if wrong != of.Predicted || of.Errors == 0 && right != of.Predicted {
			t.Errorf("%d classes, %d errors: Vowpal Wabbit predicts %d, this %d", of.Classes, of.Errors, of.Predicted, right)
		}
		if right != of.Predicted {
			differ++
		}
	}
	if differ == 0 {
		t.Error("Vowpal Wabbit is right with errors too")
	}
	s, scores := played(t, all.Data.Classes, 0), contract.Matrix{Rows: len(all.Data.Scores), Cols: all.Data.Classes - 1}
	for _, row := range all.Data.Scores {
		scores.Data = append(scores.Data, lists.Map(row, func(x float64) float64 { return -x })...)
	}
	if got := predict(t, s, scores); !slices.Equal(got, all.Data.Predicted) {
		t.Errorf("on data %v, in Vowpal Wabbit %v", got, all.Data.Predicted)
	}
}

// lostAsWon sends the winner of a match to where its loser plays on.
func lostAsWon(s state) state {
	s.Matches = slices.Clone(s.Matches)
	for n := range s.Matches {
		s.Matches[n].Left.Lost, s.Matches[n].Right.Lost = false, false
	}
	return s
}

func predict(t *testing.T, s state, scores contract.Matrix) []int {
	t.Helper()
	d, err := s.decode(scores)
	if err != nil {
		t.Fatal(err)
	}
	return d.Predictions
}

// The weights of pairs come from the same integrals as those of Vowpal Wabbit.
func TestSharedCostsAreThoseOfVowpalWabbit(t *testing.T) {
	for _, of := range load[wabbit](t, "vw.json").Pairs {
		v := shared(of.Costs)
		for k, want := range of.Shares {
			if got := v[k] / slices.Max(v); math.Abs(got-want) > 2e-5 {
				t.Errorf("costs %v: class %d has %v, in Vowpal Wabbit %v", of.Costs, k, got, want)
			}
		}
	}
}

// Pairs have the targets and the weights of the package costsensitive, whose weights of a pair are divided by their
// sum, and its models predict the same.
func TestPairsAreThoseOfCostsensitive(t *testing.T) {
	of := load[struct {
		Classes   []int // of the rows
		Costs     cost.Matrix
		Trained   []map[string][2]float64 // of each pair, target and weight of a row of each class that is in it
		Decisions [][]float64             // of some rows, +1 for the first of a pair
		Wins      [][]float64
		Predicted []int
	}](t, "pairs.json")
	k := len(of.Costs)
	training := contract.Training{Classes: of.Classes, Counts: make([]int, k)}
	state, problems := trainedPairs(t, of.Costs, training)
	for n, want := range of.Trained {
		got, sum := map[string][2]float64{}, 0.0
		for i, row := range problems.Rows {
			if y := problems.Values.Row(i)[n]; y != 0 {
				got[strconv.Itoa(of.Classes[row])] = [2]float64{y, problems.Weights[i]}
				sum += problems.Weights[i]
			}
		}
		for class, one := range want {
			if ours := got[class]; ours[0] != one[0] || math.Abs(ours[1]/sum-one[1]) > 1e-12 {
				t.Errorf("pair %d, class %s: %v with the sum %v, want %v", n, class, ours, sum, one)
			}
		}
		if len(got) != len(want) {
			t.Errorf("pair %d has rows of %d classes, want %d", n, len(got), len(want))
		}
	}
	scores := contract.Matrix{Rows: len(of.Decisions), Cols: len(of.Trained), Data: slices.Concat(of.Decisions...)}
	d, err := pairs{Ties: decode.First}.Decode(state, scores, contract.Margin)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.Scores.Data, slices.Concat(of.Wins...)) || !slices.Equal(d.Predictions, of.Predicted) {
		t.Errorf("%v, want %v", d.Predictions, of.Predicted)
	}
}
