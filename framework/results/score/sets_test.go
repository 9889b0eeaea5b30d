package score_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/conformal"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// setInput is a cell that tests the rows 0 to 3 of 9, and whose other rows calibrate sets of
// two classes by their probabilities of the first, their own: 0.9, 0.8, 0.7, 0.6, 0.5.
func setInput(settings conformal.Settings, metrics ...map[string]any) score.Input {
	in := folded(1, false, metrics...)
	in.Plan.Datasets[0].Target, in.Plan.Datasets[0].Rows, in.Plan.Sets = target.Target{Names: []string{"a", "b"}}, 9, &settings
	in.Plan.Cells, in.Cells = in.Plan.Cells[:1], in.Cells[:1]
	predictions := func(first int, p ...float64) func() (store.Predictions, error) {
		return func() (store.Predictions, error) {
			out := store.Predictions{K: 2}
			for i, v := range p {
				out.Rows = append(out.Rows, first+i)
				out.Scores = append(out.Scores, v, 1-v)
				out.Truth.Class, out.Predicted.Class = append(out.Truth.Class, 0), append(out.Predicted.Class, 0)
			}
			return out, nil
		}
	}
	test := predictions(0, 0.95, 0.65, 0.55, 0.1)
	in.Cells[0].Predictions = func() (store.Predictions, error) {
		p, err := test()
		p.Probabilities = p.Scores
		return p, err
	}
	in.Cells[0].Folded = predictions(4, 0.9, 0.8, 0.7, 0.6, 0.5)
	return in
}

var sized = []map[string]any{{"type": "set_size"}, {"type": "set_coverage"}, {"type": "set_size", "over": "pooled"}}

// With 5 rows and a level of 0.4 the threshold of lac is the fourth of 0.1, 0.2, 0.3, 0.4 and
// 0.5, so sets have classes with a probability of at least 0.6.
func TestSetsOfTrainingRows(t *testing.T) {
	in := setInput(conformal.Settings{Level: 0.4, Score: conformal.LAC, Per: conformal.All, Rows: conformal.Train, Folds: 5},
		sized...)
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{3.0 / 4, 2.0 / 4, 3.0 / 4} {
		if math.Abs(rows[i].Value-want) > 1e-15 || !rows[i].Defined() {
			t.Errorf("%s is %v (%s), want %v", rows[i].Metric, rows[i].Value, rows[i].Status, want)
		}
	}
	in.Cells[0].Folded = nil
	if rows, err = score.Compute(in); err != nil || rows[0].Status != score.Undefined {
		t.Errorf("without rows that calibrate: %+v, %v", rows, err)
	}
	in.Cells[0].Folded = func() (store.Predictions, error) { return store.Predictions{}, errors.New("torn") }
	if _, err = score.Compute(in); err == nil || !strings.Contains(err.Error(), "torn") {
		t.Errorf("of predictions that cannot be read: %v", err)
	}
}

// Halves of the test rows need no others. Four rows are too few for a level of 0.1: all classes
// are in the sets.
func TestSetsOfTestRows(t *testing.T) {
	in := setInput(conformal.Settings{Level: 0.1, Score: conformal.LAC, Per: conformal.All, Rows: conformal.Test}, sized...)
	in.Cells[0].Folded = nil
	rows, err := score.Compute(in)
	if err != nil || rows[0].Value != 2 || rows[1].Value != 1 {
		t.Errorf("%+v, %v", rows, err)
	}
}

// What a stored plan or stored predictions have wrong is said.
func TestWrongSets(t *testing.T) {
	good := conformal.Settings{Level: 0.1, Score: conformal.LAC, Per: conformal.All, Rows: conformal.Test}
	bad := good
	bad.Score = "abs"
	if _, err := score.Compute(setInput(bad, sized...)); err == nil || !strings.Contains(err.Error(), "abs") {
		t.Errorf("of a score that there is not: %v", err)
	}
	in := setInput(good, sized...)
	in.Plan.Datasets[0].Rows = 3
	if _, err := score.Compute(in); err == nil || !strings.Contains(err.Error(), "row 3, and dataset d has 3 rows") {
		t.Errorf("of a row that there is not: %v", err)
	}
}

// The numbers that sets are randomised by depend on the data, not on what the dataset is called.
func TestRandomSets(t *testing.T) {
	settings := conformal.Settings{Level: 0.4, Score: conformal.APS, Per: conformal.All, Rows: conformal.Train, Folds: 5,
		Randomized: true}
	size := func(change func(*plan.Plan)) float64 {
		in := setInput(settings, sized...)
		change(in.Plan)
		rows, err := score.Compute(in)
		if err != nil {
			t.Fatal(err)
		}
		return rows[0].Value
	}
	same := size(func(*plan.Plan) {})
	if got := size(func(p *plan.Plan) { p.Datasets[0].SHA256 = "other" }); got != same {
		t.Errorf("sizes %v and %v of the same data", same, got)
	}
	differs := false
	for seed := range uint64(20) {
		differs = differs || size(func(p *plan.Plan) { p.Seed = seed + 1 }) != same
	}
	if !differs {
		t.Error("sets do not depend on the seed")
	}
}
