package table

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/table/sheet"
	"github.com/manyclass/bench/test/scoretest"
)

// scored makes a plan and rows from values[dataset][learner][fold] of one
// metric; NaN becomes a failed cell.
func scored(kind string, values [][][]float64) (*plan.Plan, []score.Row) {
	p := &plan.Plan{Metrics: []metric.Spec{{Name: kind, Type: kind}}}
	var rows []score.Row
	for i, learners := range values {
		name := fmt.Sprintf("d%d", i)
		p.Datasets = append(p.Datasets, plan.Dataset{Name: name,
			Target: target.Target{Names: []string{"a", "b"}, Counts: []int{1, 1}}})
		for j, folds := range learners {
			for f, v := range folds {
				c := plan.Cell{Combination: plan.Combination{Dataset: name, Encoder: "e", Learner: fmt.Sprintf("l%d", j), Reduction: "r"}, Fold: f}
				row := score.Row{Cell: &c, Metric: kind, Value: v, Status: store.OK, Sizes: store.Sizes{TrainRows: 90, TestRows: 10}}
				if math.IsNaN(v) {
					row.Status = store.Failed
				}
				p.Cells = append(p.Cells, c)
				rows = append(rows, row)
			}
		}
	}
	return p, rows
}

func notes(g Grid, e Entry) string {
	var list []string
	for _, n := range e.Notes {
		list = append(list, g.Notes[n])
	}
	return strings.Join(list, "; ")
}

func TestTextTable(t *testing.T) {
	in := scoretest.Experiment()
	rows := mustScore(t, in)
	table := plan.Table{Name: "by learner", Metric: "accuracy", Rows: []string{"dataset"},
		Columns: []string{"learner", "reduction"}, Baseline: "svm/ova"}
	g := Build(table, rows, in.Plan)
	scoretest.Golden(t, "accuracy.txt", scoretest.Render(t, func(w io.Writer) error { return g.Sheet().Text(w, 0) }))
	scoretest.Golden(t, "baseline.md", scoretest.Render(t, g.Sheet().Markdown))
	narrow := scoretest.Render(t, func(w io.Writer) error { return g.Sheet().Text(w, 60) })
	scoretest.Golden(t, "accuracy_narrow.txt", narrow)
	for _, line := range strings.Split(string(narrow), "\n") {
		if utf8.RuneCountInString(line) > 60 {
			t.Errorf("line of %d characters: %s", utf8.RuneCountInString(line), line)
		}
	}
}

// A remark says when datasets have different numbers of folds.
func TestDatasetsOfDifferentFolds(t *testing.T) {
	p, rows := scored("accuracy", [][][]float64{{{0.9, 0.8}, {0.7, 0.8}}, {{0.9}, {0.8}}, {{0.9}, {0.7}}})
	const want = "Datasets are divided in different ways, all repeats counted: 1 fold (d1, d2), 2 folds (d0)."
	if g := Build(plan.Table{Metric: "accuracy"}, rows, p); !slices.Contains(g.Remarks, want) {
		t.Errorf("%q", g.Remarks)
	}
	p, rows = scored("accuracy", [][][]float64{{{0.9, 0.8}, {0.7, math.NaN()}}, {{0.9, 0.5}, {0.8, 0.4}}})
	if g := Build(plan.Table{Metric: "accuracy"}, rows, p); strings.Contains(strings.Join(g.Remarks, " "), "divided") {
		t.Errorf("%q", g.Remarks)
	}
}

func TestHiddenAxes(t *testing.T) {
	in := scoretest.Experiment()
	rows := mustScore(t, in)
	g := Build(plan.Table{Name: "t", Metric: "accuracy", Rows: []string{"dataset"}, Columns: []string{"learner"},
		Baseline: "svm"}, rows, in.Plan)
	scoretest.Golden(t, "hidden.md", scoretest.Render(t, g.Sheet().Markdown))
	if got := notes(g, g.Entries[0][0]); got != "averages over reduction ova, ovo" {
		t.Errorf("notes %q", got)
	}
	if g.Entries[0][0].N != 6 || g.Entries[0][0].mark(0) != NoMark {
		t.Errorf("entry %+v", g.Entries[0][0])
	}
}

func TestHolesAndAverages(t *testing.T) {
	nan := math.NaN()
	p, rows := scored("accuracy", [][][]float64{
		{{0.5, 0.7}, {0.9, 0.7}},
		{{0.2, nan}, {nan, nan}},
		{{0.4, 0.4}, {0.4, 0.4}},
	})
	p.Cells = append(p.Cells, plan.Cell{Combination: plan.Combination{Dataset: "d2", Encoder: "e", Learner: "l1", Reduction: "r"}, Fold: 2})
	g := Build(plan.Table{Metric: "accuracy"}, rows, p)
	if g.Complete != 2 || math.Abs(g.Means[0]-0.5) > 1e-12 || math.Abs(g.Means[1]-0.6) > 1e-12 {
		t.Errorf("means %v over %d rows", g.Means, g.Complete)
	}
	if !slices.Equal(g.Ranks, []float64{1.75, 1.25}) {
		t.Errorf("ranks %v", g.Ranks)
	}
	if e := g.Entries[1][1]; !e.Hole() || e.Best || notes(g, e) != "0 of 2 folds have a value: 2 failed" {
		t.Errorf("hole %+v: %s", e, notes(g, e))
	}
	if e := g.Entries[1][0]; e.N != 1 || !e.Best || notes(g, e) != "1 of 2 folds have a value: 1 failed" {
		t.Errorf("partial %+v: %s", e, notes(g, e))
	}
	if e := g.Entries[2][1]; notes(g, e) != "2 of 3 folds have a value: 1 not run" || !e.Best || !g.Entries[2][0].Best {
		t.Errorf("unfinished %+v: %s", e, notes(g, e))
	}
}

func TestNoCompleteRow(t *testing.T) {
	nan := math.NaN()
	p, rows := scored("accuracy", [][][]float64{{{0.5}, {nan}}, {{nan}, {0.5}}})
	g := Build(plan.Table{Metric: "accuracy"}, rows, p)
	if g.Means != nil || g.Ranks != nil || !slices.Equal(g.Remarks,
		[]string{"No mean and no ranks: every dataset has missing values."}) {
		t.Errorf("means %v, ranks %v, remarks %q", g.Means, g.Ranks, g.Remarks)
	}
}

func TestNotInExperiment(t *testing.T) {
	p, rows := scored("accuracy", [][][]float64{{{0.5}, {0.6}}, {{0.5}}})
	g := Build(plan.Table{Metric: "accuracy"}, rows, p)
	if e := g.Entries[1][1]; !e.Hole() || notes(g, e) != "not part of the experiment" {
		t.Errorf("%+v: %s", e, notes(g, e))
	}
}

// Learners differ from the first by a constant plus the same noise. A constant
// of 0.05 gives t = 0.05/√((1/5+10/90)·0.00025) = 5.67, p = 0.005; 0.022 gives
// t = 2.49, p = 0.067 (without the correction t = 3.11, p = 0.036).
func TestBaselineMarks(t *testing.T) {
	base := []float64{0.50, 0.52, 0.48, 0.51, 0.49}
	noise := []float64{-0.02, -0.01, 0, 0.01, 0.02}
	shifted := func(by float64) []float64 {
		x := make([]float64, len(base))
		for i := range x {
			x[i] = base[i] + by + noise[i]
		}
		return x
	}
	for _, c := range []struct {
		kind string
		want []Mark
	}{
		{"accuracy", []Mark{NoMark, Better, Worse, NoMark, NoMark}},
		{"error", []Mark{NoMark, Worse, Better, NoMark, NoMark}},
	} {
		p, rows := scored(c.kind, [][][]float64{{base, shifted(0.05), shifted(-0.05), shifted(0.022), base}})
		g := Build(plan.Table{Metric: c.kind, Baseline: "l0/r"}, rows, p)
		for j, e := range g.Entries[0] {
			if e.mark(0) != c.want[j] {
				t.Errorf("%s: column %d is marked %q, want %q", c.kind, j, e.mark(0), c.want[j])
			}
		}
		text := string(scoretest.Render(t, g.Sheet().Markdown))
		for j, shown := range map[int]string{1: "0.550 ± 0.019", 2: "0.450 ± 0.019"} {
			if g.Entries[0][j].Best {
				shown = "**" + shown + "**"
			}
			if mark := map[Mark]string{Better: " v ", Worse: ` \* `}[c.want[j]]; !strings.Contains(text, shown+mark) {
				t.Errorf("%s: no %q in\n%s", c.kind, shown+mark, text)
			}
		}
	}
}

func TestBaselineThatCannotBe(t *testing.T) {
	p, rows := scored("accuracy", [][][]float64{{{0.5, 0.6}, {0.6, 0.7}}})
	g := Build(plan.Table{Metric: "accuracy", Baseline: "l9/r"}, rows, p)
	if g.Baselines != nil || !strings.Contains(g.Remarks[0], `no column "l9/r" to compare with; the columns are l0/r, l1/r`) {
		t.Errorf("remarks %q", g.Remarks)
	}
	g = Build(plan.Table{Metric: "accuracy", Rows: []string{"learner"}, Columns: []string{"dataset"}, Baseline: "d0"},
		rows, p)
	if g.Baselines != nil || !strings.Contains(g.Remarks[0], "not tested") {
		t.Errorf("remarks %q", g.Remarks)
	}
	g = Build(plan.Table{Name: "x", Metric: "luck"}, rows, p)
	if text := string(scoretest.Render(t, g.Sheet().Markdown)); !strings.Contains(text, `no metric "luck"`) {
		t.Errorf("unknown metric: %s", text)
	}
}

// A column that only some rows have stays out of means and ranks; it must not
// take the rows of the others with it.
func TestPartialColumnsAreNotCompared(t *testing.T) {
	p, rows := scored("accuracy", [][][]float64{{{0.5}, {0.6}, {0.9}}, {{0.7}, {0.4}}})
	g := Build(plan.Table{Metric: "accuracy"}, rows, p)
	if g.Complete != 2 || math.Abs(g.Means[0]-0.6) > 1e-12 || math.Abs(g.Means[1]-0.5) > 1e-12 || !math.IsNaN(g.Means[2]) {
		t.Errorf("means %v over %d rows", g.Means, g.Complete)
	}
	if g.Ranks[0] != 1.5 || g.Ranks[1] != 1.5 || !math.IsNaN(g.Ranks[2]) {
		t.Errorf("ranks %v", g.Ranks)
	}
	if len(g.Remarks) != 1 || !strings.Contains(g.Remarks[0], "leave out 1 of 3 learner/reduction combinations") {
		t.Errorf("remarks %q", g.Remarks)
	}
}

func TestWideTablesAreTurned(t *testing.T) {
	var row [][]float64
	for j := range 9 {
		row = append(row, []float64{float64(j) / 10})
	}
	p, rows := scored("accuracy", [][][]float64{row, row})
	var b strings.Builder
	if err := Build(plan.Table{Metric: "accuracy"}, rows, p).Sheet().Text(&b, 64); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Contains(text, "block") || !strings.Contains(text, "best of each dataset") ||
		strings.Count(text, "> 0.800") != 2 {
		t.Errorf("a table of 9 columns and 2 rows on 64 characters:\n%s", text)
	}
}

// Where a table is cut, means and ranks come first, in the same tabular as datasets.
func TestFootFirstWhereCut(t *testing.T) {
	datasets := make([][][]float64, 60)
	for d := range datasets {
		for j := range 30 {
			datasets[d] = append(datasets[d], []float64{float64(j+d) / 100})
		}
	}
	first := func(asked plan.Table, datasets [][][]float64, write func(sheet.Sheet, io.Writer) error, width string) {
		t.Helper()
		asked.Metric, asked.Baseline = "accuracy", "l0/r"
		p, rows := scored("accuracy", datasets)
		text := string(scoretest.Render(t, func(w io.Writer) error { return write(Build(asked, rows, p).Sheet(), w) }))
		at := func(words string) int {
			return regexp.MustCompile(`\s` + words + `\s`).FindStringIndex(text + " " + words + " ")[0]
		}
		if m, r, d := at("mean"), at("average rank"), at("d0"); m > r || r > d {
			t.Errorf("%s: the mean at %d, ranks at %d, the first dataset at %d:\n%.3000s", width, m, r, d, text)
		}
	}
	terminal := func(s sheet.Sheet, w io.Writer) error {
		s.Sections = s.Sections[:1]
		s.Sections[0].Remarks, s.Sections[0].Caption = nil, ""
		return s.Text(w, 80)
	}
	latex := func(s sheet.Sheet, w io.Writer) error {
		s.Sections = s.Sections[:1]
		s.Sections[0].Remarks, s.Sections[0].Caption = nil, ""
		return s.LaTeX(w)
	}
	first(plan.Table{}, datasets[:12], terminal, "turned and cut on a terminal")
	first(plan.Table{}, datasets[:12], latex, "turned and cut in LaTeX")
	first(plan.Table{}, datasets, latex, "two pages of LaTeX")
	first(plan.Table{Print: plan.Print{RowsPerPage: 10}}, datasets[:12], latex, "rows per page")
	first(plan.Table{Print: plan.Print{LongTable: true}}, datasets, latex, "a longtable")
}

func mustScore(t *testing.T, in score.Input) []score.Row {
	t.Helper()
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestFixed(t *testing.T) {
	if got := sheet.Fixed(-1e-9); got != "0.000" {
		t.Errorf("−1e-9 is shown %s", got)
	}
}

// TestFormulas writes names that no spreadsheet computes.
func TestFormulas(t *testing.T) {
	var b strings.Builder
	if err := writeRecords(&b, [][]string{{"=a", "@b", "-c sd"}, {"-0.5", "+--0", "NaN"}}); err != nil {
		t.Fatal(err)
	}
	if want := "'=a,'@b,'-c sd\n-0.5,+--0,NaN\n"; b.String() != want {
		t.Errorf("%s", b.String())
	}
}
