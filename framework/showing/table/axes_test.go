package table

import (
	"fmt"
	"io"
	"math"
	"slices"
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

// variant is a reduction of drawn: its name, configuration, and its values on two folds
// of the dataset d0; those of d1 are half of them.
type variant struct {
	name, config string
	values       []float64
}

// random are one-vs-rest and a random code of two lengths, each drawn twice, with two
// decoders. Blocks are mixed, and the longer code comes first.
var random = []variant{
	{"dense[columns=20,draw=0,decoding=hamming]", `{"columns":20,"draw":0,"decoding":"hamming"}`, []float64{0.5, 0.7}},
	{"all[decoding=hamming]", `{"decoding":"hamming"}`, []float64{0.2, 0.4}},
	{"dense[columns=20,draw=1,decoding=hamming]", `{"columns":20,"draw":1,"decoding":"hamming"}`, []float64{0.7, 0.9}},
	{"dense[columns=5,draw=0,decoding=hamming]", `{"columns":5,"draw":0,"decoding":"hamming"}`, []float64{0.1, 0.3}},
	{"dense[columns=5,draw=1,decoding=hamming]", `{"columns":5,"draw":1,"decoding":"hamming"}`, []float64{0.3, 0.5}},
	{"all[decoding=loss]", `{"decoding":"loss"}`, []float64{0.6, 0.6}},
	{"dense[columns=5,draw=0,decoding=loss]", `{"columns":5,"draw":0,"decoding":"loss"}`, []float64{0.8, 1}},
}

// onThree are variants with a third fold, whose values are the means of the two others.
func onThree(list []variant) []variant {
	out := slices.Clone(list)
	for i, v := range out {
		out[i].values = []float64{v.values[0], v.values[1], (v.values[0] + v.values[1]) / 2}
	}
	return out
}

// drawn is a plan of variants, with their scores; NaN becomes a failed cell.
func drawn(list []variant) (*plan.Plan, []score.Row) {
	p := &plan.Plan{Metrics: []metric.Spec{{Name: "accuracy", Type: "accuracy"}}}
	var rows []score.Row
	for d := range 2 {
		name := fmt.Sprintf("d%d", d)
		p.Datasets = append(p.Datasets, plan.Dataset{Name: name,
			Target: target.Target{Names: []string{"a", "b"}, Counts: []int{1, 1}}})
		for _, v := range list {
			identity := p.Add(plan.Identity{Reduction: p.AddPart(plan.Part{Kind: contract.KindReducer, Type: "ecoc",
				Config: contract.Config(v.config)})})
			for fold, value := range v.values {
				c := plan.Cell{Combination: plan.Combination{Dataset: name, Encoder: "e", Learner: "l", Reduction: v.name},
					Fold: fold, Identity: identity}
				row := score.Row{Cell: &c, Metric: "accuracy", Value: value / float64(1+d), Status: store.OK,
					Sizes: store.Sizes{TrainRows: 90, TestRows: 10}}
				if math.IsNaN(value) {
					row.Status = store.Failed
				}
				p.Cells, rows = append(p.Cells, c), append(rows, row)
			}
		}
	}
	return p, rows
}

func alike(a, b float64) bool { return math.Abs(a-b) < 1e-12 || math.IsNaN(a) && math.IsNaN(b) }

// Entries are means over draws of means over folds, with the deviation between draws;
// columns of parameters are sorted, numbers by value, and what has none comes first.
func TestParametersAsAxes(t *testing.T) {
	p, rows := drawn(random)
	asked := plan.Table{Name: "axes", Metric: "accuracy", Rows: []string{"dataset"},
		Columns: []string{"reduction.decoding", "reduction.columns"}, Average: []string{"reduction.draw"}}
	g := Build(asked, rows, p)
	want := []string{"hamming/–", "hamming/5", "hamming/20", "loss/–", "loss/5"}
	if !slices.Equal(g.Columns, want) || !slices.Equal(g.Rows, []string{"d0", "d1"}) {
		t.Fatalf("rows %v, columns %v", g.Rows, g.Columns)
	}
	means, deviations := []float64{0.3, 0.3, 0.7, 0.6, 0.9}, []float64{math.NaN(), math.Sqrt(0.02), math.Sqrt(0.02), math.NaN(), math.NaN()}
	for j, e := range g.Entries[0] {
		if !alike(e.Mean, means[j]) || !alike(e.SD, deviations[j]) || e.N != map[bool]int{true: 2, false: 1}[j == 1 || j == 2] {
			t.Errorf("%s: %+v, want %v ± %v", g.Columns[j], e.Summary, means[j], deviations[j])
		}
	}
	if got := notes(g, g.Entries[0][4]); got != "does not average over reduction.draw 1, as others of its row do" {
		t.Errorf("a single draw: %s", got)
	}
	if got := notes(g, g.Entries[0][0]); got != "" {
		t.Errorf("what has no draws: %s", got)
	}
	scoretest.Golden(t, "axes.txt", scoretest.Render(t, func(w io.Writer) error { return g.Sheet().Text(w, 70) }))

	asked.Rows, asked.Columns = []string{"dataset", "reduction.columns"}, []string{"reduction.block", "reduction.decoding"}
	g = Build(asked, rows, p)
	s := g.Sheet()
	scoretest.Golden(t, "axes.md", scoretest.Render(t, s.Markdown))
	scoretest.Golden(t, "axes.tex", scoretest.Render(t, s.LaTeX))
	scoretest.Golden(t, "axes.typ", scoretest.Render(t, s.Typst))
	scoretest.Golden(t, "axes.html", scoretest.Render(t, s.HTML))
	scoretest.Golden(t, "axes.csv", scoretest.Render(t, g.CSV))
}

// Names of a kind are without the parameters that are averaged over; what else is neither
// in rows nor in columns is said.
func TestAveragedNames(t *testing.T) {
	p, rows := drawn(random)
	g := Build(plan.Table{Metric: "accuracy", Columns: []string{"reduction"}, Average: []string{"reduction.draw"}}, rows, p)
	want := []string{"dense[columns=20,decoding=hamming]", "all[decoding=hamming]", "dense[columns=5,decoding=hamming]",
		"all[decoding=loss]", "dense[columns=5,decoding=loss]"}
	if !slices.Equal(g.Columns, want) || len(g.Hidden) > 0 {
		t.Errorf("columns %v, hidden %v", g.Columns, g.Hidden)
	}
	g = Build(plan.Table{Metric: "accuracy", Columns: []string{"reduction.decoding"}, Average: []string{"reduction.draw"}}, rows, p)
	if got := notes(g, g.Entries[0][0]); got != "averages over reduction dense[columns=20], all, dense[columns=5]" {
		t.Errorf("hidden: %s", got)
	}
}

// An entry that lacks a fold of a draw is not compared, nor tested against a baseline one
// that is a mean over draws.
func TestIncompleteDraws(t *testing.T) {
	list := onThree(random)
	list[2].values[1] = math.NaN()
	p, rows := drawn(list)
	g := Build(plan.Table{Metric: "accuracy", Columns: []string{"reduction.block", "reduction.columns", "reduction.decoding"},
		Average: []string{"reduction.draw"}, Baseline: "all/–/hamming"}, rows, p)
	at := slices.Index(g.Columns, "dense/20/hamming")
	e := g.Entries[0][at]
	if !alike(e.Mean, (0.6+(0.7+0.8)/2)/2) || e.Best || notes(g, e) != "5 of 6 cells have a value: 1 failed" {
		t.Errorf("%+v: %s", e, notes(g, e))
	}
	if tested := g.Entries[0][slices.Index(g.Columns, "all/–/loss")].Marks; tested == nil || e.Marks != nil {
		t.Errorf("marks %v of what has three folds, %v of what has two", tested, e.Marks)
	}
}

// Entries over draws are tested by their means on each fold; the numbers are worked out by
// hand for three folds, where p = 1 − t/√(2+t²).
func TestDrawsAgainstABaseline(t *testing.T) {
	list := onThree(random)
	list[2].values = []float64{0.7, 0.92, 0.81}
	p, rows := drawn(list)
	asked := plan.Table{Name: "draws", Metric: "accuracy", Columns: []string{"reduction.block", "reduction.columns", "reduction.decoding"},
		Average: []string{"reduction.draw"}, Baseline: "all/–/hamming"}
	g := Build(asked, rows, p)
	mark := func(column string) Mark { return g.Entries[0][slices.Index(g.Columns, column)].mark(0) }
	// Draws 0.5 and 0.7, 0.7 and 0.92 against 0.2 and 0.4: differences 0.4, 0.41 and their mean,
	// variance 2.5e-5, t = 0.405/√((1/3+1/9)·2.5e-5) = 121.5, p = 1 − 121.5/√(2+121.5²) = 0.0000677.
	if mark("dense/20/hamming") != Better || mark("dense/5/hamming") != NoMark {
		t.Errorf("marks %q and %q", mark("dense/20/hamming"), mark("dense/5/hamming"))
	}
	groups := g.arrange(rows)
	at := func(column string) []score.Row { return groups[0][slices.Index(g.Columns, column)] }
	for _, test := range []struct {
		a, b       string
		difference [2]float64
		p          float64
	}{
		{"dense/20/hamming", "all/–/hamming", [2]float64{0.4, 0.41}, 0.000068},
		{"dense/20/hamming", "all/–/loss", [2]float64{0, 0.21}, 0.272393},
		{"all/–/loss", "dense/20/hamming", [2]float64{0, -0.21}, 0.272393},
		{"dense/20/hamming", "dense/5/loss", [2]float64{-0.2, -0.19}, 0.000292},
	} {
		mean, half := (test.difference[0]+test.difference[1])/2, (test.difference[0]-test.difference[1])/2
		statistic := math.Abs(mean) / math.Sqrt((1./3+1./9)*half*half)
		byHand := 1 - statistic/math.Sqrt(2+statistic*statistic)
		o := g.test(at(test.a), at(test.b))
		if math.Abs(o.p-test.p) > 1e-6 || math.Abs(o.p-byHand) > 1e-9 || o.better != (mean > 0) || o.untested != "" {
			t.Errorf("%s against %s: %+v, want %v, by hand %v", test.a, test.b, o, test.p, byHand)
		}
	}
	if remark := strings.Join(g.Remarks, " "); !strings.Contains(remark, "on the folds that both have, with means over reduction.draw on each, two-sided") {
		t.Error(remark)
	}
	// Of datasets the folds are not the same, and what is hidden is not averaged on purpose.
	for _, average := range [][]string{{"dataset"}, nil} {
		asked := plan.Table{Metric: "accuracy", Rows: []string{"learner"}, Columns: asked.Columns, Average: average, Baseline: asked.Baseline}
		if g := Build(asked, rows, p); g.WinTieLoss != nil || !strings.Contains(strings.Join(g.Remarks, " "), "Entries that average over more than folds are not tested.") {
			t.Errorf("average over %v: %v, %v", average, g.WinTieLoss, g.Remarks)
		}
	}
}
