package score

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// Labels counts the predictions of one combination of a multi-label dataset with
// encoder, learner and reduction, label by label, over the test rows of all folds
// and repeats.
type Labels struct {
	plan.Combination
	Names   []string             // K labels
	Counts  []metric.LabelCounts // K
	Rows    int                  // test rows that are counted, each as often as it is tested
	Cells   int                  // cells that are counted
	Missing int                  // planned cells that are not, whatever the reason
}

// LabelScores are the numbers of one label. A ratio 0/0 is 0.
type LabelScores struct {
	Label                 string
	Precision, Recall, F1 float64
	Support               int // rows that have the label
	Predicted             int // rows that get it
}

// LabelTables returns the counts of every combination of a multi-label dataset in
// the order in which the plan first names it. Combinations of which no cell was
// run are left out. It fails when predictions cannot be read or do not fit the
// plan.
func LabelTables(in Input) ([]Labels, error) {
	targets := Targets(in.Plan)
	of := func(c Cell) target.Target { return targets[c.Dataset] }
	var list []Labels
	for cells := range byCombination(in.Cells, func(c Cell) bool { return of(c).MultiLabel }) {
		names := of(cells[0]).Names
		l := Labels{Combination: cells[0].Combination, Names: names, Counts: make([]metric.LabelCounts, len(names))}
		for _, c := range cells {
			if err := l.add(c, of(c)); err != nil {
				return nil, fmt.Errorf("cell %s: %w", c.Name(), err)
			}
		}
		list = append(list, l)
	}
	return list, nil
}

// add counts the predictions of a cell.
func (l *Labels) add(c Cell, target target.Target) error {
	if c.Status() != store.OK {
		l.Missing++
		return nil
	}
	p, err := c.Read(target)
	if err != nil {
		return err
	}
	for k, n := range metric.CountLabels(input(target, p)) {
		l.Counts[k].TP += n.TP
		l.Counts[k].FP += n.FP
		l.Counts[k].FN += n.FN
		l.Counts[k].TN += n.TN
	}
	l.Rows += len(p.Rows)
	l.Cells++
	return nil
}

// PerLabel returns precision, recall, F1 and rows of each label, in their order.
func (l Labels) PerLabel() []LabelScores {
	list := make([]LabelScores, len(l.Names))
	for k, n := range l.Counts {
		support, predicted := n.TP+n.FN, n.TP+n.FP
		list[k] = LabelScores{Label: l.Names[k], Support: support, Predicted: predicted,
			Precision: metric.Ratio(n.TP, predicted), Recall: metric.Ratio(n.TP, support),
			F1: metric.Ratio(2*n.TP, support+predicted)}
	}
	return list
}

// Cardinality returns the mean number of labels that a row has, and that it gets;
// NaN without rows.
func (l Labels) Cardinality() (truth, predicted float64) {
	if l.Rows == 0 {
		return math.NaN(), math.NaN()
	}
	has, gets := 0, 0
	for _, n := range l.Counts {
		has += n.TP + n.FN
		gets += n.TP + n.FP
	}
	return metric.Ratio(has, l.Rows), metric.Ratio(gets, l.Rows)
}
