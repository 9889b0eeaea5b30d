package score

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
)

// Confusion is the confusion table of one combination of dataset, encoder,
// learner and reduction, summed over folds and repeats.
type Confusion struct {
	plan.Combination
	Metric  string   // as files call it: "confusion"
	Classes []string // K labels, in class order
	// Counts are K × K numbers of rows of the dataset, or sums of their weights: true class
	// down, predicted class across.
	Counts   [][]float64
	Weighted bool // Counts are sums of weights
	Cells    int  // cells that are counted
	Missing  int  // planned cells that are not, whatever the reason
}

// MostConfused is the largest number of classes that a confusion table has: its size is their square.
const MostConfused = 5000

// ClassScores are the numbers of one class of a Confusion. A ratio 0/0 is 0.
type ClassScores struct {
	Class                 string
	Precision, Recall, F1 float64
	Support               float64 // rows of the class, or the sum of their weights
}

// Confusions returns the tables of a confusion metric, one for each combination
// in the order in which the plan first names them. Combinations of which no cell
// was run are left out, and datasets that lack one of the metric's classes, have more than
// MostConfused that it counts, or are multi-label (see LabelTables). It fails when predictions cannot be read or do not
// fit the plan. A metric that is not a table is a caller's bug and panics.
func Confusions(in Input, spec metric.Spec) ([]Confusion, error) {
	if !spec.IsTable() {
		panic(fmt.Sprintf("score: metric %q is not a table", spec.Name))
	}
	if err := spec.Check(); err != nil {
		return nil, err
	}
	targets := Targets(in.Plan)
	of := func(c Cell) target.Target { return targets[c.Dataset] }
	var list []Confusion
	tabled := func(c Cell) bool { return suits(spec, of(c)) && len(spec.Of(of(c).Names)) <= MostConfused }
	for cells := range byCombination(in.Cells, tabled) {
		t := newConfusion(cells[0].Combination, spec, of(cells[0]).Names)
		for _, c := range cells {
			if err := t.add(in, c, spec, of(c)); err != nil {
				return nil, fmt.Errorf("cell %s: %w", c.Name(), err)
			}
		}
		list = append(list, t)
	}
	return list, nil
}

func newConfusion(of plan.Combination, spec metric.Spec, classes []string) Confusion {
	t := Confusion{Combination: of, Metric: spec.Name, Classes: spec.Of(classes), Weighted: spec.Weighs()}
	t.Counts = metric.Confusion(metric.Input{Target: target.Target{Names: t.Classes}})
	return t
}

// add counts the predictions of a cell.
func (t *Confusion) add(in Input, c Cell, spec metric.Spec, target target.Target) error {
	parts, err := in.parts(c, target, spec)
	if err != nil {
		return err
	}
	predictions := parts.of(spec)
	if predictions == nil {
		t.Missing++
		return nil
	}
	input, _ := spec.Restrict(input(target, *predictions))
	for i, row := range metric.Confusion(input) {
		for j, n := range row {
			t.Counts[i][j] += n
		}
	}
	t.Cells++
	return nil
}

// PerClass returns precision, recall, F1 and rows of each class, in class order.
func (t Confusion) PerClass() []ClassScores {
	list := make([]ClassScores, len(t.Classes))
	for k, class := range t.Classes {
		actual, predicted := 0.0, 0.0
		for j := range t.Classes {
			actual += t.Counts[k][j]
			predicted += t.Counts[j][k]
		}
		right := t.Counts[k][k]
		list[k] = ClassScores{Class: class, Support: actual,
			Precision: metric.Ratio(right, predicted), Recall: metric.Ratio(right, actual),
			F1: metric.Ratio(2*right, actual+predicted)}
	}
	return list
}
