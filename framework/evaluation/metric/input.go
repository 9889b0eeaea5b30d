package metric

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
)

// Input is what a metric is computed from: n rows and K classes, or K labels of
// multi-label data.
type Input struct {
	Target           target.Target // its Counts and Rows are for propensities alone
	Truth, Predicted target.Rows
	// Scores and Probabilities hold K per row, row-major n × K; larger is better.
	// Nil where there are none.
	Scores, Probabilities []float64
	// Top are the best of each row in place of both, of which labels rank by their scores. What
	// needs the scores of all K is not defined then.
	Top *target.Top
	// Sets say which classes are in the prediction set of each row, row-major n × K; nil
	// where there are none.
	Sets []bool
	// Weights are what the n rows count, above 0; nil where all count alike. Metrics that
	// do not ask for them count rows alike.
	Weights []float64
}

// Row is the input of one row with a class.
func (in Input) Row(row int) Input {
	of := func(r target.Rows) target.Rows { return target.Rows{Class: r.Class[row : row+1]} }
	out := Input{Target: in.Target, Truth: of(in.Truth), Predicted: of(in.Predicted)}
	k := in.Target.K()
	if in.Top != nil {
		out.Top = in.Top.Pick([]int{row})
	}
	if in.Scores != nil {
		out.Scores = in.Scores[row*k : (row+1)*k]
	}
	if in.Probabilities != nil {
		out.Probabilities = in.Probabilities[row*k : (row+1)*k]
	}
	if in.Sets != nil {
		out.Sets = in.Sets[row*k : (row+1)*k]
	}
	if in.Weights != nil {
		out.Weights = in.Weights[row : row+1]
	}
	return out
}

// rows is n.
func (in Input) rows() int {
	if in.Target.MultiLabel {
		return in.Truth.Y.Rows()
	}
	return len(in.Truth.Class)
}

// has reports whether row i is of class k or has label k.
func (in Input) has(i, k int) bool {
	if in.Target.MultiLabel {
		return in.Truth.Y.Has(i, k)
	}
	return in.Truth.Class[i] == k
}

// check panics if the slices do not fit together.
func (in Input) check() {
	if t := in.Top; t != nil && (t.Rows() != in.rows() || in.Scores != nil || in.Probabilities != nil) {
		panic(fmt.Sprintf("metric: the best of %d rows are of %d, beside %d scores", in.rows(), t.Rows(), len(in.Scores)))
	}
	if in.Target.MultiLabel {
		in.checkLabels()
		return
	}
	n, cells := len(in.Truth.Class), len(in.Truth.Class)*in.Target.K()
	if len(in.Predicted.Class) != n || in.Truth.Y.Rows()+in.Predicted.Y.Rows() > 0 ||
		in.Scores != nil && len(in.Scores) != cells ||
		in.Probabilities != nil && len(in.Probabilities) != cells || in.Weights != nil && len(in.Weights) != n ||
		in.Sets != nil && len(in.Sets) != cells {
		panic(fmt.Sprintf("metric: %d rows of %d classes have %d predictions, %d scores, %d probabilities, %d entries of "+
			"sets and %d weights", n, in.Target.K(), len(in.Predicted.Class), len(in.Scores), len(in.Probabilities),
			len(in.Sets), len(in.Weights)))
	}
}

func (in Input) checkLabels() {
	n, k := in.Truth.Y.Rows(), in.Target.K()
	if in.Truth.Class != nil || in.Predicted.Class != nil || k == 0 || in.Predicted.Y.Rows() != n ||
		in.Scores != nil && len(in.Scores) != n*k || in.Probabilities != nil && len(in.Probabilities) != n*k ||
		in.Weights != nil && len(in.Weights) != n {
		panic(fmt.Sprintf("metric: truth of %d rows for %d labels has %d predictions, %d scores, %d probabilities and "+
			"%d weights, or classes together with labels",
			n, k, in.Predicted.Y.Rows(), len(in.Scores), len(in.Probabilities), len(in.Weights)))
	}
}

func (o options) restrict(in Input) (Input, bool) {
	if !o.SampleWeight {
		in.Weights = nil
	}
	if o.Classes == nil || !o.fits(in.Target.Names) {
		return in, o.Classes == nil
	}
	in.Top = nil // the others of a row may be among these
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
	out.Target.Costs, out.Target.Tree = in.Target.CostsOf(columns), in.Target.TreeOf(columns)
	for i, truth := range in.Truth.Class {
		if number[truth] < 0 || number[in.Predicted.Class[i]] < 0 {
			continue
		}
		out.Truth.Class = append(out.Truth.Class, number[truth])
		out.Predicted.Class = append(out.Predicted.Class, number[in.Predicted.Class[i]])
		if in.Weights != nil {
			out.Weights = append(out.Weights, in.Weights[i])
		}
		out.Scores = appendColumns(out.Scores, in.row(in.Scores, i), columns)
		out.Probabilities = appendColumns(out.Probabilities, in.row(in.Probabilities, i), columns)
		normalise(out.row(out.Probabilities, len(out.Truth.Class)-1))
		out.Sets = appendColumns(out.Sets, rowOf(in.Sets, i, in.Target.K()), columns)
	}
	return out, true
}

func (o options) restrictLabels(in Input) Input {
	out := Input{Target: target.Target{Names: o.of(in.Target.Names), MultiLabel: true, Rows: in.Target.Rows},
		Weights: in.Weights}
	columns := lists.Map(out.Target.Names, func(label string) int { return slices.Index(in.Target.Names, label) })
	if in.Target.Counted() {
		out.Target.Counts = lists.Map(columns, func(c int) int { return in.Target.Counts[c] })
	}
	for i := range in.rows() {
		out.Truth.Y.Add(chosen(in.Truth.Y.Row(i), columns)...)
		out.Predicted.Y.Add(chosen(in.Predicted.Y.Row(i), columns)...)
		out.Scores = appendColumns(out.Scores, in.row(in.Scores, i), columns)
		out.Probabilities = appendColumns(out.Probabilities, in.row(in.Probabilities, i), columns)
	}
	return out
}

// chosen are the numbers among some ascending columns of those labels that are one of them.
func chosen(labels []int32, columns []int) (list []int32) {
	for n, c := range columns {
		if _, has := slices.BinarySearch(labels, int32(c)); has {
			list = append(list, int32(n))
		}
	}
	return list
}

// row returns the K numbers of row i of Scores or Probabilities, nil where there
// are none.
func (in Input) row(values []float64, i int) []float64 { return rowOf(values, i, in.Target.K()) }

func rowOf[T any](values []T, i, k int) []T {
	if values == nil {
		return nil
	}
	return values[i*k : (i+1)*k]
}

func appendColumns[T any](to, row []T, columns []int) []T {
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
	sum := lists.Sum(row)
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
