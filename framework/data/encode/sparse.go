package encode

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/data"
)

// largeDense is the number of values from which on a matrix of indicators is
// worth compressing: 64 MiB of float64.
const largeDense = 64 << 20 / 8

// MostDense bounds a matrix that is mostly zeros, in values, where a learner
// takes it as a dense one only: 1 GiB of float64.
const MostDense = 1 << 30 / 8

// CheckDense refuses a matrix that is mostly zeros and too large to be dense.
func CheckDense(rows, cols int) error {
	size := float64(rows) * float64(cols)
	if size <= MostDense {
		return nil
	}
	return fmt.Errorf("%d rows of %d features, mostly zeros, would take %.1f GiB as a dense matrix, and the limit is "+
		"%d GiB: use a learner that takes sparse features, as all shipped ones do as they are by default (lda and qda of at "+
		"most 5000; not logreg with another penalty, solver or start, nor naive_bayes with kind = \"mixed\")", rows,
		cols, size*8/(1<<30), MostDense*8>>30)
}

// mostUnpacked bounds the columns of a sparse table whose rows are shown as dense ones, with
// the names of the columns.
const mostUnpacked = 1 << 17

// checkUnpacked refuses a sparse table that is too large to be shown as a dense one.
func checkUnpacked(name string, t *data.Table) error {
	cols := t.Sparse.Cols
	size := float64(t.Rows) * float64(cols)
	if cols <= mostUnpacked && size <= MostDense {
		return nil
	}
	return fmt.Errorf("encoder type %s is shown sparse data (svmlight) as dense rows, of at most %d columns and %d GiB, "+
		"and these are %d rows of %d columns, %.1f GiB: take one_hot or none", name, mostUnpacked, MostDense*8>>30, t.Rows,
		cols, size*8/(1<<30))
}

// fitSparse finds the scales of a sparse table: for maxabs, which is the
// default, the largest absolute value of each column in the training rows, 1
// where all are zero.
func fitSparse(s *data.Sparse, rows []int, numeric string) *Fitted {
	f := &Fitted{Columns: s.Columns(), Layout: "sparse", MostlyZero: true, Sparse: true}
	if numeric == "none" {
		return f
	}
	f.Shift, f.Scale = make([]float64, s.Cols), make([]float64, s.Cols)
	for _, row := range rows {
		columns, values := s.Row(row)
		for at, j := range columns {
			f.Scale[j] = max(f.Scale[j], math.Abs(values[at]))
		}
	}
	for j, scale := range f.Scale {
		if scale == 0 {
			f.Scale[j] = 1
		}
	}
	f.dropIdentity()
	return f
}
