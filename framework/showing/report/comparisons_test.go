package report

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/compare/measured"
	"github.com/manyclass/bench/test/scoretest"
)

// compared is an experiment on six datasets like iris, where nothing failed, with a
// comparison.
func compared(asked plan.Comparison) Input {
	in := scoretest.Experiment()
	p := in.Plan
	iris, cells := p.Datasets[0], in.Cells
	p.Datasets, p.Cells, in.Cells = nil, nil, nil
	for i := range 6 {
		d := iris
		d.Name = fmt.Sprintf("iris%d", i)
		p.Datasets = append(p.Datasets, d)
		for _, c := range cells {
			if c.Dataset == "iris" && c.Result != nil && c.Result.Status == "ok" && c.Learner == "svm" {
				for _, learner := range []string{"lr", "svm", "tree"} {
					c.Cell.Dataset, c.Cell.Learner = d.Name, learner
					p.Cells = append(p.Cells, c.Cell)
					in.Cells = append(in.Cells, c)
				}
			}
		}
	}
	asked.Name, asked.Level = "which", 0.05
	p.Comparisons = []plan.Comparison{asked}
	return Input{Input: in}
}

func TestComparisons(t *testing.T) {
	dir := t.TempDir()
	in := compared(plan.Comparison{Metric: "accuracy", Tests: []string{"friedman", "wilcoxon", "five_by_two"}})
	s, err := WriteAll(dir, in)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(dir, comparisonsFile))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var tests []string
	for _, line := range lines[1:] {
		if line[0] != "which" {
			t.Errorf("a row of %q", line[0])
		}
		tests = append(tests, line[1])
	}
	for _, want := range []string{"mean", "rank", "friedman", "iman_davenport", "nemenyi", "wilcoxon", "a12"} {
		if !slices.Contains(tests, want) {
			t.Errorf("no row %s among %v", want, slices.Compact(tests))
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, PageFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<section id="comparisons">`, "Friedman&#39;s test compares the ranks",
		"five_by_two does not apply", "tables/which"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, name := range []string{"tables/which.md", "tables/which.tex", "tables/which.html",
		"plots/comparison-which.svg"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if last := s.Tables[len(s.Tables)-1]; last.Name != "which" {
		t.Errorf("the last table is %s", last.Name)
	}

	in.Plan.Comparisons = nil
	if _, err := WriteAll(dir, in); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, comparisonsFile)); !os.IsNotExist(err) {
		t.Errorf("%s of an earlier report is still there: %v", comparisonsFile, err)
	}
}

// Datasets with a hole are left out; what cannot be compared is said and fails nothing.
func TestComparisonsWithHoles(t *testing.T) {
	whole := compared(plan.Comparison{Metric: "accuracy"})
	rows := func(in Input) string {
		dir := t.TempDir()
		if _, err := WriteAll(dir, in); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(dir, "tables", "which.md"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	whole.Plan.Comparisons[0].Metric = "log_loss"
	if text := rows(whole); !strings.Contains(text, "by log_loss (on each dataset the mean over its folds); smaller") ||
		!strings.Contains(text, "Not compared, because they have no value: lr/ovo, svm/ovo, tree/ovo.") {
		t.Error(text)
	}
	whole.Plan.Comparisons[0].Metric = "accuracy"
	for i, c := range whole.Cells {
		if c.Dataset == "iris3" && c.Learner == "tree" {
			whole.Cells[i].Result = nil
		}
	}
	if text := rows(whole); !strings.Contains(text, "Left out, because not every method has a value there: iris3.") ||
		!strings.Contains(text, "on 5 datasets") {
		t.Error(text)
	}
	for i := range whole.Cells {
		whole.Cells[i].Result = nil
	}
	if text := rows(whole); !strings.Contains(text, "Nothing is compared: there are") {
		t.Error(text)
	}
	whole.Plan.Comparisons[0].Metric = "auc"
	if text := rows(whole); !strings.Contains(text, `The experiment has no metric "auc".`) {
		t.Error(text)
	}
}

// A pooled value counts once, and datasets of another kind of target not at all.
func TestMeasuredOnce(t *testing.T) {
	cell := &plan.Cell{Combination: plan.Combination{Dataset: "iris", Learner: "lr", Reduction: "ova"}, Repeat: 1, Fold: 2}
	got := measuredOf([]score.Row{{Cell: cell, Value: 0.5}, {Cell: cell, Value: 0.5, Again: true},
		{Cell: cell, Value: 0.5, Without: score.OtherTarget}}, []string{"learner", "reduction"}, nil, nil)
	want := measured.Value{Dataset: "iris", Method: "lr/ova", Unit: measured.Unit{Repeat: "1", Fold: "2"}, Value: 0.5}
	if len(got) != 1 || got[0] != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A comparison of little says in its remarks what could not be done; nothing fails.
func TestComparisonsOfLittle(t *testing.T) {
	tests := []string{"friedman", "wilcoxon", "corrected_t", "five_by_two", "bayes_sign"}
	made := func(change func(*store.Predictions)) *compare.Result {
		t.Helper()
		in := twoMethods("accuracy")
		for i, c := range in.Cells {
			predictions, err := c.Predictions()
			if err != nil {
				t.Fatal(err)
			}
			change(&predictions)
			in.Cells[i].Predictions = func() (store.Predictions, error) { return predictions, nil }
		}
		rows, err := score.Compute(in)
		if err != nil {
			t.Fatal(err)
		}
		r, err := comparison(plan.Comparison{Name: "which", Metric: "m", Tests: tests, Level: 0.05, Rope: 0.01}, in, rows)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := made(func(*store.Predictions) {})
	said := strings.Join(r.Remarks, " ")
	for _, want := range []string{
		"friedman does not apply: it compares three or more methods, and there are two; use wilcoxon.",
		`wilcoxon does not apply: it compares over datasets, and there is one, "iris".`,
		`five_by_two does not apply: it needs 5 repeats of 2 folds, and "iris" has 2 repeats of 2 folds.`,
		`bayes_sign does not apply: it compares over datasets`} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %s", want, said)
		}
	}
	if !slices.Equal(r.Tests, []string{"corrected_t"}) {
		t.Errorf("made were %v", r.Tests)
	}
	r = made(func(p *store.Predictions) { p.Predicted.Class = make([]int, len(p.Rows)) })
	if !strings.Contains(strings.Join(r.Remarks, " "), `"a/ova" and "b/ova" have the same values everywhere.`) {
		t.Errorf("%q", r.Remarks)
	}
	for _, row := range r.Rows {
		if row.Test == "corrected_t" && (row.P != 1 || row.Found) {
			t.Errorf("%+v", row)
		}
	}
}

// Draws are one method, whose value on a fold is their mean. The numbers are worked out by
// hand: of three folds, t with two degrees of freedom has p = 1 − t/√(2+t²).
func TestComparisonsOfDraws(t *testing.T) {
	p := &plan.Plan{Datasets: []plan.Dataset{{Name: "d", Target: target.Target{Names: []string{"a", "b"}, Counts: []int{1, 1}}}},
		Metrics: []metric.Spec{{Name: "accuracy", Type: "accuracy"}}}
	var rows []score.Row
	add := func(reduction string, values ...float64) {
		for fold, value := range values {
			c := plan.Cell{Combination: plan.Combination{Dataset: "d", Encoder: "e", Learner: "l", Reduction: reduction}, Fold: fold}
			p.Cells = append(p.Cells, c)
			rows = append(rows, score.Row{Cell: &c, Metric: "accuracy", Value: value, Status: store.OK, Sizes: store.Sizes{TrainRows: 20, TestRows: 10}})
		}
	}
	add("ova", 0.5, 0.6, 0.55)
	add("dense[columns=5,draw=0]", 0.5, 0.75, 0.8)
	add("dense[columns=5,draw=1]", 0.7, 0.85, 0.9)
	asked := plan.Comparison{Name: "which", Metric: "accuracy", Tests: []string{"corrected_t"}, Level: 0.05, Rope: 0.01, Average: []string{"reduction.draw"}}
	r, err := comparison(asked, score.Input{Plan: p}, rows)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Methods, []string{"l/ova", "l/dense[columns=5]"}) {
		t.Fatalf("%q: %q", r.Methods, r.Remarks)
	}
	// Means of draws 0.6, 0.8 and 0.85: differences -0.1, -0.2 and -0.3, variance 0.01,
	// t = -0.2/√((1/3+10/20)·0.01).
	if !near(r.Values[0][0], 0.55) || !near(r.Values[1][0], 0.75) {
		t.Errorf("means %v", r.Values)
	}
	at := slices.IndexFunc(r.Rows, func(row compare.Row) bool { return row.Test == "corrected_t" })
	if at < 0 || math.Abs(r.Rows[at].Statistic+2.190890) > 1e-6 || math.Abs(r.Rows[at].P-0.159832) > 1e-6 {
		t.Errorf("%+v", r.Rows)
	}
	if !strings.Contains(strings.Join(r.Remarks, " "), "Methods that differ only in reduction.draw are treated as one: its value on each fold is their mean.") {
		t.Errorf("%q", r.Remarks)
	}
	// A draw without a value on a fold leaves the mean without one.
	rows[4].Value, rows[4].Status = math.NaN(), store.Failed
	if r, err = comparison(asked, score.Input{Plan: p}, rows); err != nil || !strings.Contains(strings.Join(r.Remarks, " "), "Left out, because not every method has a value there: d.") {
		t.Errorf("%q, %v", r.Remarks, err)
	}
	asked.Average, rows[4].Value, rows[4].Status = nil, 0.75, store.OK
	if r, err = comparison(asked, score.Input{Plan: p}, rows); err != nil || len(r.Methods) != 3 {
		t.Errorf("without average: %q, %v", r.Methods, err)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// On four datasets answer, tables, comparison and pictures say the same: no test counts, and
// nothing that looks like a finding stands anywhere.
func TestFewDatasetsHaveOneVoice(t *testing.T) {
	few := func(datasets int) string {
		in := compared(plan.Comparison{Name: "which", Metric: "accuracy", Level: 0.05, Rope: 0.01, Tests: []string{"friedman"}})
		in.Plan.Datasets = in.Plan.Datasets[:datasets]
		last := in.Plan.Datasets[datasets-1].Name
		in.Plan.Cells = slices.DeleteFunc(in.Plan.Cells, func(c plan.Cell) bool { return c.Dataset > last })
		in.Cells = slices.DeleteFunc(in.Cells, func(c score.Cell) bool { return c.Dataset > last })
		in.Plan.Tables = []plan.Table{{Name: "main", Metric: "accuracy"}}
		return pageOf(t, in)
	}
	signs := []string{"share a letter", "critical difference", "Nemenyi", "Statistics over datasets", "p (Holm)", "average ranks</title>"}
	page := few(4)
	for _, sign := range signs {
		if strings.Contains(page, sign) {
			t.Errorf("the page on 4 datasets has %q", sign)
		}
	}
	for _, want := range []string{"datasets, no significance test is meaningful.", "With only 4 datasets, no test over datasets is meaningful, so none is made.",
		"and are not used, and pairs of methods are not compared by their mean ranks."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page on 4 datasets lacks %q", want)
		}
	}
	page = few(6)
	for _, sign := range signs {
		if has := strings.Contains(page, sign); has == (sign == "p (Holm)") {
			t.Errorf("the page on 6 datasets has %q: %v", sign, has)
		}
	}
}
