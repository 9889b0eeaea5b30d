package knockout

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// named returns a reduction.
func named(name string) contract.Component {
	all := Components()
	return all[slices.IndexFunc(all, func(c contract.Component) bool { return c.Name == name })]
}

// open returns the reducer of some settings.
func open(t *testing.T, name string, settings map[string]any) contract.Stager {
	t.Helper()
	c := named(name)
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
func play(t *testing.T, name string, settings map[string]any, counts []int) (predicted, stages int) {
	t.Helper()
	reducer := open(t, name, settings)
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
	if !slices.Contains(outputs, 0) && best != d.Predictions[0] {
		t.Errorf("class %d has the largest score and %d is predicted: %v", best, d.Predictions[0], d.Scores.Data)
	}
	return d.Predictions[0], stages
}

// Consistency, which trees without filters lack: of models that are right, the class of least expected cost
// wins (Beygelzimer, Langford and Ravikumar 2009). Here the best class has 4 of 10 rows, and the other half of the tree 6.
func TestTheLikeliestWins(t *testing.T) {
	if got, _ := play(t, "filter_tree", nil, []int{4, 0, 3, 3}); got != 0 {
		t.Errorf("class %d", got)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		k := 2 + random.IntN(9)
		counts := random.Perm(3 * k)[:k] // different ones
		counts[0], counts[1] = counts[0]+3*k, counts[1]+6*k
		for _, tree := range []any{"class", "random"} {
			if got, _ := play(t, "filter_tree", map[string]any{"tree": tree}, counts); counts[got] != slices.Max(counts) {
				t.Errorf("%v: class %d of %v wins", tree, got, counts)
			}
		}
	}
}

// invented are costs of k classes, rows of each, and what predicting each class is expected to cost.
func invented(random *rand.Rand, k int) (costs []any, counts []int, expected []float64) {
	counts, expected = make([]int, k), make([]float64, k)
	for i := range k {
		if counts[i] = random.IntN(6); i < 2 {
			counts[i]++
		}
		row := make([]float64, k)
		for j := range row {
			if i != j {
				row[j] = float64(random.IntN(1000) + 1)
			}
			expected[j] += float64(counts[i]) * row[j]
		}
		costs = append(costs, row)
	}
	return costs, counts, expected
}

func TestTheCheapestWins(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		costs, counts, expected := invented(random, 2+random.IntN(7))
		got, _ := play(t, "filter_tree", map[string]any{"costs": costs}, counts)
		if expected[got] != slices.Min(expected) {
			t.Errorf("class %d wins, expected costs are %v", got, expected)
		}
	}
}

// A level of the tree is a stage: ceil(log2 K), and K − 1 where the tree is a chain.
func TestStages(t *testing.T) {
	for k, want := range map[int]int{2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4} {
		if _, got := play(t, "filter_tree", nil, slices.Repeat([]int{2}, k)); got != want {
			t.Errorf("%d classes: %d stages, want %d", k, got, want)
		}
	}
	chain := []any{"0", []any{"1", []any{"2", []any{"3", "4"}}}}
	if _, got := play(t, "filter_tree", map[string]any{"tree": chain}, []int{2, 2, 2, 2, 2}); got != 4 {
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
	want := []match{unplayed(ofClass(0), ofClass(1)), unplayed(ofClass(2), ofClass(3)),
		unplayed(entrant{From: 0}, entrant{From: 1}), unplayed(entrant{From: 2}, ofClass(4))}
	if got := matches(tree, nil); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct {
		name, text string
		settings   map[string]any
	}{
		{"filter_tree", "tree is pairs", map[string]any{"tree": "pairs"}},
		{"filter_tree", "draw has no effect", map[string]any{"draw": 2.0}},
		{"filter_tree", "The costs are not square", map[string]any{"costs": []any{[]any{0.0, 1.0}}}},
		{"filter_tree", "tree is 3", map[string]any{"tree": 3.0}},
		{"tournament", "The costs are not square", map[string]any{"costs": []any{[]any{0.0, 1.0}}}},
		{"weighted_all_pairs", "The costs are not square", map[string]any{"costs": []any{[]any{0.0, 1.0}}}},
	} {
		c := named(test.name)
		_, ds := c.Complete(contract.NewConfig(test.settings))
		ds = append(ds, c.Check(contract.NewConfig(test.settings))...)
		if !slices.ContainsFunc(ds, func(d contract.Diagnostic) bool { return strings.HasPrefix(d.Summary, test.text) }) {
			t.Errorf("%s: %s: %v", test.name, test.text, ds)
		}
	}
}

// Data of one class, and of more than there may be problems, are refused.
func TestTooFewAndTooMany(t *testing.T) {
	for _, name := range []string{"filter_tree", "tournament", "weighted_all_pairs"} {
		for classes, text := range map[int]string{1: "too few classes", contract.MostLater + 2: "too many binary problems"} {
			reducer := open(t, name, nil).(contract.Reducer)
			_, ds := reducer.Plan(contract.Reduction{Classes: make([]string, classes), Counts: make([]int, classes)})
			if len(ds) != 1 || ds[0].Summary != text {
				t.Errorf("%s of %d classes: %v", name, classes, ds)
			}
		}
	}
}

// Row weights are needed where rows weigh differently.
func TestWeightsOfRows(t *testing.T) {
	costs := []any{[]any{0.0, 1.0}, []any{1.0, 0.0}}
	for _, test := range []struct {
		name     string
		settings map[string]any
		want     bool
	}{
		{"filter_tree", nil, false}, {"tournament", nil, false}, {"weighted_all_pairs", nil, false},
		{"tournament", map[string]any{"errors": 2.0}, true}, {"tournament", map[string]any{"costs": costs}, true},
		{"filter_tree", map[string]any{"costs": costs}, true}, {"weighted_all_pairs", map[string]any{"costs": costs}, true},
	} {
		c := named(test.name)
		full, _ := c.Complete(contract.NewConfig(test.settings))
		if got := c.Judge(full).Capabilities.Has(contract.TakesWeights); got != test.want {
			t.Errorf("%s with %v: weights %v", test.name, test.settings, got)
		}
	}
}

// States that nothing wrote are refused, and none panics.
func FuzzState(f *testing.F) {
	f.Add([]byte(`{"classes":2,"matches":[{"left":{"from":-1},"right":{"from":-2},"model":0}],"trained":[0]}`), 0.5)
	f.Add([]byte(`{"classes":2,"matches":[{"left":{"from":0},"right":{"from":-2},"model":0}],"trained":[0]}`), 0.5)
	f.Add([]byte(`{"classes":2,"matches":[{"left":{"from":-1},"right":{"from":-2},"model":0},
		{"left":{"from":0,"lost":true,"charge":2},"right":{"from":0},"model":-1,"fixed":-1}],"trained":[0]}`), -0.5)
	f.Fuzz(func(t *testing.T, b []byte, score float64) {
		var s state
		if json.Unmarshal(b, &s) != nil || s.Check() != nil || s.Classes > 100 {
			return
		}
		scores := contract.Matrix{Rows: 1, Cols: len(s.Trained), Data: slices.Repeat([]float64{score}, len(s.Trained))}
		for _, method := range []step.Method[state]{config{}, circuit{}, pairs{}} {
			d, err := method.Decode(s, scores, contract.Margin)
			if err == nil && (d.Predictions[0] < 0 || d.Predictions[0] >= s.Classes) {
				t.Errorf("%T predicts %d of %d classes", method, d.Predictions[0], s.Classes)
			}
		}
	})
}
