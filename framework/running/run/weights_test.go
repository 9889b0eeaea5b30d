package run

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/test/must"
)

// balance is a spy that counts every row by its weight, and shows the problems
// it was given to see.
type balance struct {
	mu  sync.Mutex
	see func(p contract.Problem)
}

func (c *balance) Train(_ context.Context, p contract.Problem) (contract.Model, error) {
	if c.see != nil {
		c.mu.Lock()
		c.see(p)
		c.mu.Unlock()
	}
	var m spyModel
	var up, down float64
	for i, y := range p.Y {
		weight := 1.0
		if p.Weights != nil {
			weight = p.Weights[i]
		}
		if v := p.X.Row(i)[0] * weight; y > 0 {
			m.positive, up = m.positive+v, up+weight
		} else {
			m.negative, down = m.negative+v, down+weight
		}
	}
	return spyModel{m.positive / up, m.negative / down}, nil
}

// openBalance prepares an experiment with the learner c. With weighted, it takes
// weights, and row i of the dataset has the weight weightOf its first feature.
func openBalance(t *testing.T, text string, weighted bool, c *balance) *setting {
	t.Helper()
	s := openComponent(t, text, contract.Component{
		Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return c, nil },
		Params: []contract.Param{{Name: "c", Type: "number", Default: 1.0}},
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Deterministic | contract.TakesWeights.If(weighted)},
	})
	if weighted {
		table := s.ready.Datasets[0].Table
		for _, v := range table.Columns[0].Values {
			table.Weights = append(table.Weights, weightOf(v))
		}
	}
	return s
}

func weightOf(v float64) float64 { return 1 + v*v }

const nested = "tune {\n c = [1, 2]\n}\ncalibrate = \"sigmoid\""

// bootstrapped is raw with bootstrap samples.
func bootstrapped(attributes string) string {
	return must.Replace(raw(attributes), "validation { folds = 4 }", "validation {\n method = \"bootstrap\"\n repeats = 3\n}")
}

// checkRun runs everything and checks that all cells are well.
func checkRun(t *testing.T, s *setting, workers int) {
	t.Helper()
	if err := s.run(t, workers, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.ready.Plan.Cells {
		if r := s.memory.results[c.Key]; r.Status != store.OK {
			t.Fatalf("%s: %s %s", c.Name(), r.Status, r.Error)
		}
	}
}

// Every problem, those of inner folds included, gets the weights of its own rows
// in their order.
func TestWeightsReachTheLearnerRowByRow(t *testing.T) {
	for _, text := range []string{raw(""), raw(nested), bootstrapped(nested)} {
		problems := 0
		c := &balance{see: func(p contract.Problem) {
			problems++
			if len(p.Weights) != len(p.Y) {
				t.Errorf("%d weights of %d rows", len(p.Weights), len(p.Y))
			}
			for i, w := range p.Weights {
				if v := p.X.Row(i)[0]; w != weightOf(v) {
					t.Errorf("row %d of value %v has weight %v", i, v, w)
				}
			}
		}}
		checkRun(t, openBalance(t, text, true, c), 2)
		if problems < 4*4 {
			t.Errorf("%d problems", problems)
		}
	}
}

// Without weights in the dataset none are sent.
func TestNoWeightsAreSentWithoutNeed(t *testing.T) {
	c := &balance{see: func(p contract.Problem) {
		if p.Weights != nil {
			t.Errorf("weights %v", p.Weights)
		}
	}}
	s := openBalance(t, four, true, c)
	s.ready.Datasets[0].Table.Weights = nil
	checkRun(t, s, 1)
}

func TestALearnerWithoutWeightsFailsRatherThanIgnoringThem(t *testing.T) {
	s := openBalance(t, four, false, &balance{})
	s.ready.Datasets[0].Table.Weights = slices.Repeat([]float64{2}, 80)
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	for _, r := range s.memory.results {
		if r.Status != store.Failed || !strings.Contains(r.Error, "row weights, which the learner does not take") {
			t.Errorf("%s: %s", r.Status, r.Error)
		}
	}
}

// A row that was drawn several times trains as often, rows that were not drawn
// are tested, and the predictions are those of means taken by hand.
func TestBootstrap(t *testing.T) {
	s := openBalance(t, bootstrapped(""), false, &balance{})
	checkRun(t, s, 2)
	d := s.ready.Datasets[0]
	values := d.Table.Columns[0].Values
	for _, c := range s.ready.Plan.Cells {
		repeat, out := d.Repeats[c.Repeat], s.memory.outputs[c.Key].Test
		var tested []int
		for id, f := range repeat.Test {
			if f == 0 {
				tested = append(tested, id)
			}
		}
		// Every row is drawn or tested.
		if r := s.memory.results[c.Key]; r.DifferentRows != d.Table.Rows-len(tested) || r.Different() != r.DifferentRows {
			t.Fatalf("%s: %+v, of %d rows", c.Name(), r.Sizes, d.Table.Rows)
		}
		if r := s.memory.results[c.Key]; !slices.Equal(out.Rows, tested) || r.TrainRows != d.Table.Rows || r.TestRows != len(tested) {
			t.Fatalf("%s: %d training rows, tested %v, not %v", c.Name(), r.TrainRows, out.Rows, tested)
		}
		if c.Reduction != "ova" {
			continue
		}
		for class := range d.Table.Target.Names {
			m := drawn(values, d.Table.Truth.Class, repeat, class)
			for i, id := range out.Rows {
				if want, got := m.at(values[id]), out.Scores[i*len(d.Table.Target.Names)+class]; math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
					t.Fatalf("%s row %d class %d: %v, want %v", c.Name(), id, class, got, want)
				}
			}
		}
	}
}

// drawn is what balance learns of one class against the rest from the rows that
// a repeat draws.
func drawn(values []float64, labels []int, repeat fold.Repeat, class int) spyModel {
	var m spyModel
	var up, down float64
	for id, times := range repeat.Times {
		n := float64(times)
		if v := n * values[id]; labels[id] == class {
			m.positive, up = m.positive+v, up+n
		} else {
			m.negative, down = m.negative+v, down+n
		}
	}
	return spyModel{m.positive / up, m.negative / down}
}

// The copies of a row stay together in inner folds: none is tested by a model
// that another one trained.
func TestCopiesStayTogether(t *testing.T) {
	times := map[float64]int{} // by value: how often the row is drawn
	problems := 0
	c := &balance{see: func(p contract.Problem) {
		seen := map[float64]int{}
		for i := range p.Y {
			seen[p.X.Row(i)[0]]++
		}
		for v, n := range seen {
			if n != times[v] {
				t.Errorf("the row of value %v trains %d times, drawn %d times", v, n, times[v])
			}
		}
		problems++
	}}
	text := must.Replace(bootstrapped(nested), "repeats = 3", "repeats = 1")
	s := openBalance(t, text, false, c)
	d := s.ready.Datasets[0]
	for id, v := range d.Table.Columns[0].Values {
		times[v] = d.Repeats[0].Times[id]
	}
	checkRun(t, s, 1)
	if problems == 0 {
		t.Error("nothing was trained")
	}
}

// Bootstrap samples, weights, tuning and calibration give the same results
// whatever the number of workers.
func TestWeightsDoNotDependOnWorkers(t *testing.T) {
	one, many := openBalance(t, bootstrapped(nested), true, &balance{}), openBalance(t, bootstrapped(nested), true, &balance{})
	checkRun(t, one, 1)
	checkRun(t, many, 3)
	for _, c := range one.ready.Plan.Cells {
		if !reflect.DeepEqual(one.memory.outputs[c.Key], many.memory.outputs[c.Key]) {
			t.Errorf("%s depends on the number of workers", c.Name())
		}
	}
}

// Inner folds of a method that parts no group part none either.
func TestInnerFoldsKeepGroups(t *testing.T) {
	s := openBalance(t, raw(nested), false, &balance{})
	d := s.ready.Datasets[0]
	groups := make([]int, d.Table.Rows)
	for id := range groups {
		groups[id] = id / 6
	}
	repeats, diags := fold.Make("stratified_group_kfold", contract.NewConfig(map[string]any{"folds": 4}), data.Design{Truth: target.Rows{Class: d.Table.Truth.Class}, Target: target.Target{Names: d.Table.Target.Names}, GroupOf: groups}, 1)
	if repeats == nil {
		t.Fatal(diags)
	}
	d.Repeats = repeats
	for f := range 4 {
		in, err := rows.NewBlock(s.ready.Blocks[0], nil, s.ready, t.TempDir()).Inner(f, 3, false, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		test := in.Dataset.Repeats[0].Test
		for id := range test {
			if first := id / 6 * 6; test[id] != test[first] {
				t.Fatalf("rows %d and %d of one group are in inner folds %d and %d", first, id, test[first], test[id])
			}
		}
	}
}

// Columns that a later stage adds to those of its item are trained with weights too.
func TestWeightsReachLaterStages(t *testing.T) {
	r := &staged{
		first: contract.Stage{Problems: contract.Coded{Code: ova4}, Features: true, Later: 1},
		next: func(string, contract.Training) (contract.Stage, bool, error) {
			return contract.Stage{Problems: contract.Coded{Code: contract.Dense{{1}, {1}, {-1}, {-1}}}}, false, nil
		},
	}
	problems := 0
	c := &balance{see: func(p contract.Problem) {
		if problems++; len(p.Weights) != len(p.Y) {
			t.Errorf("%d weights of %d rows", len(p.Weights), len(p.Y))
		}
	}}
	s := openComponent(t, stagedText("", `reduction "staged" "s" {}`), contract.Component{
		Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return c, nil },
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Deterministic | contract.TakesWeights},
	}, r.component())
	table := s.ready.Datasets[0].Table
	for _, v := range table.Columns[0].Values {
		table.Weights = append(table.Weights, weightOf(v))
	}
	checkRun(t, s, 1)
	if problems < 4*(4+1) {
		t.Errorf("%d problems, want those of one-vs-rest and one more in each of 4 folds at least", problems)
	}
}
