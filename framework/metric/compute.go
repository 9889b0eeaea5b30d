package metric

import (
	"fmt"
	"math"
)

// Input is what a metric is computed from: n rows and K classes.
type Input struct {
	Classes          []string // K names in class order
	Truth, Predicted []int    // n class numbers each
	// Scores and Probabilities hold K per row, row-major n × K; larger is better.
	// Nil where there are none.
	Scores, Probabilities []float64
}

// Value is one number with the name that files and tables give it. An
// undefined value (no rows, or no probabilities where they are needed) is NaN.
type Value struct {
	Name  string
	Value float64
}

// Defined reports whether there is a value.
func (v Value) Defined() bool { return !math.IsNaN(v.Value) }

// Compute returns the metric's values, in the order of Names: all NaN where there
// are no rows, where probabilities are needed and missing, and where the
// dataset lacks one of the metric's classes. The conventions are scikit-learn's
// defaults:
//
//   - a ratio 0/0 is 0 (a class never predicted has precision 0, a class
//     without rows recall 0);
//   - macro averages over the classes present in truth or predictions,
//     balanced accuracy over those present in truth;
//   - f1 averages the f1 of the classes, it is not the f1 of averages;
//   - mcc is 0 when truth or predictions are constant, kappa NaN when both are
//     one and the same class;
//   - log_loss clips probabilities to [ε, 1−ε], ε = 2⁻⁵², and then divides each
//     row by its sum;
//   - top_k counts, of equal scores, that of the later class as larger;
//   - the auc of a class without rows, or with all of them, is NaN, and so is
//     then the macro average; the weighted one leaves classes without rows out,
//     and so do mode = "ovo" and hand_till.
//
// brier is twice scikit-learn's for two classes: it sums over classes always.
// kappa weighs by places in class order, also where a class between is absent.
// A Spec that does not pass Check and slices of wrong lengths are a caller's
// bug and panic.
func (s Spec) Compute(in Input) []Value {
	if err := s.Check(); err != nil {
		panic(err)
	}
	in.check()
	k, o := find(s.Type), s.options()
	var values []Value
	for _, name := range s.names(o, in.Classes) {
		values = append(values, Value{name, math.NaN()})
	}
	in, fits := o.restrict(in)
	switch {
	case k.table || !fits || len(in.Truth) == 0:
	case k.probabilities && in.Probabilities == nil:
	case k.ranks && in.ranking() == nil:
	default:
		for i, v := range k.compute(in, o) {
			values[i].Value = v
		}
	}
	return values
}

// check panics if the slices do not fit together.
func (in Input) check() {
	n, cells := len(in.Truth), len(in.Truth)*len(in.Classes)
	if len(in.Predicted) != n || in.Scores != nil && len(in.Scores) != cells || in.Probabilities != nil && len(in.Probabilities) != cells {
		panic(fmt.Sprintf("metric: %d rows of %d classes have %d predictions, %d scores and %d probabilities",
			n, len(in.Classes), len(in.Predicted), len(in.Scores), len(in.Probabilities)))
	}
}

// Restrict returns the part of the input that the option classes leaves, the
// whole without it: rows whose truth and prediction are both among these
// classes, renumbered, with the columns of these classes. Probabilities are
// divided by their sum over the row, and equal where that is 0. It is false if
// the input has not all of the classes.
func (s Spec) Restrict(in Input) (Input, bool) { return s.options().restrict(in) }

func (o options) restrict(in Input) (Input, bool) {
	if o.Classes == nil || !o.fits(in.Classes) {
		return in, o.Classes == nil
	}
	out := Input{Classes: o.of(in.Classes)}
	number := make([]int, len(in.Classes)) // of each class in out, or −1
	var columns []int
	for k, label := range in.Classes {
		number[k] = -1
		if len(columns) < len(out.Classes) && label == out.Classes[len(columns)] {
			number[k] = len(columns)
			columns = append(columns, k)
		}
	}
	for i, truth := range in.Truth {
		if number[truth] < 0 || number[in.Predicted[i]] < 0 {
			continue
		}
		out.Truth = append(out.Truth, number[truth])
		out.Predicted = append(out.Predicted, number[in.Predicted[i]])
		out.Scores = appendColumns(out.Scores, in.row(in.Scores, i), columns)
		out.Probabilities = appendColumns(out.Probabilities, in.row(in.Probabilities, i), columns)
		normalise(out.row(out.Probabilities, len(out.Truth)-1))
	}
	return out, true
}

// row returns the K numbers of row i of Scores or Probabilities, nil where there
// are none.
func (in Input) row(values []float64, i int) []float64 {
	if values == nil {
		return nil
	}
	k := len(in.Classes)
	return values[i*k : (i+1)*k]
}

func appendColumns(to, row []float64, columns []int) []float64 {
	if row == nil {
		return to
	}
	for _, c := range columns {
		to = append(to, row[c])
	}
	return to
}

// normalise divides probabilities by their sum.
func normalise(row []float64) {
	sum := 0.0
	for _, p := range row {
		sum += p
	}
	for i := range row {
		if sum > 0 {
			row[i] /= sum
		} else {
			row[i] = 1 / float64(len(row))
		}
	}
}

// ranking returns what rows are ranked by for each class: probabilities if there
// are any, else class scores; nil without both.
func (in Input) ranking() []float64 {
	if in.Probabilities != nil {
		return in.Probabilities
	}
	return in.Scores
}
