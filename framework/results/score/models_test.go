package score_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

// modelsOf makes cells of one combination, a fold each.
func modelsOf(list ...diagnose.Binary) score.Input {
	in := score.Input{Plan: &plan.Plan{}}
	for fold, b := range list {
		in.Cells = append(in.Cells, score.Cell{
			Cell:   plan.Cell{Combination: plan.Combination{Dataset: "d", Encoder: "e", Learner: "l", Reduction: "r"}, Fold: fold},
			Result: &store.Result{Status: store.OK},
			Binary: func() (diagnose.Binary, error) { return b, nil },
		})
	}
	return in
}

func TestModelMeans(t *testing.T) {
	silent, several := 1, 5
	in := modelsOf(
		diagnose.Binary{Rows: 10, Wrong: 4, Corrected: 1, Spoiled: 3, Silent: &silent, Several: &several,
			Columns: []diagnose.Column{{Rows: 10, Errors: 1}, {Rows: 4, Errors: 2}, {}}}, // the third takes part in no row
		diagnose.Binary{Rows: 20, Columns: []diagnose.Column{{Rows: 20}}},
	)
	in.Cells = append(in.Cells, score.Cell{Cell: in.Cells[0].Cell, Result: &store.Result{Status: store.OK}},
		score.Cell{Cell: in.Cells[0].Cell, Result: &store.Result{Status: store.Failed}, Binary: in.Cells[0].Binary})
	list, err := score.ModelMeans(in)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	want := score.Models{Combination: plan.Combination{Dataset: "d", Encoder: "e", Learner: "l", Reduction: "r"},
		Cells: 2, Problems: 2,
		Shares: score.Shares{Error: (0.3 + 0) / 2, Wrong: (0.4 + 0) / 2, Corrected: 0.25, Spoiled: (0.5 + 0) / 2, Silent: 0.1,
			Several: 0.5}}
	if list[0] != want {
		t.Errorf("got %+v, want %+v", list[0], want)
	}
	nothing := score.SharesOf(diagnose.Binary{})
	for _, v := range []float64{nothing.Error, nothing.Wrong, nothing.Corrected, nothing.Spoiled, nothing.Silent,
		nothing.Several} {
		if !math.IsNaN(v) {
			t.Errorf("of no rows: %+v", nothing)
		}
	}
}

func TestModelMeansFail(t *testing.T) {
	in := modelsOf(diagnose.Binary{})
	in.Cells[0].Binary = func() (diagnose.Binary, error) { return diagnose.Binary{}, errors.New("disk on fire") }
	if _, err := score.ModelMeans(in); err == nil ||
		!strings.Contains(err.Error(), "binary models of cell d/e/l/r repeat 0 fold 0: disk on fire") {
		t.Error(err)
	}
}

// Of the invented results those of svm with one-vs-one have no counts; the others
// come in the order of the plan.
func TestModelMeansOfTheFixture(t *testing.T) {
	list, err := score.ModelMeans(scoretest.Experiment())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		got = append(got, fmt.Sprintf("%s %s %s %d", m.Dataset, m.Learner, m.Reduction, m.Cells))
		if (m.Reduction == "ova") == math.IsNaN(m.Silent) {
			t.Errorf("%+v", m)
		}
	}
	if want := "[iris lr[C=0.1,tol=1] ova 3 iris lr[C=0.1,tol=1] ovo 3 iris svm ova 3 glass lr[C=0.1,tol=1] ova 3 glass " +
		"lr[C=0.1,tol=1] ovo 2]"; fmt.Sprint(got) != want {
		t.Errorf("got  %v\nwant %s", got, want)
	}
}
