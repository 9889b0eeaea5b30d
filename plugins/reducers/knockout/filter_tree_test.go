package knockout

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// open returns the reducer of some settings.
func open(t *testing.T, settings map[string]any) contract.Stager {
	t.Helper()
	c := Components()[0]
	full, ds := c.Complete(contract.NewConfig(settings))
	if err := contract.FirstError(ds); err != nil {
		t.Fatal(err)
	}
	reducer, err := c.Reducer(full)
	if err != nil {
		t.Fatal(err)
	}
	return reducer.(contract.Stager)
}

// majorities are the scores of models that say for all rows what weighs most among the targets.
func majorities(p contract.Targeted) []float64 {
	sums := make([]float64, p.Values.Cols)
	for i := range p.Values.Rows {
		for l, y := range p.Values.Row(i) {
			if p.Weights != nil {
				y *= p.Weights[i]
			}
			sums[l] += y
		}
	}
	return sums
}

// play takes a reduction through its stages on rows that have the same features, and returns the class that
// it predicts for all of them.
func play(t *testing.T, settings map[string]any, counts []int) (predicted, stages int) {
	t.Helper()
	reducer := open(t, settings)
	of := contract.Training{Counts: counts}
	names := lists.Map(lists.Range(len(counts)), func(k int) string { return fmt.Sprint(k) })
	for k, n := range counts {
		of.Classes = append(of.Classes, slices.Repeat([]int{k}, n)...)
	}
	stage, ds := reducer.(contract.Reducer).Plan(contract.Reduction{Classes: names, Counts: counts, Seed: 5})
	if err := contract.FirstError(ds); err != nil {
		t.Fatal(err)
	}
	var outputs []float64 // of a row
	for stage.Asks() {
		of.Outputs = contract.Matrix{Rows: len(of.Classes), Cols: len(outputs), Data: slices.Repeat(outputs, len(of.Classes))}
		next, done, err := reducer.Next(stage.State, of)
		if err == nil && !done {
			stages, err = stages+1, next.Check(len(counts))
		}
		if err != nil {
			t.Fatal(err)
		}
		outputs, stage = append(outputs, majorities(next.Targets())...), next
	}
	d, err := reducer.(contract.Reducer).Decode(stage.State, contract.Matrix{Rows: 1, Cols: len(outputs), Data: outputs}, contract.Margin)
	if err != nil {
		t.Fatal(err)
	}
	best := slices.Index(d.Scores.Data, slices.Max(d.Scores.Data))
	if len(outputs) == len(counts)-1 && best != d.Predictions[0] {
		t.Errorf("class %d has the largest score and %d is predicted: %v", best, d.Predictions[0], d.Scores.Data)
	}
	return d.Predictions[0], stages
}

// Consistency, which trees without filters lack: of models that are right, the class of least expected cost
// wins (Beygelzimer, Langford and Ravikumar 2009). Here the best class has 4 of 10 rows, and the other half of the tree 6.
func TestTheLikeliestWins(t *testing.T) {
	if got, _ := play(t, nil, []int{4, 0, 3, 3}); got != 0 {
		t.Errorf("class %d", got)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		k := 2 + random.IntN(9)
		counts := random.Perm(3 * k)[:k] // different ones
		counts[0], counts[1] = counts[0]+3*k, counts[1]+6*k
		for _, tree := range []any{"class", "random"} {
			if got, _ := play(t, map[string]any{"tree": tree}, counts); counts[got] != slices.Max(counts) {
				t.Errorf("%v: class %d of %v wins", tree, got, counts)
			}
		}
	}
}

func TestTheCheapestWins(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		k := 2 + random.IntN(7)
		costs, counts, expected := make([][]float64, k), make([]int, k), make([]float64, k)
		for i := range costs {
			if counts[i] = random.IntN(6); i < 2 {
				counts[i]++
			}
			for j := range k {
				costs[i] = append(costs[i], float64(random.IntN(1000)+1))
				if i == j {
					costs[i][j] = 0
				}
				expected[j] += float64(counts[i]) * costs[i][j]
			}
		}
		written := make([]any, k)
		for i, row := range costs {
			written[i] = row
		}
		got, _ := play(t, map[string]any{"costs": written}, counts)
		if expected[got] != slices.Min(expected) {
			t.Errorf("class %d wins, expected costs are %v", got, expected)
		}
	}
}

// A level of the tree is a stage: ceil(log2 K), and K − 1 where the tree is a chain.
func TestStages(t *testing.T) {
	for k, want := range map[int]int{2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4} {
		if _, got := play(t, nil, slices.Repeat([]int{2}, k)); got != want {
			t.Errorf("%d classes: %d stages, want %d", k, got, want)
		}
	}
	chain := []any{"0", []any{"1", []any{"2", []any{"3", "4"}}}}
	if _, got := play(t, map[string]any{"tree": chain}, []int{2, 2, 2, 2, 2}); got != 4 {
		t.Errorf("a chain: %d stages", got)
	}
}

// The matches of 5 classes are those of Vowpal Wabbit's --ect 5: 0–1, 2–3, their winners, and then class 4.
func TestMatches(t *testing.T) {
	c := config{Tree: classTree}
	tree, err := c.tree(contract.Reduction{Classes: make([]string, 5)})
	if err != nil {
		t.Fatal(err)
	}
	want := []match{{-1, -2, -1, 0}, {-3, -4, -1, 0}, {0, 1, -1, 0}, {2, -5, -1, 0}}
	if got := matches(tree, nil); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestRefused(t *testing.T) {
	c := Components()[0]
	for text, settings := range map[string]map[string]any{
		"tree is pairs":            {"tree": "pairs"},
		"draw has no effect":       {"draw": 2.0},
		"The costs are not square": {"costs": []any{[]any{0.0, 1.0}}},
		"tree is 3":                {"tree": 3.0},
	} {
		_, ds := c.Complete(contract.NewConfig(settings))
		ds = append(ds, c.Check(contract.NewConfig(settings))...)
		if !slices.ContainsFunc(ds, func(d contract.Diagnostic) bool { return len(d.Summary) >= len(text) && d.Summary[:len(text)] == text }) {
			t.Errorf("%s: %v", text, ds)
		}
	}
}

// States that nothing wrote are refused, and none panics.
func FuzzState(f *testing.F) {
	f.Add([]byte(`{"matches":[{"left":-1,"right":-2,"model":0}],"trained":[0]}`), 0.5)
	f.Add([]byte(`{"matches":[{"left":0,"right":-2,"model":0}],"trained":[0]}`), 0.5)
	f.Fuzz(func(t *testing.T, b []byte, score float64) {
		var s state
		if json.Unmarshal(b, &s) != nil || s.Check() != nil {
			return
		}
		scores := contract.Matrix{Rows: 1, Cols: len(s.Trained), Data: slices.Repeat([]float64{score}, len(s.Trained))}
		d, err := config{}.Decode(s, scores, contract.Margin)
		if err == nil && (d.Predictions[0] < 0 || d.Predictions[0] > len(s.Matches)) {
			t.Errorf("predicts %d of %d classes", d.Predictions[0], len(s.Matches)+1)
		}
	})
}
