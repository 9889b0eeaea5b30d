package above

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// The classes as data have them, which is not their order.
var sizes = contract.Reduction{Classes: []string{"large", "medium", "small"}, Counts: []int{3, 4, 5}}

// plan plans or fails the test.
func plan(t *testing.T, r Reducer, p contract.Reduction) contract.Stage {
	t.Helper()
	stage, ds := r.Plan(p)
	if ds != nil {
		t.Fatal(ds)
	}
	if err := stage.Check(len(p.Classes)); err != nil {
		t.Fatal(err)
	}
	return stage
}

func TestPlan(t *testing.T) {
	for name, test := range map[string]struct {
		order []string
		code  contract.Dense
		state string
	}{
		"class order": {nil, contract.Dense{{-1, -1}, {1, -1}, {1, 1}}, "[0,1,2]"},
		"written":     {[]string{"small", "medium", "large"}, contract.Dense{{1, 1}, {1, -1}, {-1, -1}}, "[2,1,0]"},
		"no reversal": {[]string{"medium", "small", "large"}, contract.Dense{{1, 1}, {-1, -1}, {1, -1}}, "[1,2,0]"},
	} {
		stage := plan(t, Reducer{Order: test.order}, sizes)
		if !reflect.DeepEqual(stage.Code(), test.code) || string(stage.State) != test.state {
			t.Errorf("%s: code %v, state %s", name, stage.Code(), stage.State)
		}
	}
}

// Every mistake leads to the entry that makes it.
func TestMistakesHaveAPlace(t *testing.T) {
	for name, test := range map[string]struct {
		order []string
		path  []any
		says  string
	}{
		"misspelt": {[]string{"small", "medum", "large"}, []any{"order", 1}, `the data have no class "medum": Classes that order does not name: medium.`},
		"one more": {[]string{"small", "medium", "large", "huge"}, []any{"order", 3}, `the data have no class "huge": Every class of the data is named already: leave it out.`},
		"missing":  {[]string{"small", "large"}, []any{"order"}, "order does not name every class: Classes that order does not name: medium."},
		"twice":    {[]string{"small", "large", "small"}, []any{"order", 2}, `class "small" is named twice: It is number 1 of the order already.`},
		"empty":    {[]string{}, []any{"order"}, "order names too few classes: Write all classes, the lowest first, or leave the attribute out for class order."},
	} {
		ds := validate(contract.NewConfig(map[string]any{"order": test.order}))
		if ds == nil {
			_, ds = Reducer{Order: test.order}.Plan(sizes)
		}
		if len(ds) != 1 || !slices.Equal(ds[0].Path, test.path) || ds[0].Summary+": "+ds[0].Detail != test.says || ds[0].Severity != contract.Error {
			t.Errorf("%s: %+v", name, ds)
		}
	}
	if _, ds := (Reducer{}).Plan(contract.Reduction{Classes: []string{"only"}}); len(ds) != 1 {
		t.Errorf("one class: %v", ds)
	}
	if ds := validate(contract.Config(`{"order": 5}`)); len(ds) != 1 {
		t.Errorf("an order that is not a list: %v", ds)
	}
}

func TestLongListsAreCut(t *testing.T) {
	if got, want := suggest(slices.Repeat([]string{"x"}, 12)), "Classes that order does not name: x, x, x, x, x, x, x, x, x, x and 2 more."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Probabilities stand in the columns of their classes, and of equal ones the
// lowest class in the order is predicted.
func TestDecode(t *testing.T) {
	r := Reducer{Order: []string{"medium", "small", "large"}} // no order that is its own inverse
	scores := contract.Matrix{Rows: 3, Cols: 2, Data: []float64{math.Log(3), -math.Log(4), 0, 0, -1e4, 1e4}}
	d, err := r.Decode(plan(t, r, sizes).State, scores, contract.LogOdds)
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{0.2, 0.25, 0.55, 0.5, 0.5, 0, 0.5, 0.5, 0} // large, medium, small
	for i, p := range d.Probabilities.Data {
		if math.Abs(p-want[i]) > 1e-15 {
			t.Errorf("probabilities %v, want %v", d.Probabilities.Data, want)
			break
		}
	}
	if !slices.Equal(d.Predictions, []int{2, 1, 1}) || !reflect.DeepEqual(d.Scores, *d.Probabilities) {
		t.Errorf("predictions %v, scores %v", d.Predictions, d.Scores)
	}
}

func TestDecodeRefuses(t *testing.T) {
	state := plan(t, Reducer{}, sizes).State
	for name, test := range map[string]struct {
		state string
		cols  int
		score float64
	}{
		"NaN":         {string(state), 2, math.NaN()},
		"one column":  {string(state), 1, 1},
		"lost state":  {"", 2, 1},
		"other state": {`{"order": 1}`, 2, 1},
	} {
		scores := contract.Matrix{Rows: 1, Cols: test.cols, Data: slices.Repeat([]float64{test.score}, test.cols)}
		if d, err := (Reducer{}).Decode([]byte(test.state), scores, contract.LogOdds); err == nil {
			t.Errorf("%s: decoded as %v", name, d)
		}
	}
}
