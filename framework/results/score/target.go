package score

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// Targets returns the target of each dataset. The names are what class numbers and
// the columns of scores mean; declared classes without rows have no number.
func Targets(p *plan.Plan) map[string]target.Target {
	list := map[string]target.Target{}
	for _, d := range p.Datasets {
		t := d.Target.Occurring()
		t.Rows = d.Rows - d.LeftOut
		list[d.Name] = t
	}
	return list
}

// suits reports whether a metric can have values for a target: it is for its kind,
// names none but its classes and has the costs, tree, groups and weights that it needs.
func suits(m metric.Spec, t target.Target) bool {
	return m.Suits(t.MultiLabel) && m.Fits(t.Names) && m.Costed(t) && m.Placed(t) && m.Lacks(t) == ""
}

// input is what metrics are computed from.
func input(t target.Target, p store.Predictions) metric.Input {
	in := metric.Input{
		Target: t, Truth: p.Truth, Predicted: p.Predicted, Scores: p.Scores, Probabilities: p.Probabilities, Top: p.Top,
		Weights: p.Weights,
	}
	if len(p.Sets) == len(p.Probabilities) && p.Top == nil { // not those of some folds only
		in.Sets = p.Sets
	}
	return in
}

func checkClasses(p store.Predictions, classes int) error {
	n := len(p.Rows)
	if p.MultiLabel {
		return fmt.Errorf("predictions are for %d labels, the dataset has %d classes", p.K, classes)
	}
	if p.K != classes {
		return fmt.Errorf("predictions are for %d classes, the dataset has %d", p.K, classes)
	}
	if len(p.Truth.Class) != n || len(p.Predicted.Class) != n || !complete(p) {
		return fmt.Errorf("predictions of %d rows hold %d truths, %d predictions, %d scores and %d probabilities for %d "+
			"classes",
			n, len(p.Truth.Class), len(p.Predicted.Class), len(p.Scores), len(p.Probabilities), classes)
	}
	for i := range n {
		if min(p.Truth.Class[i], p.Predicted.Class[i]) < 0 || max(p.Truth.Class[i], p.Predicted.Class[i]) >= classes {
			return fmt.Errorf("row %d has truth %d and prediction %d, classes are 0 to %d",
				p.Rows[i], p.Truth.Class[i], p.Predicted.Class[i], classes-1)
		}
	}
	return nil
}

// complete reports whether scores, and probabilities where there are any, are of all rows: of all classes or
// labels, or of the best.
func complete(p store.Predictions) bool {
	if p.Top != nil {
		return p.Scores == nil && p.Probabilities == nil && p.Top.Check(len(p.Rows), p.K, p.MultiLabel) == nil
	}
	cells := len(p.Rows) * p.K
	return len(p.Scores) == cells && (p.Probabilities == nil || len(p.Probabilities) == cells)
}

func checkLabels(p store.Predictions, labels int) error {
	if !p.MultiLabel {
		return fmt.Errorf("predictions are for 0 labels, the dataset has %d", labels)
	}
	if p.K != labels {
		return fmt.Errorf("predictions are for %d labels, the dataset has %d", p.K, labels)
	}
	if p.Truth.Y.Rows() != len(p.Rows) || p.Predicted.Y.Rows() != len(p.Rows) || !complete(p) {
		return fmt.Errorf("predictions of %d rows hold %d truths, %d predictions, %d scores and %d probabilities for %d "+
			"labels",
			len(p.Rows), p.Truth.Y.Rows(), p.Predicted.Y.Rows(), len(p.Scores), len(p.Probabilities), labels)
	}
	outside := func(label int32) bool { return label < 0 || int(label) >= labels }
	if slices.ContainsFunc(p.Truth.Y.Of, outside) || slices.ContainsFunc(p.Predicted.Y.Of, outside) {
		return fmt.Errorf("truth or predictions hold labels other than 0 to %d", labels-1)
	}
	return nil
}
