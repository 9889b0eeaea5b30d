package export

import (
	"bytes"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

func TestCandidates(t *testing.T) {
	cell := plan.Cell{Combination: plan.Combination{Dataset: "glass", Encoder: "e", Learner: "svm", Reduction: "ova"}, Fold: 2}
	mean := func(v float64) *float64 { return &v }
	cells := []score.Cell{
		{Cell: cell}, {Cell: cell, Result: &store.Result{}},
		{Cell: cell, Result: &store.Result{
			Tuning: store.Tuning{Tuned: map[string]any{"C": 1.0, "loss": "hinge"}, Search: &store.Search{Metric: "accuracy", Parameters: []string{"C", "loss"}, Rows: []int{40, 120}, Trials: []store.Trial{
				{Values: []any{0.1, nil}, Means: []*float64{mean(0.5)}},
				{Values: []any{1.0, "hinge"}, Means: []*float64{mean(0.75), mean(0.875)}},
				{Values: []any{2.0, "hinge"}, Means: []*float64{mean(0.75), mean(0.8)}},
				{Values: []any{4.0, nil}, Means: []*float64{nil}},
			}}},
		}},
	}
	if HasCandidates(cells[:2]) || !HasCandidates(cells) {
		t.Error("searches are not seen, or others are")
	}
	var b bytes.Buffer
	if err := Write(&b, Candidates(cells), CSV); err != nil {
		t.Fatal(err)
	}
	const want = `dataset,encoder,learner,reduction,repeat,fold,candidate,values,round,rows,metric,mean,status
glass,e,svm,ova,0,2,1,C=0.1,1,40,accuracy,0.5,dropped
glass,e,svm,ova,0,2,2,"C=1, loss=hinge",1,40,accuracy,0.75,kept
glass,e,svm,ova,0,2,2,"C=1, loss=hinge",2,120,accuracy,0.875,chosen
glass,e,svm,ova,0,2,3,"C=2, loss=hinge",1,40,accuracy,0.75,kept
glass,e,svm,ova,0,2,3,"C=2, loss=hinge",2,120,accuracy,0.8,not_chosen
glass,e,svm,ova,0,2,4,C=4,1,40,accuracy,NaN,failed
`
	if b.String() != want {
		t.Errorf("got:\n%s", b.String())
	}
}

// With a parameter as the resource, values are those of the round.
func TestCandidatesOfAResource(t *testing.T) {
	cell := plan.Cell{Combination: plan.Combination{Dataset: "glass", Encoder: "e", Learner: "ada", Reduction: "ova"}}
	mean := func(v float64) *float64 { return &v }
	cells := []score.Cell{{Cell: cell, Result: &store.Result{
		Tuning: store.Tuning{Tuned: map[string]any{"max_depth": 2.0, "rounds": 90.0}, Search: &store.Search{Metric: "accuracy", Parameters: []string{"max_depth"}, Rows: []int{142, 142}, Resource: "rounds",
			Amounts: []float64{30, 90}, Trials: []store.Trial{
				{Values: []any{1.0}, Means: []*float64{mean(0.5)}},
				{Values: []any{2.0}, Means: []*float64{mean(0.75), mean(0.875)}},
				{Values: []any{3.0}, Means: []*float64{mean(0.7), mean(0.6)}},
			}}},
	}}}
	var b bytes.Buffer
	if err := Write(&b, Candidates(cells), CSV); err != nil {
		t.Fatal(err)
	}
	const want = `dataset,encoder,learner,reduction,repeat,fold,candidate,values,round,rows,metric,mean,status
glass,e,ada,ova,0,0,1,"max_depth=1, rounds=30",1,142,accuracy,0.5,dropped
glass,e,ada,ova,0,0,2,"max_depth=2, rounds=30",1,142,accuracy,0.75,kept
glass,e,ada,ova,0,0,2,"max_depth=2, rounds=90",2,142,accuracy,0.875,chosen
glass,e,ada,ova,0,0,3,"max_depth=3, rounds=30",1,142,accuracy,0.7,kept
glass,e,ada,ova,0,0,3,"max_depth=3, rounds=90",2,142,accuracy,0.6,not_chosen
`
	if b.String() != want {
		t.Errorf("got:\n%s", b.String())
	}
}
