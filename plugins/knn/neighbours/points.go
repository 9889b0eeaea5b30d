package neighbours

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// stored returns the columns and values that are stored of a row, or those of a dense row
// that are not 0.
func stored(x contract.Rows, i int) (columns []int32, values []float64) {
	if x.Sparse != nil {
		return x.Sparse.Row(i)
	}
	for j, v := range x.Row(i) {
		if v != 0 {
			columns, values = append(columns, int32(j)), append(values, v)
		}
	}
	return columns, values
}

// part returns n rows from a first one on as dense ones.
func part(x contract.Rows, start, n int) contract.Matrix {
	if x.Sparse != nil {
		return x.Sparse.Part(start, start+n).Unpacked()
	}
	return contract.Matrix{Rows: n, Cols: x.Cols, Data: x.Data[start*x.Cols : (start+n)*x.Cols]}
}

// postings are the values of compressed training rows column by column, for a first
// estimate of distances.
type postings struct {
	starts  []int // of the columns, one more at the end
	rows    []int32
	values  []float64 // for Euclidean distances times −2
	norms   []float64 // of the rows: ‖z‖², for Manhattan distances Σ |z|
	largest float64   // of the norms
	longest int       // most values of a row
}

// term is what a difference in one column adds to a distance.
func term(squared bool, difference float64) float64 {
	if squared {
		return difference * difference
	}
	return math.Abs(difference)
}

// apart is the distance of two rows by the values that are stored. It has the same bits as
// that of the rows in dense form, since columns in which both are 0 add nothing, and the
// others are added up in the same order.
func apart(squared bool, columns []int32, values []float64, others []int32, of []float64) (sum float64) {
	at := 0
	for k, j := range others {
		for ; at < len(columns) && columns[at] < j; at++ {
			sum += term(squared, values[at])
		}
		v := 0.0
		if at < len(columns) && columns[at] == j {
			v = values[at]
			at++
		}
		sum += term(squared, v-of[k])
	}
	for ; at < len(columns); at++ {
		sum += term(squared, values[at])
	}
	return sum
}
