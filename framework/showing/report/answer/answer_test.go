package answer

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/test/scoretest"
)

// invented are results of an experiment with learners a, b, c and so on, and one
// reduction.
type invented struct {
	metric                   string
	datasets, methods, folds int
	value                    func(d, m, fold int) float64 // NaN for a cell that failed
	missing                  string                       // of its table
	cells                    func(d, m, fold int, c *score.Cell)
}

func (x invented) answer(compared ...*compare.Result) *Answer {
	kind := x.metric
	if kind == "" {
		kind = "accuracy"
	}
	p := &plan.Plan{Metrics: []metric.Spec{{Name: kind, Type: kind}}}
	p.Tables = []plan.Table{{Name: "t", Metric: kind, Missing: x.missing}}
	for d := range x.datasets {
		p.Datasets = append(p.Datasets, plan.Dataset{Name: fmt.Sprintf("d%d", d+1),
			Target: target.Target{Names: []string{"x", "y"}}})
		for m := range x.methods {
			for fold := range x.folds {
				p.Cells = append(p.Cells, plan.Cell{Fold: fold, Combination: plan.Combination{
					Dataset: p.Datasets[d].Name, Encoder: "e", Learner: string(rune('a' + m)), Reduction: "r"}})
			}
		}
	}
	in := score.Input{Plan: p}
	var rows []score.Row
	for i := range p.Cells {
		c := &p.Cells[i]
		d, m := i/(x.methods*x.folds), i/x.folds%x.methods
		cell := score.Cell{Cell: *c, Result: &store.Result{Status: store.OK, Costs: store.Costs{TrainSeconds: float64(m + 1)}}}
		r := score.Row{Cell: c, Metric: kind, Value: x.value(d, m, c.Fold), Status: store.OK, Sizes: store.Sizes{TrainRows: 90, TestRows: 10}}
		if math.IsNaN(r.Value) {
			r.Status, cell.Result = store.Failed, &store.Result{Status: store.Failed}
		}
		if x.cells != nil {
			x.cells(d, m, c.Fold, &cell)
		}
		in.Cells = append(in.Cells, cell)
		if cell.Status() != "" {
			rows = append(rows, r)
		}
	}
	return Of(in, rows, compared)
}

// steps are values that fall from method to method, by more than the folds vary.
func steps(d, m, fold int) float64 { return 0.9 - 0.1*float64(m) + 0.001*float64((d*7+m*3+fold*5)%11) }

func TestAnswers(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		of   invented
		want []string // in this order
		not  string
	}{
		"many datasets": {invented{datasets: 12, methods: 4, folds: 3, value: steps}, []string{
			"By mean rank of accuracy over 12 datasets, a/r is the best of 4 methods: mean rank 1.00, followed by b/r with 2.00. " +
				"Its mean accuracy is 0.905, 0.100 better than that of b/r. " +
				"The Nemenyi test finds no significant difference from b/r at level 0.05; from the other 2 it does. " +
				"Stability, leaving out each of the 12 datasets: a/r stays the best by mean rank in 12 of 12. " +
				"a/r needed 36 s to train (36 cells in all); no other method needed less."}, "Of "},
		"no difference": {invented{datasets: 6, methods: 3, folds: 1, value: func(d, m, _ int) float64 {
			return []float64{0.1, 0.2, 0.3}[(d*d+m*(1+d/5))%3]
		}}, []string{"Friedman's test finds no difference between the methods at level 0.05 (p = ", "the order may be chance."},
			"Nemenyi"},
		"few datasets": {invented{datasets: 4, methods: 3, folds: 1, value: steps}, []string{
			"With only 4 datasets, no significance test is meaningful."}, "apart"},
		"several are second": {invented{datasets: 6, methods: 4, folds: 1, value: func(d, m, f int) float64 {
			return steps(d, min(m, 1), 0)
		}}, []string{"a/r is the best of 4 methods: mean rank 1.00, followed by b/r and 2 others with 3.00."}, ""},
		"many methods": {invented{datasets: 12, methods: 9, folds: 1, value: func(d, m, f int) float64 {
			return steps(d, m/8, f) - 0.001*float64((m+d)%8)
		}}, []string{"finds it significantly different from i/r at level 0.05, but not from the other 7."}, "does not tell"},
		"two datasets": {invented{datasets: 2, methods: 3, folds: 4, value: steps}, []string{
			"over 2 datasets, a/r is the best of 3", "With only 2 datasets, no significance test is meaningful."}, ""},
		"two methods": {invented{datasets: 8, methods: 2, folds: 1, value: steps}, []string{
			"a/r is the best of 2 methods",
			"Wilcoxon's signed-rank test (p = 0.00781) finds a significant difference between the two at level 0.05."}, ""},
		"two methods alike": {invented{datasets: 6, methods: 2, folds: 1, value: func(d, m, _ int) float64 {
			return 0.5 + float64(m)*[]float64{0.1, 0.2, -0.3, 0.4, -0.5, 0.6}[d]
		}}, []string{"finds no significant difference between the two at level 0.05."}, ""},
		"two methods, four datasets": {invented{datasets: 4, methods: 2, folds: 1, value: steps}, []string{
			"With only 4 datasets, no significance test is meaningful."}, "Wilcoxon"},
		"all the same": {invented{datasets: 5, methods: 3, folds: 2, value: func(int, int, int) float64 { return 0.5 }},
			[]string{"By mean rank of accuracy over 5 datasets, all 3 methods are equally good: mean rank 2.00."}, "apart"},
		"two are best": {invented{datasets: 5, methods: 3, folds: 1, value: func(d, m, f int) float64 {
			return steps(d, max(m, 1), 0) + 0.01*float64(m%2)*0
		}}, []string{"a/r and b/r are the best of 3 methods, with the same mean rank of 1.50. a/r has the best mean: 0."}, "better than"},
		"smaller is better": {invented{metric: "log_loss", datasets: 3, methods: 3, folds: 1, value: steps}, []string{
			"By mean rank of log_loss over 3 datasets, c/r is the best", "0.101 better than that of b/r",
			"c/r needed 9 s to train (3 cells in all), 3.0 times as long as the cheapest method, a/r."}, ""},
		"best mean elsewhere": {invented{datasets: 3, methods: 3, folds: 1, value: func(d, m, _ int) float64 {
			return [][]float64{{0.5, 0.4, 0.3}, {0.5, 0.4, 0.3}, {0.1, 0.95, 0.05}}[d][m]
		}}, []string{"a/r is the best of 3 methods", "0.217 worse than that of b/r. b/r has the best mean: 0.583."}, ""},
		"one dataset": {invented{datasets: 1, methods: 3, folds: 5, value: steps}, []string{
			"On d1, a/r is the best of 3 methods: accuracy 0.906 (mean of 5 values), 0.101 better than b/r. The corrected " +
				"resampled t-test, adjusted by Holm's procedure, finds it significantly different from both others at level 0.05. " +
				"Results on one dataset do not carry over to others."}, ""},
		"one fold": {invented{datasets: 1, methods: 2, folds: 1, value: steps}, []string{
			"(one value)", "No test applies: tests need values of three or more folds that are not pooled."}, ""},
		"one dataset, ties": {invented{datasets: 1, methods: 2, folds: 3, value: func(int, int, int) float64 { return 1 }},
			[]string{"On d1, both methods are equally good: accuracy 1.000 (mean of 3 values)."}, "apart"},
		"one method": {invented{datasets: 3, methods: 1, folds: 2, value: steps}, []string{
			"There is only one method, a/r, so nothing is compared: mean accuracy 0.904 over 3 datasets. " +
				"a/r needed 6 s to train (6 cells in all)."}, "best"},
		"one method, one dataset": {invented{datasets: 1, methods: 1, folds: 2, value: steps}, []string{
			"There is only one method, a/r, so nothing is compared: accuracy 0.903 on d1 (mean of 2 values)."}, ""},
		"a method without values": {invented{datasets: 3, methods: 3, folds: 1, value: func(d, m, f int) float64 {
			return map[bool]float64{true: nan, false: steps(d, m, f)}[m == 2]
		}}, []string{"a/r is the best of the 2 of 3 methods without missing values: mean rank", "Not ranked, because values are missing: c/r.", "Of 9 cells, 3 failed."}, ""},
		"a hole": {invented{datasets: 4, methods: 2, folds: 2, value: func(d, m, f int) float64 {
			return map[bool]float64{true: nan, false: steps(d, m, f)}[d == 1 && m == 1 && f == 0]
		}}, []string{"over 3 datasets", "1 other dataset is left out, because not every method has a value there.",
			"a/r needed 7 s to train (7 cells in all)", "Of 16 cells, 1 failed."}, ""},
		"a hole everywhere": {invented{datasets: 3, methods: 2, folds: 1, value: func(d, m, f int) float64 {
			return map[bool]float64{true: nan, false: steps(d, m, f)}[m == d%2]
		}}, []string{"No dataset has a value of accuracy for every method, so the methods are not ranked over the 3 datasets"},
			"best"},
		"holes are worst": {invented{datasets: 3, methods: 2, folds: 1, missing: "worst", value: func(d, m, f int) float64 {
			return map[bool]float64{true: nan, false: steps(d, m, f)}[m == 0 && d == 0]
		}}, []string{"By mean rank of accuracy over 3 datasets, a/r is the best of 2 methods: mean rank 1.33"}, "left out"},
		"one is whole": {invented{datasets: 2, methods: 2, folds: 2, value: func(d, m, f int) float64 {
			return map[bool]float64{true: nan, false: steps(d, m, f)}[m == 0 && d == 0]
		}}, []string{"Of 2 datasets, only d2 has a value of accuracy for every method. On d2, a/r is the best of 2"}, ""},
		"not run": {invented{datasets: 2, methods: 2, folds: 2, value: steps, cells: func(d, _, _ int, c *score.Cell) {
			if d == 1 {
				c.Result = nil
			}
		}}, []string{"Preliminary: 4 of 8 cells have not been run. "}, "Of 8 cells"},
		"nothing run": {invented{datasets: 2, methods: 2, folds: 2, value: steps, cells: func(_, _, _ int, c *score.Cell) {
			c.Result = nil
		}}, []string{"No cell has a value of accuracy yet, so nothing is ranked."}, "Preliminary"},
		"an equal cost": {invented{datasets: 2, methods: 2, folds: 1, value: func(d, m, f int) float64 { return -steps(d, m, f) },
			cells: func(_, m, _ int, c *score.Cell) { c.Result.TrainSeconds = 1 + 0.01*float64(m) }}, []string{
			"b/r needed 2.02 s to train (2 cells in all), about as long as the cheapest method, a/r."}, "times"},
		"a free method": {invented{datasets: 2, methods: 2, folds: 1, value: func(d, m, f int) float64 { return -steps(d, m, f) },
			cells: func(_, m, _ int, c *score.Cell) {
				if m == 0 {
					c.Result.TrainSeconds = 0
				}
			}}, []string{"b/r needed 4 s to train (2 cells in all); the cheapest method, a/r, needed too little time to be measured."}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.of.answer().Paragraph()
			rest := got
			for _, want := range c.want {
				_, after, found := strings.Cut(rest, want)
				if !found {
					t.Errorf("lacks %q: %s", want, got)
				}
				rest = after
			}
			if c.not != "" && strings.Contains(got, c.not) {
				t.Errorf("says %q: %s", c.not, got)
			}
		})
	}
}

// A comparison block on the same metric decides what is significantly different.
func TestComparisonsDecide(t *testing.T) {
	asked := &compare.Result{Options: significance.Options{Name: "mine", Measure: "accuracy", PostHoc: "holm", Level: 0.1},
		Datasets: make([]string, 12), Methods: []string{"a/r", "b/r", "c/r"}, Rows: []compare.Row{
			{Test: "holm", A: "a/r", B: "b/r", Found: true, Better: "a/r"}, {Test: "holm", A: "c/r", B: "a/r"},
			{Test: "holm", A: "b/r", B: "c/r"}}}
	other := *asked
	other.Measure = "f1"
	of := invented{datasets: 12, methods: 3, folds: 1, value: steps}
	got := of.answer(&other, asked).Paragraph()
	if want := `The comparison "mine" (holm) finds no significant difference from c/r at level 0.1; from the other 1 it does.`; !strings.Contains(got, want) {
		t.Errorf("lacks %q: %s", want, got)
	}
	if got := of.answer(&other).Paragraph(); !strings.Contains(got, "The Nemenyi test") {
		t.Errorf("another metric decides: %s", got)
	}
	part := *asked
	part.Rows = asked.Rows[:1]
	if got := of.answer(&part).Paragraph(); !strings.Contains(got, "The Nemenyi test") {
		t.Errorf("a comparison with one of two others decides: %s", got)
	}
	for test, want := range map[string]string{
		"sign":       `The comparison "mine" (sign) finds no significant difference from c/r at level 0.1; from the other 1 it does.`,
		"bayes_sign": `The comparison "mine" (bayes_sign) finds no significant difference from c/r with a probability above 0.9; from`,
		"mcnemar":    "The Nemenyi test",
	} {
		pairs := *asked
		pairs.PostHoc, pairs.Tests, pairs.Rows = "", []string{test}, slices.Clone(asked.Rows)
		for i := range pairs.Rows {
			pairs.Rows[i].Test = test
			if test == "mcnemar" {
				pairs.Rows[i].Dataset = "d1"
			}
		}
		if got := of.answer(&pairs).Paragraph(); !strings.Contains(got, want) {
			t.Errorf("%s: lacks %q: %s", test, want, got)
		}
	}
	few := *asked
	few.Datasets = make([]string, 4)
	for _, n := range []int{4, 12} { // of the experiment
		got := invented{datasets: n, methods: 3, folds: 1, value: steps}.answer(&few).Paragraph()
		if !strings.Contains(got, "With only 4 datasets, no significance test is meaningful.") || strings.Contains(got, "apart") {
			t.Errorf("of %d datasets 4 are compared: %s", n, got)
		}
	}
}

// Labels are answered for like classes; a metric of another kind is passed over.
func TestMultiLabel(t *testing.T) {
	in := scoretest.MultiLabel()
	last := len(in.Plan.Metrics) - 1
	in.Plan.Metrics = append(in.Plan.Metrics[last:], in.Plan.Metrics[:last]...) // balanced_accuracy is for classes
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	a := Of(in, rows, nil)
	if want := "Preliminary: 1 of 6 cells has not been run. On scenes only lr/relevance of 2 methods has all values: " +
		"hamming_loss 0.258 (mean of 3 values). lr/relevance needed 0.75 s to train (3 cells in all). Of 6 cells, 1 failed."; a.Paragraph() != want {
		t.Errorf("got  %s\nwant %s", a.Paragraph(), want)
	}
	in.Plan.Metrics = []metric.Spec{{Name: "confusion", Type: "confusion"}}
	if got := Of(in, nil, nil); !strings.Contains(got.Paragraph(), "No metric of the experiment gives one number") || got.Pictured() {
		t.Errorf("without a number: %s", got.Paragraph())
	}
}

func TestPictures(t *testing.T) {
	for _, c := range []struct {
		of   invented
		want string
	}{
		{invented{datasets: 5, methods: 3, folds: 2, value: steps}, "accuracy: average ranks"},
		{invented{datasets: 4, methods: 3, folds: 2, value: steps}, "accuracy: a mark for each dataset, sorted by mean rank"},
		{invented{datasets: 5, methods: 24, folds: 2, value: steps}, "accuracy: a mark for each dataset, sorted by mean rank, the best 20 of 24"},
		{invented{datasets: 1, methods: 3, folds: 5, value: steps}, "d1: accuracy"},
		{invented{datasets: 2, methods: 2, folds: 2, value: func(d, m, f int) float64 {
			return map[bool]float64{true: math.NaN(), false: steps(d, m, f)}[m == 0 && d == 0]
		}}, "d2: accuracy"},
	} {
		var b bytes.Buffer
		if err := c.of.answer().Draw(&b); err != nil || !strings.Contains(b.String(), "<title>"+c.want+"</title>") {
			t.Errorf("%v, not %q:\n%.300s", err, c.want, b.String())
		}
	}
}
