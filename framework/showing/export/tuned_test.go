package export

import (
	"bytes"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

func TestTuned(t *testing.T) {
	cell := plan.Cell{Combination: plan.Combination{Dataset: "glass", Encoder: "e", Learner: "svm", Reduction: "ova"}, Fold: 2}
	cells := []score.Cell{
		{Cell: cell},
		{Cell: cell, Result: &store.Result{}},
		{Cell: cell, Result: &store.Result{Tuning: store.Tuning{Tuned: map[string]any{"loss": "hinge", "C": 0.1, "free": true,
			"start": []any{1.0, 2.5}}}}},
	}
	if HasTuned(cells[:2]) || !HasTuned(cells) {
		t.Error("tuned cells are not seen, or others are")
	}
	var b bytes.Buffer
	if err := Write(&b, Tuned(cells), CSV); err != nil {
		t.Fatal(err)
	}
	const want = `dataset,encoder,learner,reduction,repeat,fold,parameter,value
glass,e,svm,ova,0,2,C,0.1
glass,e,svm,ova,0,2,free,true
glass,e,svm,ova,0,2,loss,hinge
glass,e,svm,ova,0,2,start,"[1,2.5]"
`
	if b.String() != want {
		t.Errorf("got:\n%s", b.String())
	}
}
