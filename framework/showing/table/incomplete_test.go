package table

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
)

const partialRemark = "An entry without a value where another of its row has one is not bold and counts as missing."

// Of six datasets, the first has gaps; in the others l0 is best.
func TestIncomplete(t *testing.T) {
	nan := math.NaN()
	rest := [][]float64{{0.9, 0.9, 0.9}, {0.8, 0.8, 0.8}, {0.7, 0.7, 0.7}}
	for name, c := range map[string]struct {
		first            [][]float64
		missing          string
		best             []bool
		ranks            []float64 // over the first dataset and five like rest
		dropped, imputed []string
	}{
		"a fold failed": {[][]float64{{0.5, 0.5, 0.5}, {0.9, 0.9, nan}, {0.4, 0.4, 0.4}}, "",
			[]bool{true, false, false}, []float64{1, 2, 3}, []string{"d0"}, nil},
		"the worst rank": {[][]float64{{0.5, 0.5, 0.5}, {0.9, 0.9, nan}, {0.4, 0.4, 0.4}}, "worst",
			[]bool{true, false, false}, []float64{1, 13. / 6, 17. / 6}, nil, []string{"d0"}},
		"with a hole": {[][]float64{{0.5, 0.5, nan}, {nan, nan, nan}, {0.4, 0.4, 0.4}}, "worst",
			[]bool{false, false, true}, []float64{7.5 / 6, 12.5 / 6, 16. / 6}, nil, []string{"d0"}},
		"all lack the same": {[][]float64{{0.5, nan, 0.5}, {0.9, nan, 0.9}, {0.4, nan, 0.4}}, "",
			[]bool{false, true, false}, []float64{7. / 6, 11. / 6, 3}, nil, nil},
		"each lacks another": {[][]float64{{nan, 0.5, 0.5}, {0.9, nan, 0.9}, {0.4, 0.4, nan}}, "",
			[]bool{false, false, false}, []float64{1, 2, 3}, []string{"d0"}, nil},
		"nothing left to rank": {[][]float64{{nan, 0.5, 0.5}, {0.9, nan, 0.9}, {0.4, 0.4, nan}}, "worst",
			[]bool{false, false, false}, []float64{1, 2, 3}, []string{"d0"}, nil},
	} {
		p, rows := scored("accuracy", [][][]float64{c.first, rest, rest, rest, rest, rest})
		g := Build(plan.Table{Metric: "accuracy", Missing: c.missing}, rows, p)
		for j, e := range g.Entries[0] {
			if e.Best != c.best[j] {
				t.Errorf("%s: column %d bold %v", name, j, e.Best)
			}
		}
		complete := 6 - len(c.dropped) - len(c.imputed)
		if s := g.Statistics; s == nil || !slices.EqualFunc(s.Ranks, c.ranks, near) ||
			!slices.EqualFunc(g.Ranks, c.ranks, near) ||
			!slices.Equal(s.Dropped, c.dropped) || !slices.Equal(s.Imputed, c.imputed) || g.Complete != complete {
			t.Errorf("%s: %d complete, ranks %v, %+v", name, g.Complete, g.Ranks, s)
		}
		if slices.Contains(g.Remarks, partialRemark) != (name != "all lack the same") {
			t.Errorf("%s: remarks %q", name, g.Remarks)
		}
	}
}

// What a killed run did not come to is missing like what failed.
func TestNotRunIsIncomplete(t *testing.T) {
	p, rows := scored("accuracy", [][][]float64{{{0.5, 0.5}, {0.9, 0.9}}, {{0.5, 0.5}, {0.9, 0.9}},
		{{0.5, 0.5}, {0.9, 0.9}}})
	g := Build(plan.Table{Metric: "accuracy"}, rows[:len(rows)-1], p)
	if g.Complete != 2 || !g.Entries[2][0].Best || g.Entries[2][1].Best {
		t.Errorf("%d complete, entries %+v", g.Complete, g.Entries[2])
	}
}

// reduced gives learner l1 another reduction besides r, with the values plus 0.1.
func reduced(p *plan.Plan, rows []score.Row) []score.Row {
	for _, r := range slices.Clone(rows) {
		if r.Learner == "l1" {
			c := *r.Cell
			c.Reduction = "q"
			r.Cell, r.Value = &c, r.Value+0.1
			rows, p.Cells = append(rows, r), append(p.Cells, c)
		}
	}
	return rows
}

// An average over fewer members of a hidden axis is incomplete too, be it that
// the experiment has no more or that they failed.
func TestIncompleteOverHiddenAxes(t *testing.T) {
	p, rows := scored("accuracy", [][][]float64{{{0.9, 0.9}, {0.5, 0.5}}, {{0.9, 0.9}, {0.5, 0.5}}})
	rows = reduced(p, rows)
	byLearner := plan.Table{Metric: "accuracy", Columns: []string{"learner"}}
	g := Build(byLearner, rows, p)
	if g.Entries[0][0].Best || !g.Entries[0][1].Best || g.Means != nil || !slices.Contains(g.Remarks, partialRemark) {
		t.Errorf("entries %+v, means %v, remarks %q", g.Entries, g.Means, g.Remarks)
	}
	if got := notes(g, g.Entries[0][0]); got != "does not average over reduction q, as others of its row do" {
		t.Errorf("notes %q", got)
	}
	if caption := g.caption(); !strings.Contains(caption, "over folds and reductions, larger") {
		t.Errorf("caption %q", caption)
	}
	for _, r := range slices.Clone(rows) {
		if r.Reduction == "q" {
			c := *r.Cell
			c.Learner, r.Cell = "l0", &c
			p.Cells = append(p.Cells, c)
			if r.Dataset == "d0" {
				rows = append(rows, r)
			}
		}
	}
	g = Build(byLearner, rows, p)
	if !g.Entries[0][0].Best || g.Entries[1][0].Best || g.Complete != 1 ||
		notes(g, g.Entries[1][0]) != "averages over reduction r, q; 2 of 4 cells have a value: 2 not run" {
		t.Errorf("entries %+v, %d complete, notes %q", g.Entries, g.Complete, g.Notes)
	}
}

// Where each learner has one reduction, the learners are compared as they stand.
func TestColumnsThatAreOneCombination(t *testing.T) {
	p, rows := scored("accuracy", [][][]float64{{{0.9, 0.9}, {0.5, 0.5}}, {{0.9, 0.9}, {0.5, 0.5}}})
	for i := range rows {
		if rows[i].Learner == "l1" {
			rows[i].Reduction, p.Cells[i].Reduction = "direct", "direct"
		}
	}
	g := Build(plan.Table{Metric: "accuracy", Columns: []string{"learner"}}, rows, p)
	if !g.Entries[0][0].Best || g.Entries[0][1].Best || !slices.Equal(g.Ranks, []float64{1, 2}) ||
		!slices.EqualFunc(g.Means, []float64{0.9, 0.5}, near) {
		t.Errorf("entries %+v, means %v, ranks %v", g.Entries, g.Means, g.Ranks)
	}
	if len(g.Notes) > 0 || !slices.Equal(g.Remarks,
		[]string{"Columns differ in the reduction too: l0 has r, l1 has direct."}) {
		t.Errorf("notes %q, remarks %q", g.Notes, g.Remarks)
	}
}

// Columns of one dataset each are not what rows could be compared over.
func TestColumnsOfOneDatasetEach(t *testing.T) {
	p, rows := scored("accuracy", [][][]float64{{{0.9, 0.9}}, {{0.5, 0.5}}})
	for i := range rows {
		if rows[i].Dataset == "d1" {
			rows[i].Reduction, p.Cells[i].Reduction = "q", "q"
		}
	}
	g := Build(plan.Table{Metric: "accuracy", Rows: []string{"learner"}, Columns: []string{"reduction"}}, rows, p)
	if g.Entries[0][0].Best || g.Entries[0][1].Best {
		t.Errorf("columns of different datasets are compared: %+v", g.Entries)
	}
}

// Datasets as columns may have different numbers of folds.
func TestDatasetsAsColumns(t *testing.T) {
	p, rows := scored("accuracy", [][][]float64{{{0.9, 0.9, 0.9}, {0.5, 0.5, 0.5}}, {{0.7, 0.7}, {0.8, math.NaN()}}})
	g := Build(plan.Table{Metric: "accuracy", Rows: []string{"learner"}, Columns: []string{"dataset"}}, rows, p)
	if !g.Entries[0][0].Best || g.Entries[1][1].Best || !slices.EqualFunc(g.Means, []float64{0.9, 0.7}, near) {
		t.Errorf("entries %+v, means %v", g.Entries, g.Means)
	}
}

func TestCaptionSaysOverWhat(t *testing.T) {
	for want, hidden := range map[string][]string{"folds": nil, "folds and datasets": {"dataset"},
		"folds, encoders and learners": {"encoder", "learner"}} {
		if got := (Grid{Metric: "m", Over: Over{Hidden: hidden}}).caption(); !strings.Contains(got,
			"deviation over "+want+", larger") {
			t.Errorf("%v: %s", hidden, got)
		}
	}
}
