package table

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

// demsarReference is what testdata/demsar2006.json says of one input.
type demsarReference struct {
	Values             [][]float64 // 14 datasets × 4 algorithms
	AvgRanks           []float64   `json:"avg_ranks"`
	ChiSquared         float64     `json:"chi2_tiecorrected"`
	ChiSquaredP        float64     `json:"chi2_tiecorrected_p"`
	F                  float64     `json:"F_tiecorrected"`
	FP                 float64     `json:"F_tiecorrected_p"`
	P, Holm            []float64   // against the first algorithm; empty if the reference has none
	CriticalDifference float64     `json:"cd_nemenyi_05"`
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

// twice makes folds of one value, of each row two datasets.
func twice(values [][]float64) [][][]float64 { return onePerCell(slices.Concat(values, values)) }

// onePerCell makes folds of one value.
func onePerCell(values [][]float64) [][][]float64 {
	var list [][][]float64
	for _, row := range values {
		var learners [][]float64
		for _, v := range row {
			learners = append(learners, []float64{v})
		}
		list = append(list, learners)
	}
	return list
}

// The example of Demšar (2006), table 6, twice: with the AUC of three decimals
// as they are printed, and with the printed ranks in the place of a loss. They
// differ in one dataset, so that the average ranks of algorithms 3 and 4 are
// 2.929 and 1.929, printed 2.893 and 1.964.
func TestDemsar(t *testing.T) {
	var ref struct{ AUC, PrintedRanks demsarReference }
	b, err := os.ReadFile("testdata/demsar2006.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]demsarReference{"accuracy": ref.AUC, "error": ref.PrintedRanks} {
		p, rows := scored(kind, onePerCell(want.Values))
		g := Build(plan.Table{Metric: kind, Baseline: "l0/r"}, rows, p)
		s := g.Statistics
		if s == nil {
			t.Fatalf("%s: no statistics", kind)
		}
		if !slices.EqualFunc(g.Ranks, want.AvgRanks, near) || !slices.EqualFunc(s.Ranks, want.AvgRanks, near) {
			t.Errorf("%s: ranks %v and %v, want %v", kind, g.Ranks, s.Ranks, want.AvgRanks)
		}
		if s.N != 14 || s.K != 4 || !near(s.ChiSquared, want.ChiSquared) || !near(s.ChiSquaredP, want.ChiSquaredP) ||
			!near(s.F, want.F) || !near(s.FP, want.FP) || !near(s.CriticalDifference, want.CriticalDifference) {
			t.Errorf("%s: %+v, want %+v", kind, s, want)
		}
		if s.Control != 0 || !math.IsNaN(s.PValues[0]) || !math.IsNaN(s.Holm[0]) {
			t.Errorf("%s: control %d, p %v, Holm %v", kind, s.Control, s.PValues, s.Holm)
		}
		if want.P != nil && (!slices.EqualFunc(s.PValues[1:], want.P, near) ||
			!slices.EqualFunc(s.Holm[1:], want.Holm, near)) {
			t.Errorf("%s: p %v, Holm %v, want %v, %v", kind, s.PValues, s.Holm, want.P, want.Holm)
		}
		if len(s.Rows) != 14 || len(s.Dropped)+len(s.Imputed) != 0 || s.Level != 0.05 {
			t.Errorf("%s: rows %v, dropped %v, imputed %v, level %v", kind, s.Rows, s.Dropped, s.Imputed, s.Level)
		}
		if !slices.EqualFunc(s.Groups, [][]int{{3, 1, 2, 0}}, slices.Equal) {
			t.Errorf("%s: groups %v", kind, s.Groups)
		}
	}
}

func TestGroups(t *testing.T) {
	for _, c := range []struct {
		ranks  []float64
		within float64
		want   [][]int
	}{
		{[]float64{1, 2, 3}, 0.9, nil},
		{[]float64{1, 2, 3}, 1, nil}, // Demšar: different from the critical difference on
		{[]float64{1, 2, 3}, 1.1, [][]int{{0, 1}, {1, 2}}},
		{[]float64{3, 1, 2}, 2.1, [][]int{{1, 2, 0}}},
		{[]float64{2, 2, 2}, 0.1, [][]int{{0, 1, 2}}},
		{[]float64{1, 1.2, 3.4, 3.9, 4.1, 7.4}, 1, [][]int{{0, 1}, {2, 3, 4}}},
		{[]float64{1, 2, 3, 4, 5}, 2.5, [][]int{{0, 1, 2}, {1, 2, 3}, {2, 3, 4}}},
	} {
		s := Statistics{Columns: make([]string, len(c.ranks)), Ranks: c.ranks, CriticalDifference: c.within, Level: 0.05,
			Control: noControl}
		s.N, s.K = 1, len(c.ranks)
		if s.compare(); !slices.EqualFunc(s.Groups, c.want, slices.Equal) {
			t.Errorf("ranks %v within %v: %v, want %v", c.ranks, c.within, s.Groups, c.want)
		}
		s.FP = s.Level
		if s.compare(); len(s.Groups) != 1 || len(s.Groups[0]) != s.K {
			t.Errorf("ranks %v where Friedman's test rejects nothing: %v", c.ranks, s.Groups)
		}
	}
}

// Four datasets, twice, and three learners; the last dataset but one has a hole.
func TestMissing(t *testing.T) {
	nan := math.NaN()
	values := [][]float64{{0.9, 0.8, 0.7}, {0.9, 0.7, 0.8}, {nan, 0.6, 0.5}, {0.8, 0.9, 0.7}}
	for _, c := range []struct {
		missing          string
		values           [][]float64 // twice
		ranks            []float64
		dropped, imputed []string
		remark           string
	}{
		{"", values, []float64{4. / 3, 2, 8. / 3}, []string{"d2", "d6"}, nil,
			"Means and ranks are over the 6 of 8 datasets without missing values; left out: d2, d6."},
		{"drop", values, []float64{4. / 3, 2, 8. / 3}, []string{"d2", "d6"}, nil,
			"Means and ranks are over the 6 of 8 datasets without missing values; left out: d2, d6."},
		{"worst", values, []float64{7. / 4, 7. / 4, 10. / 4}, nil, []string{"d2", "d6"},
			"Means are over the 6 of 8 datasets without missing values. In ranks, a missing value has the worst rank of its dataset: d2, d6."},
		{"worst", [][]float64{{0.9, 0.8, 0.7}, {nan, 0.7, nan}, {nan, nan, nan}, {0.8, nan, 0.7}},
			[]float64{4.5 / 3, 6. / 3, 7.5 / 3}, []string{"d2", "d6"}, []string{"d1", "d3", "d5", "d7"},
			"Means are over the 2 of 8 datasets without missing values. In ranks, a missing value has the worst rank of its dataset: d1, d3, d5, d7. " +
				"Without any complete entry and left out: d2, d6."},
		{"worst", [][]float64{{nan, 0.8, 0.7}, {nan, 0.7, 0.8}, {0.9, nan, 0.1}}, []float64{7. / 3, 6. / 3, 5. / 3}, nil,
			[]string{"d0", "d1", "d2", "d3", "d4", "d5"},
			"No mean: every dataset has missing values. In ranks, a missing value has the worst rank of its dataset: d0, d1, d2, d3, d4, d5."},
	} {
		p, rows := scored("accuracy", twice(c.values))
		g := Build(plan.Table{Metric: "accuracy", Missing: c.missing}, rows, p)
		s := g.Statistics
		if s == nil {
			t.Fatalf("%q: no statistics", c.missing)
		}
		if !slices.EqualFunc(s.Ranks, c.ranks, near) || !slices.EqualFunc(g.Ranks, c.ranks, near) {
			t.Errorf("%q: ranks %v and %v, want %v", c.missing, s.Ranks, g.Ranks, c.ranks)
		}
		if !slices.Equal(s.Dropped, c.dropped) || !slices.Equal(s.Imputed, c.imputed) || s.N != len(s.Rows) ||
			s.N != 2*len(c.values)-len(c.dropped) {
			t.Errorf("%q: N %d, rows %v, dropped %v, imputed %v", c.missing, s.N, s.Rows, s.Dropped, s.Imputed)
		}
		if got := strings.Join(g.Remarks, " "); !strings.HasPrefix(got, c.remark+" With ") {
			t.Errorf("%q: remarks %q", c.missing, got)
		}
	}
}

// A column without any value is not compared, it would leave no row; but if
// holes have the worst rank, a column that failed throughout has it everywhere.
func TestColumnWithoutValues(t *testing.T) {
	nan := math.NaN()
	p, rows := scored("accuracy", twice([][]float64{{0.9, nan, 0.8, 0.7}, {0.9, nan, 0.8, 0.7}, {0.7, nan, 0.8, 0.9}}))
	for _, c := range []struct {
		missing string
		skipped bool
		columns []string
		ranks   []float64
		remark  string
	}{
		{"drop", false, []string{"l0/r", "l2/r", "l3/r"}, []float64{5. / 3, 2, 7. / 3},
			"leave out 1 of 4 learner/reduction combinations because they are not in every dataset of the experiment or " +
				"have no value at all."},
		{"worst", true, []string{"l0/r", "l2/r", "l3/r"}, []float64{5. / 3, 2, 7. / 3}, "or were skipped throughout."},
		{"worst", false, []string{"l0/r", "l1/r", "l2/r", "l3/r"}, []float64{5. / 3, 4, 2, 7. / 3},
			"In ranks, a missing value has the worst rank of its dataset: d0, d1, d2, d3, d4, d5."},
	} {
		for i, r := range rows {
			if r.Learner == "l1" {
				rows[i].Status = store.Failed
				if c.skipped {
					rows[i].Status = store.Skipped
				}
			}
		}
		g := Build(plan.Table{Metric: "accuracy", Missing: c.missing, Baseline: "l1/r"}, rows, p)
		if g.Complete != 6 || !math.IsNaN(g.Means[1]) || !near(g.Means[0], 2.5/3) || g.Statistics == nil ||
			g.WinTieLoss != nil {
			t.Fatalf("%+v: %d complete, means %v", c, g.Complete, g.Means)
		}
		s := g.Statistics
		if !slices.Equal(s.Columns, c.columns) || !slices.EqualFunc(s.Ranks, c.ranks, near) ||
			math.IsNaN(g.Ranks[1]) != (len(c.columns) == 3) {
			t.Errorf("%+v: columns %v, ranks %v, %v", c, s.Columns, s.Ranks, g.Ranks)
		}
		if !strings.Contains(g.Remarks[0], c.remark) {
			t.Errorf("%+v: remarks %q", c, g.Remarks)
		}
	}
	p, rows = scored("accuracy", onePerCell([][]float64{{nan, nan}, {nan, nan}}))
	if g := Build(plan.Table{Metric: "accuracy", Missing: "worst"}, rows, p); g.Means != nil || g.Ranks != nil ||
		len(g.Remarks) != 1 {
		t.Errorf("a table of holes: %+v", g)
	}
}

// A cell without probabilities has no loss by design, whether or not it was run.
func TestColumnWithoutProbabilities(t *testing.T) {
	nan := math.NaN()
	p, rows := scored("log_loss", twice([][]float64{{0.9, nan, 0.8, 0.7}, {0.9, nan, 0.8, 0.7}, {0.7, nan, 0.8, 0.9}}))
	for i := range p.Cells {
		p.Cells[i].NoProbabilities = p.Cells[i].Learner == "l1"
	}
	rows = slices.DeleteFunc(rows, func(r score.Row) bool { return r.Learner == "l1" })
	g := Build(plan.Table{Metric: "log_loss", Missing: "worst"}, rows, p)
	if s := g.Statistics; s == nil || s.K != 3 || len(s.Imputed) > 0 {
		t.Errorf("%+v", s)
	}
}

func TestNoStatistics(t *testing.T) {
	five := [][]float64{{0.9, 0.8, 0.7}, {0.9, 0.7, 0.8}, {0.7, 0.6, 0.5}, {0.9, 0.8, 0.7}, {0.9, 0.7, 0.8}}
	for name, c := range map[string]struct {
		values [][]float64
		table  plan.Table
		kind   string
		some   bool
	}{
		"enough":        {five, plan.Table{}, "accuracy", true},
		"four rows":     {five[:4], plan.Table{}, "accuracy", false},
		"two columns":   {[][]float64{{1, 0.9}, {1, 0.8}, {0.7, 0.9}, {1, 0.9}, {1, 0.8}}, plan.Table{}, "accuracy", false},
		"a hole less":   {append([][]float64{{math.NaN(), 1, 1}}, five[1:]...), plan.Table{}, "accuracy", false},
		"more row axes": {five, plan.Table{Rows: []string{"dataset", "encoder"}}, "accuracy", false},
		"turned":        {five, plan.Table{Rows: []string{"learner"}, Columns: []string{"dataset"}}, "accuracy", false},
	} {
		p, rows := scored(c.kind, onePerCell(c.values))
		c.table.Metric = c.kind
		if g := Build(c.table, rows, p); (g.Statistics != nil) != c.some {
			t.Errorf("%s: statistics %+v", name, g.Statistics)
		}
	}
}

// Class joins the axes of the rows; rows of one dataset are not independent.
func TestPerClass(t *testing.T) {
	p, rows := scored("accuracy", onePerCell([][]float64{{0.9, 0.8, 0.7}, {0.9, 0.7, 0.8}, {0.7, 0.6, 0.5}}))
	p.Metrics = []metric.Spec{{Name: "recall", Type: "recall", Config: []byte(`{"average":"none"}`)}}
	var perClass []score.Row
	for _, r := range rows {
		for k, class := range []string{"a", "b"} {
			r.Metric, r.Value = "recall["+class+"]", r.Value-0.1*float64(k)
			perClass = append(perClass, r)
		}
	}
	g := Build(plan.Table{Metric: "recall", Baseline: "l0/r"}, perClass, p)
	if !slices.Equal(g.RowAxes, []string{"dataset", "class"}) ||
		!slices.Equal(g.Rows[:3], []string{"d0/a", "d0/b", "d1/a"}) {
		t.Fatalf("axes %v, rows %v", g.RowAxes, g.Rows)
	}
	if g.Statistics != nil || g.Complete != 6 || !near(g.Means[0], 5.0/6-0.05) || g.Ranks[0] != 1 {
		t.Errorf("statistics %v, means %v over %d, ranks %v", g.Statistics, g.Means, g.Complete, g.Ranks)
	}
	g = Build(plan.Table{Metric: "recall", Rows: []string{"learner"}, Columns: []string{"dataset"}}, perClass, p)
	if !slices.Equal(g.Rows, []string{"l0/a", "l0/b", "l1/a", "l1/b", "l2/a", "l2/b"}) || len(g.Columns) != 3 ||
		!near(g.Entries[3][1].Mean, 0.6) {
		t.Errorf("rows %v, columns %v, entries %v", g.Rows, g.Columns, g.Entries)
	}
}

// Two repeats of three folds are six values, and six pairs of the test: a mean
// difference of 0.05, variance 0.0002 and n_test/n_train 1/9 give
// t = 0.05/√((1/6+1/9)·0.0002) = 6.71 with 5 degrees of freedom.
func TestRepeats(t *testing.T) {
	a := []float64{0.5, 0.6, 0.7, 0.5, 0.6, 0.7}
	noise := []float64{0.01, -0.02, 0.01, 0.01, -0.02, 0.01}
	b := make([]float64, len(a))
	for i := range b {
		b[i] = a[i] + 0.05 + noise[i]
	}
	p, rows := scored("accuracy", [][][]float64{{a, b}})
	for i := range rows {
		rows[i].Repeat, rows[i].Fold = rows[i].Fold/3, rows[i].Fold%3
		p.Cells[i] = *rows[i].Cell
	}
	g := Build(plan.Table{Metric: "accuracy", Baseline: "l0/r"}, rows, p)
	e := g.Entries[0]
	if e[0].N != 6 || !near(e[0].Mean, 0.6) || !near(e[0].SD, math.Sqrt(0.04/5)) || len(e[0].Notes) != 0 {
		t.Errorf("entry %+v", e[0])
	}
	if e[1].mark(0) != Better || !slices.Equal(g.WinTieLoss[0], []WinTieLoss{{}, {Win: 1}}) {
		t.Errorf("mark %q, %+v", e[1].mark(0), g.WinTieLoss)
	}
	if !strings.Contains(g.Remarks[0], "two-sided level 0.05") {
		t.Errorf("remarks %q", g.Remarks)
	}
}

func TestWinTieLoss(t *testing.T) {
	nan := math.NaN()
	base, more, less, none := []float64{0.50, 0.52, 0.48, 0.51}, []float64{0.8, 0.81, 0.8, 0.79}, []float64{0.2, 0.21, 0.2,
		0.19}, []float64{nan, nan, nan, nan}
	short := []float64{0.9, nan, nan, nan}
	p, rows := scored("accuracy", [][][]float64{
		{base, more, less, base}, {base, more, base, none}, {base, more, less, short}, {none, more, more, more},
	})
	g := Build(plan.Table{Metric: "accuracy", Baseline: "l0/r"}, rows, p)
	if want := []WinTieLoss{{}, {Win: 3}, {Tie: 1, Loss: 2}, {Tie: 1}}; !slices.Equal(g.WinTieLoss[0], want) {
		t.Errorf("%+v, want %+v", g.WinTieLoss, want)
	}
	if !slices.Contains(g.Remarks, "Entries that share fewer than three folds with the baseline are not tested.") {
		t.Errorf("remarks %q", g.Remarks)
	}
	p, rows = scored("accuracy", [][][]float64{{base, more, none}, {none, more, less}})
	g = Build(plan.Table{Metric: "accuracy", Baseline: "l0/r"}, rows, p)
	if want := []WinTieLoss{{}, {Win: 1}, {}}; !slices.Equal(g.WinTieLoss[0], want) ||
		strings.Contains(strings.Join(g.Remarks, " "), "not tested") {
		t.Errorf("holes: %+v, want %+v; remarks %q", g.WinTieLoss, want, g.Remarks)
	}
	g = Build(plan.Table{Metric: "accuracy"}, rows, p)
	if g.WinTieLoss != nil || g.Entries[0][1].mark(0) != NoMark {
		t.Errorf("without a baseline %+v", g.WinTieLoss)
	}
	g = Build(plan.Table{Metric: "accuracy", Rows: []string{"learner"}, Columns: []string{"reduction"}, Baseline: "r"},
		rows, p)
	if g.WinTieLoss != nil || strings.Contains(strings.Join(g.Remarks, " "), "resampled") {
		t.Errorf("nothing to test: %+v, %q", g.WinTieLoss, g.Remarks)
	}
}

// Differences that are the same on every fold have p = 0, which the table says.
// Those of rounding errors are none.
func TestConstantDifferences(t *testing.T) {
	base := []float64{0.5, 0.75, 0.25}
	p, rows := scored("accuracy", [][][]float64{
		{base, {0.625, 0.875, 0.375}, {0.6, 0.85, 0.35}, {0.5 + 4e-15, 0.75 + 4e-15, 0.25 + 4e-15}},
		{base, {0.375, 0.625, 0.125}, {0.6, 0.85, 0.35}, base},
	})
	g := Build(plan.Table{Metric: "accuracy", Baseline: "l0/r"}, rows, p)
	if want := []WinTieLoss{{}, {}, {}, {Tie: 2}}; !slices.Equal(g.WinTieLoss[0], want) {
		t.Errorf("%+v, want %+v", g.WinTieLoss, want)
	}
	if want := "Entries whose difference from the baseline is the same on every fold are not tested: it has no variance."; g.Remarks[len(g.Remarks)-1] != want {
		t.Errorf("remarks %q", g.Remarks)
	}
	p, rows = scored("accuracy", [][][]float64{{base, {0.8, 0.97, 0.55}}})
	g = Build(plan.Table{Metric: "accuracy", Baseline: "l0/r"}, rows, p)
	if g.WinTieLoss[0][1].Win != 1 || strings.Contains(strings.Join(g.Remarks, " "), "no variance") {
		t.Errorf("%+v, remarks %q", g.WinTieLoss, g.Remarks)
	}
}

func TestConfusionIsNoGrid(t *testing.T) {
	p, _ := scored("accuracy", [][][]float64{{{0.5}}})
	p.Metrics = append(p.Metrics, metric.Spec{Name: "mixed", Type: "confusion"})
	if list := p.AllTables(); len(list) != 1 || list[0].Name != "accuracy" {
		t.Errorf("tables %+v", list)
	}
	g := Build(plan.Table{Metric: "mixed"}, []score.Row{{Status: store.OK}}, p)
	if len(g.Rows) != 0 || !slices.Equal(g.Remarks, []string{`The metric "mixed" is a table of its own.`}) {
		t.Errorf("%+v", g)
	}
}

// Letters of a group are aligned; of many groups the first and last are
// named.
func TestLettersStandInColumns(t *testing.T) {
	s := Statistics{Groups: [][]int{{0, 1}, {1, 2}, {2, 3}}}
	for j, want := range []string{"a · ·", "a b ·", "· b c", "· · c", "· · ·"} {
		if got := s.letters(j); got != want {
			t.Errorf("column %d: %q", j, got)
		}
	}
	s.Groups = nil
	for i := range 30 {
		s.Groups = append(s.Groups, []int{i, i + 1, i + 2})
	}
	for j, want := range map[int]string{0: "a", 1: "a–b", 28: "aa–ac", 31: "ad", 40: ""} {
		if got := s.letters(j); got != want {
			t.Errorf("column %d of many: %q", j, got)
		}
	}
}

// Without a baseline there is no control, and no p-values against one: the column of best
// mean rank would be chosen after the fact. With one there are.
func TestControl(t *testing.T) {
	values := [][]float64{{0.9, 0.8, 0.7}, {0.9, 0.7, 0.8}, {0.7, 0.6, 0.5}}
	p, rows := scored("accuracy", twice(values))
	g := Build(plan.Table{Metric: "accuracy"}, rows, p)
	if s := g.Statistics; s.Control != noControl || s.PValues != nil || s.Holm != nil {
		t.Errorf("without a baseline: %+v", s)
	}
	text := string(scoretest.Render(t, g.Sheet().Markdown))
	if strings.Contains(text, "Holm") || strings.Contains(text, "p-values are against") || !strings.Contains(text,
		"| learner/reduction | average rank | group |\n") {
		t.Errorf("without a baseline:\n%s", text)
	}
	g = Build(plan.Table{Metric: "accuracy", Baselines: []string{"l2/r", "l0/r"}}, rows, p)
	if s := g.Statistics; s.Control != 2 || len(s.PValues) != 3 || len(s.Holm) != 3 {
		t.Errorf("with a baseline: %+v", s)
	}
	if text := string(scoretest.Render(t, g.Sheet().Markdown)); !strings.Contains(text, "p-values are against l2/r.") ||
		!strings.Contains(text, "| group | p       | p (Holm) |") {
		t.Errorf("with a baseline:\n%s", text)
	}
}

// Four datasets are too few for a test over them: nothing stands there that could be taken
// for a finding, however clear the order is.
func TestFewDatasets(t *testing.T) {
	values := [][]float64{{0.9, 0.8, 0.7, 0.6}, {0.9, 0.8, 0.7, 0.6}, {0.9, 0.8, 0.7, 0.6}, {0.9, 0.8, 0.7, 0.6}}
	p, rows := scored("accuracy", onePerCell(values))
	g := Build(plan.Table{Metric: "accuracy", Baseline: "l0/r"}, rows, p)
	if len(g.Sheet().Sections) != 1 || g.Statistics != nil || g.Ranked != 4 || g.Ranks[3] != 4 ||
		!slices.Contains(g.Remarks, "With only 4 datasets, no test over datasets is meaningful, so none is made.") {
		t.Errorf("%d sections, ranks %v over %d, %q", len(g.Sheet().Sections), g.Ranks, g.Ranked, g.Remarks)
	}
}
