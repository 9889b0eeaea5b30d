package plan

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// withLearners is a plan whose cells differ in the learner.
func withLearners(learners map[string]Part) *Plan {
	p := &Plan{}
	for _, name := range keys(learners, nil) {
		parts, before := sample(), len(p.Cells)
		parts.learner = learners[name]
		parts.into(p)
		for i := range p.Cells[before:] {
			p.Cells[before+i].Learner = name
		}
	}
	return p
}

func learner(config, host string) Part {
	return Part{Kind: contract.KindLearner, Type: "logreg", Config: contract.Config(config), Host: contract.Config(host)}
}

// Where variants of a block differ is an axis, on which all that have the
// parameter have a place; tuned parameters have none.
func TestAxes(t *testing.T) {
	p := withLearners(map[string]Part{
		"path[C=0.1,penalty=l1]": learner(`{"C":0.1,"penalty":"l1","tol":1}`, ""),
		"path[C=10,penalty=l1]":  learner(`{"C":10,"penalty":"l1","tol":1}`, ""),
		"path[C=10,penalty=l2]":  learner(`{"C":10,"penalty":"l2","tol":1}`, ""),
		"plain":                  learner(`{"C":1,"penalty":"l2","tol":7}`, ""),
		"tuned":                  learner(`{"C":0.5,"penalty":"l2","tol":1}`, `{"tune":{"folds":3,"parameters":["C"]}}`),
		"other":                  learner(`{"depth":3}`, ""),
	})
	axes := p.Axes()
	want := []Axis{
		{contract.KindLearner, "C", map[string]any{"path[C=0.1,penalty=l1]": 0.1, "path[C=10,penalty=l1]": 10.0, "path[C=10,penalty=l2]": 10.0, "plain": 1.0}},
		{contract.KindLearner, "penalty", map[string]any{"path[C=0.1,penalty=l1]": "l1", "path[C=10,penalty=l1]": "l1", "path[C=10,penalty=l2]": "l2",
			"plain": "l2", "tuned": "l2"}},
	}
	if !reflect.DeepEqual(axes, want) || axes[0].Name() != "learner.C" {
		t.Errorf("%+v", axes)
	}
	if axes := withLearners(map[string]Part{"a": learner(`{"C":1}`, ""), "b": learner(`{"C":2}`, "")}).Axes(); axes != nil {
		t.Errorf("blocks without variants have axes: %+v", axes)
	}
	if axes := (&Plan{Cells: p.Cells}).Axes(); axes != nil {
		t.Errorf("a plan of an earlier release has axes: %+v", axes)
	}
}
