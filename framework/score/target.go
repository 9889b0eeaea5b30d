package score

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/store"
)

// Target is what the cells of a dataset predict: one of K classes for each row,
// or any number of K labels.
type Target struct {
	Names      []string // the classes that occur, in class order, or the labels
	MultiLabel bool
}

// Targets returns the target of each dataset. The names are what class numbers and
// the columns of scores stand for; declared classes without rows have no number.
func Targets(p *plan.Plan) map[string]Target {
	list := map[string]Target{}
	for _, d := range p.Datasets {
		if len(d.Labels) > 0 {
			list[d.Name] = Target{d.Labels, true}
			continue
		}
		occurring := make([]string, 0, len(d.Classes))
		for k, name := range d.Classes {
			if len(d.ClassCounts) != len(d.Classes) || d.ClassCounts[k] > 0 {
				occurring = append(occurring, name)
			}
		}
		list[d.Name] = Target{Names: occurring}
	}
	return list
}

// Suits reports whether a metric can have values for the target: it is for its
// kind, and names none but its classes.
func (t Target) Suits(m metric.Spec) bool { return m.Suits(t.MultiLabel) && m.Fits(t.Names) }

// input is what metrics are computed from.
func (t Target) input(p store.Predictions) metric.Input {
	if t.MultiLabel {
		return metric.Input{Labels: t.Names, Y: p.TruthY, PredictedY: p.PredictedY, Scores: p.Scores, Probabilities: p.Probabilities}
	}
	return metric.Input{Classes: t.Names, Truth: p.Truth, Predicted: p.Predicted, Scores: p.Scores, Probabilities: p.Probabilities}
}

// Read returns the predictions of an ok cell after checking that their shapes,
// class numbers and labels fit the target of its dataset.
func (c CellResult) Read(t Target) (store.Predictions, error) { return read(c.Predictions, t) }

func read(load func() (store.Predictions, error), t Target) (store.Predictions, error) {
	p, err := load()
	if err != nil {
		return p, fmt.Errorf("reading predictions: %w", err)
	}
	if t.MultiLabel {
		return p, checkLabels(p, len(t.Names))
	}
	return p, checkClasses(p, len(t.Names))
}

func checkClasses(p store.Predictions, classes int) error {
	n := len(p.Rows)
	if p.Labels > 0 {
		return fmt.Errorf("predictions are for %d labels, the dataset has %d classes", p.Labels, classes)
	}
	if p.Classes != classes {
		return fmt.Errorf("predictions are for %d classes, the dataset has %d", p.Classes, classes)
	}
	if len(p.Truth) != n || len(p.Predicted) != n || len(p.Scores) != n*classes ||
		p.Probabilities != nil && len(p.Probabilities) != n*classes {
		return fmt.Errorf("predictions of %d rows hold %d truths, %d predictions, %d scores and %d probabilities for %d classes",
			n, len(p.Truth), len(p.Predicted), len(p.Scores), len(p.Probabilities), classes)
	}
	for i := range n {
		if min(p.Truth[i], p.Predicted[i]) < 0 || max(p.Truth[i], p.Predicted[i]) >= classes {
			return fmt.Errorf("row %d has truth %d and prediction %d, classes are 0 to %d",
				p.Rows[i], p.Truth[i], p.Predicted[i], classes-1)
		}
	}
	return nil
}

func checkLabels(p store.Predictions, labels int) error {
	cells := len(p.Rows) * labels
	if p.Labels != labels {
		return fmt.Errorf("predictions are for %d labels, the dataset has %d", p.Labels, labels)
	}
	if len(p.TruthY) != cells || len(p.PredictedY) != cells || len(p.Scores) != cells ||
		p.Probabilities != nil && len(p.Probabilities) != cells {
		return fmt.Errorf("predictions of %d rows hold %d truths, %d predictions, %d scores and %d probabilities for %d labels",
			len(p.Rows), len(p.TruthY), len(p.PredictedY), len(p.Scores), len(p.Probabilities), labels)
	}
	other := func(y int8) bool { return y != 0 && y != 1 }
	if slices.ContainsFunc(p.TruthY, other) || slices.ContainsFunc(p.PredictedY, other) {
		return fmt.Errorf("truth or predictions of labels hold numbers other than 0 and 1")
	}
	return nil
}
