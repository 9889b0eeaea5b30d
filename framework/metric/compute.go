package metric

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/target"
)

// Input is what a metric is computed from: n rows and K classes, or K labels of
// multi-label data.
type Input struct {
	Target           target.Target // its Counts are not looked at
	Truth, Predicted target.Rows
	// Scores and Probabilities hold K per row, row-major n × K; larger is better.
	// Nil where there are none.
	Scores, Probabilities []float64
}

// rows is n.
func (in Input) rows() int {
	if in.Target.MultiLabel {
		return len(in.Truth.Y) / max(1, in.Target.K())
	}
	return len(in.Truth.Class)
}

// has reports whether row i is of class k or has label k.
func (in Input) has(i, k int) bool {
	if in.Target.MultiLabel {
		return in.Truth.Labels(i, in.Target.K())[k] == 1
	}
	return in.Truth.Class[i] == k
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
// dataset lacks one of the metric's classes, and where the metric is not for this
// kind of target (see SingleLabel and MultiLabel). The conventions are
// scikit-learn's defaults:
//
//   - a ratio 0/0 is 0 (a class never predicted has precision 0, a class
//     without rows recall 0), or what zero_division says; where that is nan, means
//     leave it out, and are NaN if nothing else is there;
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
// Those of multi-label data:
//
//   - macro averages over all labels, also those without rows, samples and the
//     example_ metrics over all rows, also those without labels; zero_division is
//     the value of a row that has no label and gets none;
//   - weighted is the plain mean where no row has a label, for auc it is 0;
//   - of labels with equal scores those that the row has not count as larger, in
//     ranking_loss, one_error, coverage and lrap alike; rankings are by
//     probabilities if there are any, else by scores;
//   - for a row without labels ranking_loss and coverage are 0 and lrap is 1, and
//     so they are (but for coverage, which is K) for a row with all labels;
//     one_error, which scikit-learn has not, is 1 for a row without labels;
//   - coverage counts from 1, as scikit-learn's coverage_error: 1 more than the
//     coverage that counts steps down the ranking;
//   - log_loss and brier are means over labels of those of each label.
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
	for _, name := range s.names(o, in.Target.Names) {
		values = append(values, Value{name, math.NaN()})
	}
	if !s.Suits(in.Target.MultiLabel) {
		return values
	}
	in, fits := o.restrict(in)
	switch {
	case k.table || !fits || in.rows() == 0:
	case k.probabilities && in.Probabilities == nil:
	case k.ranks && in.ranking() == nil:
	default:
		compute := k.compute
		if in.Target.MultiLabel {
			compute = k.labels
		}
		for i, v := range compute(in, o) {
			values[i].Value = v
		}
	}
	return values
}

// check panics if the slices do not fit together.
func (in Input) check() {
	if in.Target.MultiLabel {
		in.checkLabels()
		return
	}
	n, cells := len(in.Truth.Class), len(in.Truth.Class)*in.Target.K()
	if len(in.Predicted.Class) != n || len(in.Truth.Y)+len(in.Predicted.Y) > 0 ||
		in.Scores != nil && len(in.Scores) != cells ||
		in.Probabilities != nil && len(in.Probabilities) != cells {
		panic(fmt.Sprintf("metric: %d rows of %d classes have %d predictions, %d scores and %d probabilities",
			n, in.Target.K(), len(in.Predicted.Class), len(in.Scores), len(in.Probabilities)))
	}
}

func (in Input) checkLabels() {
	n, k := len(in.Truth.Y), in.Target.K()
	if in.Truth.Class != nil || in.Predicted.Class != nil || k == 0 || n%k != 0 || len(in.Predicted.Y) != n ||
		in.Scores != nil && len(in.Scores) != n || in.Probabilities != nil && len(in.Probabilities) != n {
		panic(fmt.Sprintf("metric: truth of %d entries for %d labels has %d predictions, %d scores and %d probabilities, "+
			"or classes beside labels",
			n, k, len(in.Predicted.Y), len(in.Scores), len(in.Probabilities)))
	}
}

// Restrict returns the part of the input that the option classes leaves, the
// whole without it: rows whose truth and prediction are both among these
// classes, renumbered, with the columns of these classes. Probabilities are
// divided by their sum over the row, and equal where that is 0. Of multi-label
// data it leaves all rows with the columns of these labels, as they are. It is
// false if the input has not all of the classes.
func (s Spec) Restrict(in Input) (Input, bool) { return s.options().restrict(in) }

func (o options) restrict(in Input) (Input, bool) {
	if o.Classes == nil || !o.fits(in.Target.Names) {
		return in, o.Classes == nil
	}
	if in.Target.MultiLabel {
		return o.restrictLabels(in), true
	}
	out := Input{Target: target.Target{Names: o.of(in.Target.Names)}}
	number := make([]int, in.Target.K()) // of each class in out, or −1
	var columns []int
	for k, label := range in.Target.Names {
		number[k] = -1
		if len(columns) < len(out.Target.Names) && label == out.Target.Names[len(columns)] {
			number[k] = len(columns)
			columns = append(columns, k)
		}
	}
	for i, truth := range in.Truth.Class {
		if number[truth] < 0 || number[in.Predicted.Class[i]] < 0 {
			continue
		}
		out.Truth.Class = append(out.Truth.Class, number[truth])
		out.Predicted.Class = append(out.Predicted.Class, number[in.Predicted.Class[i]])
		out.Scores = appendColumns(out.Scores, in.row(in.Scores, i), columns)
		out.Probabilities = appendColumns(out.Probabilities, in.row(in.Probabilities, i), columns)
		normalise(out.row(out.Probabilities, len(out.Truth.Class)-1))
	}
	return out, true
}

func (o options) restrictLabels(in Input) Input {
	out := Input{Target: target.Target{Names: o.of(in.Target.Names), MultiLabel: true}}
	columns := make([]int, len(out.Target.Names))
	for c, label := range out.Target.Names {
		columns[c] = slices.Index(in.Target.Names, label)
	}
	for i := range in.rows() {
		at := i * in.Target.K()
		for _, c := range columns {
			out.Truth.Y = append(out.Truth.Y, in.Truth.Y[at+c])
			out.Predicted.Y = append(out.Predicted.Y, in.Predicted.Y[at+c])
		}
		out.Scores = appendColumns(out.Scores, in.row(in.Scores, i), columns)
		out.Probabilities = appendColumns(out.Probabilities, in.row(in.Probabilities, i), columns)
	}
	return out
}

// row returns the K numbers of row i of Scores or Probabilities, nil where there
// are none.
func (in Input) row(values []float64, i int) []float64 {
	if values == nil {
		return nil
	}
	k := in.Target.K()
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
