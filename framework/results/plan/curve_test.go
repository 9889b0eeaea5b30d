package plan

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func TestLineOf(t *testing.T) {
	for _, test := range []struct{ name, parameter, want string }{
		{"lr", "C", "lr"},
		{"lr[C=1]", "C", "lr"},
		{"lr[C=1,CC=2]", "C", "lr[CC=2]"},
		{"e[range=[0,1],C=1,zeros=skip]", "C", "e[range=[0,1],zeros=skip]"},
		{"e[range=[0,C=1]]", "C", "e[range=[0,C=1]]"},
	} {
		if got := LineOf(test.name, test.parameter); got != test.want {
			t.Errorf("%s without %s is %s, want %s", test.name, test.parameter, got, test.want)
		}
	}
}

// Cells stand where their learner's parameter is; those that tune it nowhere. Problems are
// the columns of all reductions but direct.
func TestPlaces(t *testing.T) {
	p := withLearners(map[string]Part{
		"path[C=0.1]": learner(`{"C":0.1}`, ""), "path[C=10]": learner(`{"C":10}`, ""),
		"tuned": learner(`{"C":0.5}`, `{"tune":{"folds":3,"parameters":["C"]}}`), "other": learner(`{"C":"auto"}`, ""),
	})
	var places []float64
	at := p.Places(Curve{Kind: contract.KindLearner, Parameter: "C"})
	for _, c := range p.Cells {
		if x, ok := at(c); ok {
			places = append(places, x)
		}
	}
	slices.Sort(places)
	if places = slices.Compact(places); !slices.Equal(places, []float64{0.1, 10}) {
		t.Errorf("cells stand at %v", places)
	}
	columns := p.Places(Curve{Kind: contract.KindReducer, Parameter: Columns})
	c := p.Cells[0]
	for c.Problems = range 2 {
		if x, ok := columns(c); ok != (c.Problems > 0) || ok && x != 1 {
			t.Errorf("%d problems: %v, %v", c.Problems, x, ok)
		}
	}
}

// Tables are of the cells that train on most, whatever other combinations do.
func TestMainCells(t *testing.T) {
	cell := func(learner string, size float64) Cell {
		return Cell{Combination: Combination{Dataset: "d", Learner: learner, TrainSize: size}}
	}
	p := &Plan{Cells: []Cell{cell("a", 0), cell("a", 0.5), cell("b", 0.25), cell("b", 0.5)}}
	if got := p.Main().Cells; !slices.Equal(got, []Cell{cell("a", 0), cell("b", 0.5)}) {
		t.Errorf("%+v", got)
	}
	if whole := (&Plan{Cells: p.Cells[:1]}); whole.Main() != whole {
		t.Error("a plan without parts is not its main plan")
	}
	if name := p.Cells[1].Name(); name != "d[train_size=0.5]//a/ repeat 0 fold 0" {
		t.Error(name)
	}
}
