package score_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

func spec(kind string, options map[string]any) metric.Spec {
	return metric.Spec{Name: kind, Type: kind, Config: contract.NewConfig(options)}
}

// fixed returns predictions of given truths and predictions of three classes.
func fixed(truth, predicted []int) func() (store.Predictions, error) {
	return func() (store.Predictions, error) {
		return store.Predictions{K: 3, Truth: target.Rows{Class: truth}, Predicted: target.Rows{Class: predicted},
			Rows: make([]int, len(truth)), Scores: make([]float64, 3*len(truth))}, nil
	}
}

// iris is the experiment with the first two cells of one combination kept, its
// third without a result.
func iris(t *testing.T) score.Input {
	t.Helper()
	in := scoretest.Experiment()
	var cells []score.Cell
	for _, c := range in.Cells {
		if c.Cell.Dataset == "iris" && c.Cell.Learner == "svm" && c.Cell.Reduction == "ova" {
			cells = append(cells, c)
		}
	}
	if len(cells) != 3 {
		t.Fatalf("%d cells", len(cells))
	}
	cells[0].Predictions = fixed([]int{0, 0, 1, 2}, []int{0, 1, 1, 0})
	cells[1].Predictions = fixed([]int{2, 2, 1}, []int{2, 2, 0})
	cells[0].Train = fixed([]int{0, 1, 2}, []int{0, 1, 2})
	cells[2].Result = nil
	in.Cells = cells
	return in
}

func TestConfusions(t *testing.T) {
	in := iris(t)
	for _, c := range []struct {
		options        map[string]any
		classes        []string
		counts         [][]float64
		cells, missing int
	}{
		{nil, []string{"setosa", "versicolor", "a|b, c"}, [][]float64{{1, 1, 0}, {1, 1, 0}, {1, 0, 2}}, 2, 1},
		{map[string]any{"classes": []string{"a|b, c", "setosa"}}, []string{"setosa", "a|b, c"}, [][]float64{{1, 0}, {1, 2}}, 2,
			1},
		{map[string]any{"on": "train"}, []string{"setosa", "versicolor", "a|b, c"}, [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
			1, 2},
	} {
		got, err := score.Confusions(in, spec("confusion", c.options))
		want := []score.Confusion{{Combination: plan.Combination{Dataset: "iris", Encoder: "one_hot", Learner: "svm",
			Reduction: "ova"}, Metric: "confusion",
			Classes: c.classes, Counts: c.counts, Cells: c.cells, Missing: c.missing}}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %v\ngot  %+v\nwant %+v", c.options, err, got, want)
		}
	}
}

func TestConfusionsOfExperiment(t *testing.T) {
	in := scoretest.Experiment()
	got, err := score.Confusions(in, spec("confusion", nil))
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, c := range got {
		rows := 0.0
		for _, s := range c.PerClass() {
			rows += s.Support
		}
		if c.Cells+c.Missing != 3 || rows != float64(20*c.Cells) {
			t.Errorf("%+v: not 3 cells of 20 rows", c)
		}
		order = append(order, c.Dataset+" "+c.Learner+" "+c.Reduction)
	}
	want := "iris lr[C=0.1,tol=1] ova, iris lr[C=0.1,tol=1] ovo, iris svm ova, iris svm ovo, " +
		"glass lr[C=0.1,tol=1] ova, glass lr[C=0.1,tol=1] ovo, glass svm ova, glass svm ovo"
	if strings.Join(order, ", ") != want {
		t.Errorf("order %q", order)
	}
	some, err := score.Confusions(in, spec("confusion", map[string]any{"classes": []string{"1", "7"}}))
	if err != nil || len(some) != 4 || some[0].Dataset != "glass" {
		t.Errorf("classes of one dataset: %v, %+v", err, some)
	}
	for i := range in.Cells {
		in.Cells[i].Result, in.Cells[i].Cell.Skipped = nil, ""
	}
	if none, err := score.Confusions(in, spec("confusion", nil)); err != nil || len(none) > 0 {
		t.Errorf("without results: %v, %+v", err, none)
	}
}

// The worked table of the specification.
func TestConfusionPerClass(t *testing.T) {
	c := score.Confusion{Classes: []string{"1", "2", "3", "4"},
		Counts: [][]float64{{15, 2, 3, 0}, {7, 15, 8, 0}, {2, 3, 45, 0}, {0, 0, 0, 0}}}
	want := []score.ClassScores{{"1", 0.625, 0.75, 30.0 / 44, 20}, {"2", 0.75, 0.5, 0.6, 30},
		{"3", 45.0 / 56, 0.9, 90.0 / 106, 50}, {Class: "4"}}
	if got := c.PerClass(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestConfusionsRefuse(t *testing.T) {
	in := scoretest.Experiment()
	in.Cells[0].Predictions = fixed([]int{3}, []int{0})
	if _, err := score.Confusions(in, spec("confusion", nil)); err == nil ||
		!strings.Contains(err.Error(), "cell iris/one_hot/lr[C=0.1,tol=1]/ova repeat 0 fold 0: row 0 has truth 3") {
		t.Errorf("a class number too large: %v", err)
	}
	if _, err := score.Confusions(in, spec("confusion", map[string]any{"classes": []string{"setosa"}})); err == nil {
		t.Error("a restriction to one class passes")
	}
}

func TestTrainingRows(t *testing.T) {
	in := iris(t)
	in.Plan.Metrics = []metric.Spec{spec("accuracy", nil), spec("accuracy", map[string]any{"on": "train"}),
		spec("confusion", nil)}
	in.Plan.Metrics[1].Name = "train:accuracy"
	type key struct {
		fold   int
		metric string
	}
	type outcome struct {
		value  float64
		status store.Status
	}
	got := map[key]outcome{}
	for _, r := range mustScore(t, in) {
		got[key{r.Fold, r.Metric}] = outcome{r.Value, r.Status}
	}
	nan := got[key{1, "train:accuracy"}]
	if !math.IsNaN(nan.value) || nan.status != score.Undefined {
		t.Errorf("training rows that were not kept: %+v", nan)
	}
	delete(got, key{1, "train:accuracy"})
	want := map[key]outcome{{0, "accuracy"}: {0.5, store.OK}, {1, "accuracy"}: {2.0 / 3, store.OK},
		{0, "train:accuracy"}: {1, store.OK}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestForeignClassesAreSkipped(t *testing.T) {
	in := scoretest.Experiment()
	in.Plan.Metrics = []metric.Spec{spec("recall", map[string]any{"classes": []string{"7", "1"}, "average": "none"})}
	counts := map[string]int{}
	for _, r := range mustScore(t, in) {
		counts[r.Dataset+" "+r.Metric+" "+string(r.Status)]++
	}
	for name, want := range map[string]int{"iris recall[7] skipped": 12, "iris recall[1] skipped": 12,
		"glass recall[7] ok": 5, "glass recall[1] ok": 5} {
		if counts[name] != want {
			t.Errorf("%s: %d, want %d; have %v", name, counts[name], want, counts)
		}
	}
}
