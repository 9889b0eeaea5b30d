package labeltree

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// vector is a vector of which only the entries that are not 0 are written, columns ascending.
type vector struct {
	columns []int32
	values  []float64
}

// rowOf is a row of a matrix.
func rowOf(x contract.Rows, i int) (v vector) {
	if x.Sparse != nil {
		v.columns, v.values = x.Sparse.Row(i)
		return v
	}
	for j, value := range x.Row(i) {
		if value != 0 {
			v.columns, v.values = append(v.columns, int32(j)), append(v.values, value)
		}
	}
	return v
}

// length is that of a vector.
func length(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += float64(v * v)
	}
	return math.Sqrt(sum)
}

// dot is the product with a vector of which all entries are written.
func (v vector) dot(full []float64) (sum float64) {
	for at, j := range v.columns {
		sum += float64(v.values[at] * full[j])
	}
	return sum
}

// adder sums vectors of some number of columns.
type adder struct {
	sum     []float64
	touched []int32 // columns, each once
	seen    []bool
}

func newAdder(columns int) *adder {
	return &adder{sum: make([]float64, columns), seen: make([]bool, columns)}
}

// add adds a vector whose entries are divided by a number.
func (a *adder) add(v vector, by float64) {
	for at, j := range v.columns {
		if !a.seen[j] {
			a.seen[j], a.touched = true, append(a.touched, j)
		}
		a.sum[j] += v.values[at] / by
	}
}

// direction returns the sum of what was added since the last time, scaled to length 1 unless it is 0.
func (a *adder) direction() (v vector) {
	slices.Sort(a.touched)
	for _, j := range a.touched {
		if a.sum[j] != 0 {
			v.columns, v.values = append(v.columns, j), append(v.values, a.sum[j])
		}
		a.sum[j], a.seen[j] = 0, false
	}
	a.touched = a.touched[:0]
	if by := length(v.values); by > 0 {
		for at := range v.values {
			v.values[at] /= by
		}
	}
	return v
}

// directions gives each of some labels, whose rows are given, the sum of these, each scaled to length 1, and scales the
// sum to length 1; a label without rows has 0.
func directions(x contract.Rows, rows [][]int32) []vector {
	lengths := make([]float64, x.Rows)
	for i := range lengths {
		if lengths[i] = length(rowOf(x, i).values); lengths[i] == 0 {
			lengths[i] = 1
		}
	}
	out, sum := make([]vector, len(rows)), newAdder(x.Cols)
	for label, list := range rows {
		for _, i := range list {
			sum.add(rowOf(x, int(i)), lengths[i])
		}
		out[label] = sum.direction()
	}
	return out
}
