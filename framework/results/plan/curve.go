package plan

import "github.com/manyclass/bench/framework/contract"

// Curve asks for a metric, which is a number, over a number in which variants differ.
type Curve struct {
	Name   string        `json:"name"`
	Metric string        `json:"metric"`
	Kind   contract.Kind `json:"kind"` // encoder, learner or reduction
	// Parameter is one of the kind, or Columns of a reduction.
	Parameter string `json:"parameter"`
	Scale     string `json:"scale,omitempty"` // "log", "linear" or "" for what suits
	// Average are parameters, "reduction.draw", between whose values points are the mean,
	// with the deviation between them, of means over folds.
	Average []string `json:"average,omitempty"`
}

// Columns is what curves call the number of binary problems that a reduction makes of a
// dataset, whether it is a parameter of the reduction or follows from others.
const Columns = "columns"

// X is what curves call what they are over.
func (c Curve) X() string { return string(c.Kind) + "." + c.Parameter }

// CountsColumns reports whether the curve is over the columns of reductions.
func (c Curve) CountsColumns() bool { return c.Kind == contract.KindReducer && c.Parameter == Columns }

// Line is the combination of a curve that a combination belongs to.
func (c Curve) Line(of Combination) Combination { return c.Point(of).without(c.Kind, c.Parameter) }

// Point is the combination of a point that a combination belongs to: without what the
// curve averages over.
func (c Curve) Point(of Combination) Combination {
	for _, axis := range c.Average {
		kind, parameter := SplitAxis(axis)
		of = of.without(kind, parameter)
	}
	return of
}

// without is a combination whose name of a kind lacks a parameter.
func (of Combination) without(kind contract.Kind, parameter string) Combination {
	switch kind {
	case contract.KindEncoder:
		of.Encoder = LineOf(of.Encoder, parameter)
	case contract.KindLearner:
		of.Learner = LineOf(of.Learner, parameter)
	case contract.KindReducer:
		of.Reduction = LineOf(of.Reduction, parameter)
	}
	return of
}
