package metric

import (
	"math"
	"sort"

	"github.com/manyclass/bench/framework/base/lists"
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
	for i, top := range in.topClasses() {
		confidence = append(confidence, in.sureness(i))
		right = append(right, top == in.Truth.Class[i])
	}
	return confidence, right
}

// topClasses are the classes of the largest probability, of equal ones the first.
func (in Input) topClasses() []int {
	return lists.Map(lists.Range(in.rows()), func(i int) int {
		top, most := 0, math.Inf(-1)
		in.probabilities(i, func(class int, p float64, _ int) {
			if class >= 0 && (p > most || p == most && class < top) {
				top, most = class, p
			}
		})
		return top
	})
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
			sum += float64(float64(b.Rows) * math.Abs(b.Mean-b.Right))
		}
	}
	return sum / float64(rows)
}
