package metric

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/manyclass/bench/framework/lists"
)

// Bin holds the rows whose largest probability lies in [Low, High), in the last bin also 1:
// how many there are, their mean probability and the share whose class has it. Both are NaN
// without rows.
type Bin struct {
	Low, High   float64
	Rows        int
	Mean, Right float64
}

// confidences are the largest probability of each row, of equal ones that of the first
// class, and whether its class is the true one.
func (in Input) confidences() (confidence []float64, right []bool) {
	for i, truth := range in.Truth.Class {
		row := in.row(in.Probabilities, i)
		top := 0
		for k, p := range row {
			if p > row[top] {
				top = k
			}
		}
		confidence, right = append(confidence, row[top]), append(right, top == truth)
	}
	return confidence, right
}

// binOf is the number of the bin of a probability, of bins of equal width.
func binOf(p float64, bins int) int {
	return sort.Search(bins-1, func(b int) bool { return p < float64(b+1)/float64(bins) })
}

// Reliability puts the rows of classes into bins of equal width by their largest
// probability, as the metric ece does. It needs probabilities.
func (in Input) Reliability(bins int) []Bin {
	out := make([]Bin, bins)
	confidence, right := in.confidences()
	for i, p := range confidence {
		b := &out[binOf(p, bins)]
		b.Rows++
		b.Mean += p
		if right[i] {
			b.Right++
		}
	}
	for b := range out {
		out[b].Low, out[b].High = float64(b)/float64(bins), float64(b+1)/float64(bins)
		out[b].Mean, out[b].Right = out[b].Mean/float64(out[b].Rows), out[b].Right/float64(out[b].Rows)
	}
	return out
}

// CalibrationError is the expected calibration error of bins.
func CalibrationError(bins []Bin) float64 {
	sum, rows := 0.0, 0
	for _, b := range bins {
		if rows += b.Rows; b.Rows > 0 {
			sum += float64(b.Rows) * math.Abs(b.Mean-b.Right)
		}
	}
	return sum / float64(rows)
}

// ROC is the curve of class k against the others: shares of the other rows and of its own
// that have at least some score, or probability where there are no scores, from 0, 0 to 1, 1;
// and the area under it. Rows with equal values make one step. Without rows of both sides
// there is no curve, and the area is NaN.
func (in Input) ROC(k int) (points [][2]float64, area float64) {
	order := lists.Range(in.rows())
	value := func(i int) float64 { return in.ranking()[i*in.Target.K()+k] }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(b), value(a)) })
	own := lists.Count(order, func(i int) bool { return in.has(i, k) })
	others := len(order) - own
	if own == 0 || others == 0 {
		return nil, math.NaN()
	}
	points = [][2]float64{{0, 0}}
	hits, falses := 0, 0
	for at, i := range order {
		if in.has(i, k) {
			hits++
		} else {
			falses++
		}
		if at+1 < len(order) && cmp.Compare(value(order[at+1]), value(i)) == 0 {
			continue
		}
		points = append(points, [2]float64{float64(falses) / float64(others), float64(hits) / float64(own)})
	}
	return points, in.area(k, lists.Range(in.rows()))
}
