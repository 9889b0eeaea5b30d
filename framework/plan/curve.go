package plan

import (
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

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

// LineOf is what a block calls all its variants that differ in one parameter alone: the
// name of one of them, without it.
func LineOf(name, parameter string) string {
	block, settings, isVariant := strings.Cut(name, "[")
	if !isVariant {
		return name
	}
	var kept []string
	for _, setting := range split(strings.TrimSuffix(settings, "]")) {
		if !strings.HasPrefix(setting, parameter+"=") {
			kept = append(kept, setting)
		}
	}
	if kept == nil {
		return block
	}
	return block + "[" + strings.Join(kept, ",") + "]"
}

// split divides the settings of a variant at commas that stand in no list or object.
func split(settings string) []string {
	var list []string
	depth, begin := 0, 0
	for i, r := range settings {
		switch r {
		case '[', '{', '(':
			depth++
		case ']', '}', ')':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, settings[begin:i])
				begin = i + 1
			}
		}
	}
	return append(list, settings[begin:])
}

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

// Places returns where cells stand on a curve: ok is false for those that have no such
// number, since their block has not the parameter or tunes it, or makes no binary problems.
func (p *Plan) Places(c Curve) func(Cell) (x float64, ok bool) {
	values := map[string]float64{}
	columns := map[string]bool{} // of reductions that make any
	for _, n := range p.Named(c.Kind) {
		if v, is := n.set()[c.Parameter].(float64); is {
			values[n.Name] = v
		}
		columns[n.Name] = n.Type != "direct"
	}
	return func(cell Cell) (float64, bool) {
		name := cell.Called(c.Kind)
		if c.CountsColumns() {
			return float64(cell.Problems), columns[name] && cell.Problems > 0
		}
		x, ok := values[name]
		return x, ok
	}
}
