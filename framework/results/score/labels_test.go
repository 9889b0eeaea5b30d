package score_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

// labels returns given truths and predictions of four labels.
func labels(truth, predicted []int8) func() (store.Predictions, error) {
	return func() (store.Predictions, error) {
		return store.Predictions{K: 4, MultiLabel: true, Truth: target.Rows{Y: target.Listed(truth, 4)},
			Predicted: target.Rows{Y: target.Listed(predicted, 4)},
			Rows:      make([]int, len(truth)/4), Scores: make([]float64, len(truth))}, nil
	}
}

func TestLabelTables(t *testing.T) {
	in := scoretest.MultiLabel()
	in.Cells[0].Predictions = labels([]int8{1, 0, 1, 0, 0, 0, 0, 0}, []int8{1, 1, 0, 0, 0, 0, 0, 0})
	in.Cells[2].Predictions = labels([]int8{1, 1, 0, 0}, []int8{1, 1, 0, 1})
	in.Cells[4].Result = nil
	list, err := score.LabelTables(in)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d tables, %v", len(list), err)
	}
	got := list[0]
	want := score.Labels{Combination: plan.Combination{Dataset: "scenes", Encoder: "one_hot", Learner: "lr",
		Reduction: "relevance"}, Names: in.Plan.Datasets[0].Target.Names,
		Counts: []metric.LabelCounts{{TP: 2, TN: 1}, {TP: 1, FP: 1, TN: 1}, {FN: 1, TN: 2},
			{FP: 1, TN: 2}}, Rows: 3, Cells: 2, Missing: 1}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	scores := []score.LabelScores{{"beach", 1, 1, 1, 2, 2}, {"a|b, c", 0.5, 1, 2.0 / 3, 1, 2}, {"urban", 0, 0, 0, 1, 0},
		{"micro", 0, 0, 0, 0, 1}}
	if got := got.PerLabel(); !reflect.DeepEqual(got, scores) {
		t.Errorf("per label %+v", got)
	}
	if truth, predicted := got.Cardinality(); truth != 4.0/3 || predicted != 5.0/3 {
		t.Errorf("cardinality %v and %v", truth, predicted)
	}
	if truth, _ := (score.Labels{}).Cardinality(); !math.IsNaN(truth) {
		t.Errorf("cardinality without rows %v", truth)
	}
	if list, err := score.LabelTables(scoretest.Experiment()); err != nil || list != nil {
		t.Errorf("of classes: %v, %v", list, err)
	}
}

// Metrics of the right kind have values, those of the other kind are skipped.
func TestScoresOfLabels(t *testing.T) {
	statuses := map[string]store.Status{}
	values := map[string]float64{}
	for _, r := range mustScore(t, scoretest.Mixed()) {
		if r.Fold == 0 && (r.Dataset == "scenes" || r.Learner != "svm") {
			statuses[r.Dataset+" "+r.Reduction+" "+r.Metric] = r.Status
			values[r.Dataset+" "+r.Reduction+" "+r.Metric] = r.Value
		}
	}
	for name, want := range map[string]store.Status{
		"scenes relevance hamming_loss": store.OK, "scenes relevance f1[a|b, c]": store.OK,
		"scenes relevance ranking_loss": store.OK,
		"scenes relevance log_loss":     store.OK, "scenes powerset log_loss": store.Skipped,
		"scenes relevance balanced_accuracy": store.Skipped,
		"scenes relevance accuracy":          store.Skipped, "iris ova accuracy": store.OK, "iris ova hamming_loss": store.Skipped,
		"iris ova f1[setosa]": store.OK,
	} {
		if statuses[name] != want || (want == store.OK) == math.IsNaN(values[name]) {
			t.Errorf("%s is %v, %s", name, values[name], statuses[name])
		}
	}
}

// The per-label table of one cell and the metrics of it are the same numbers.
func TestLabelTablesAgreeWithMetrics(t *testing.T) {
	in := scoretest.MultiLabel()
	list, err := score.LabelTables(in)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]float64{}
	for _, r := range mustScore(t, in) {
		if r.Reduction == "powerset" && r.Fold == 0 {
			of[r.Metric] = r.Value
		}
	}
	for _, one := range list[1].PerLabel() {
		if got := of["f1["+one.Label+"]"]; got != one.F1 {
			t.Errorf("%s: f1 %v, in the table %v", one.Label, got, one.F1)
		}
	}
}

func TestLabelsThatDoNotFit(t *testing.T) {
	for says, p := range map[string]store.Predictions{
		"predictions are for 0 labels, the dataset has 4": {K: 4},
		"predictions of 1 rows hold 1 truths, 0 predictions": {K: 4, MultiLabel: true,
			Truth: target.Rows{Y: target.Listed(make([]int8, 4), 4)}, Predicted: target.Rows{}, Rows: []int{0},
			Scores: make([]float64, 4)},
		"truth or predictions hold labels other than 0 to 3": {K: 4, MultiLabel: true,
			Truth: target.Rows{Y: target.Labels{Ends: []int{1}, Of: []int32{4}}}, Predicted: target.Rows{Y: target.Listed(make([]int8, 4), 4)}, Rows: []int{0},
			Scores: make([]float64, 4)},
		"cell scenes/one_hot/lr/relevance repeat 0 fold 0: predictions are for 0 label": {},
	} {
		in := scoretest.MultiLabel()
		in.Cells[0].Predictions = func() (store.Predictions, error) { return p, nil }
		if _, err := score.Compute(in); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("scores: %v, want %s", err, says)
		}
		if _, err := score.LabelTables(in); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("tables: %v, want %s", err, says)
		}
	}
	in := scoretest.Experiment()
	in.Cells[0].Predictions = func() (store.Predictions, error) { return store.Predictions{K: 3, MultiLabel: true}, nil }
	if _, err := score.Compute(in); err == nil ||
		!strings.Contains(err.Error(), "predictions are for 3 labels, the dataset has 3 classes") {
		t.Errorf("labels for classes: %v", err)
	}
}
