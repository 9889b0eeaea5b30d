package linear

import (
	"math"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

const (
	// widest bounds the outputs that are computed side by side on sparse rows, and
	// packedValues their weights: 128 MiB of float64, at least kernel.Lanes outputs.
	widest       = 16 * kernel.Lanes
	packedValues = 128 << 20 / 8
)

// scoreSparse writes the outputs on sparse rows, those that have weights of the same features
// together.
func (o outputs) scoreSparse(x contract.SparseMatrix, scores []float64) {
	o.check(x.Rows, scores)
	for first := 0; first < len(o.b); {
		last := first + 1
		for last < len(o.b) && o.support[last] == o.support[first] {
			last++
		}
		if last == first+1 {
			o.scoreOne(first, x, scores)
		} else {
			o.scoreAlike(first, last, x, scores)
		}
		first = last
	}
}

// scoreOne writes the scores of an output.
func (o outputs) scoreOne(k int, x contract.SparseMatrix, scores []float64) {
	w, support := o.w[k], o.support[k]
	for i := range x.Rows {
		columns, values := x.Row(i)
		f := o.b[k]
		for at, j := range columns {
			place, has := j, true
			if support != nil {
				place, has = support.place(j)
			}
			if has {
				f = math.FMA(values[at], w[place], f)
			}
		}
		scores[i*len(o.b)+k] = f
	}
}

// scoreAlike writes the scores of outputs first … last−1, which have weights of the same
// features. Where the rows have fewer values than there are of these, it packs the weights of
// those alone that have any.
func (o outputs) scoreAlike(first, last int, x contract.SparseMatrix, scores []float64) {
	some := o.part(first, last)
	if s := o.support[first]; s != nil {
		x, some.d = s.narrowed(x), s.Count()
	}
	taken := lists.Range(some.d)
	if x.Indptr[x.Rows]-x.Indptr[0] < int64(some.d) {
		used := SupportOf(x.CSR, []contract.Range{{End: x.Rows}}, some.d)
		x, taken = used.narrowed(x), used.columns()
	}
	step := sideBySide(len(taken))
	for from := 0; from < len(some.b); from += step {
		n := min(step, len(some.b)-from)
		width := kernel.Padded(n)
		w, b := some.part(from, from+n).pack(taken, width)
		f := make([]float64, width)
		for i := range x.Rows {
			columns, values := x.Row(i)
			copy(f, b)
			kernel.Gather(values, columns, w, width, f)
			copy(scores[i*len(o.b)+first+from:], f[:n])
		}
	}
}

// narrowed returns rows with the columns of the set alone.
func (s *Support) narrowed(x contract.SparseMatrix) contract.SparseMatrix {
	csr := s.Narrow(x.CSR, []contract.Range{{End: x.Rows}}, nil)
	return contract.SparseMatrix{Rows: x.Rows, Cols: s.Count(), CSR: csr}
}

// sideBySide returns how many outputs of d weights are computed together on sparse
// rows, a multiple of kernel.Lanes.
func sideBySide(d int) int {
	n := packedValues / max(d, 1) / kernel.Lanes * kernel.Lanes
	return min(max(n, kernel.Lanes), widest)
}
