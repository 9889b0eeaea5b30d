package encode

import (
	"errors"
	"fmt"
	"math"
	"slices"

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
func (e *encoder) checkUnpacked(t *data.Table) error {
	cols := t.Sparse.Cols
	size := float64(t.Rows) * float64(cols)
	if cols <= mostUnpacked && size <= MostDense {
		return nil
	}
	return fmt.Errorf("encoder type %s is shown sparse data (svmlight) as dense rows, of at most %d columns and %d GiB, and "+
		"these are %d rows of %d columns, %.1f GiB: take one_hot or none", e.kind.Name, mostUnpacked, MostDense*8>>30, t.Rows,
		cols, size*8/(1<<30))
}

// checkSparse refuses a choice of columns, and scalings that would fill the zeros
// of a sparse table.
func (e *encoder) checkSparse(t *data.Table) error {
	if e.parts != nil || e.Columns != nil {
		return errors.New("columns of sparse data (svmlight) have no names to choose them by: take an encoder without " +
			"columns, and not of type compose")
	}
	if e.kind.unpacks {
		return e.checkUnpacked(t)
	}
	if e.kind.number != nil || e.kind.whole != nil {
		return fmt.Errorf("encoder type %s does not take sparse data (svmlight): it would fill the zeros; take "+
			"one_hot or none",
			e.kind.Name)
	}
	if e.Numeric == "standard" || e.Numeric == "minmax" {
		return fmt.Errorf("numeric = %q would fill the zeros of sparse data; write numeric = \"maxabs\" (the default for "+
			"sparse data) or numeric = \"none\"", e.Numeric)
	}
	return nil
}

// fitSparse finds the scales of a sparse table: for maxabs, which is the
// default, the largest absolute value of each column in the training rows, 1
// where all are zero.
func (e *encoder) fitSparse(s *data.Sparse, rows []int) *Fitted {
	f := &Fitted{Columns: s.Columns(), Layout: "sparse", MostlyZero: true, Sparse: true}
	if e.Numeric == "none" {
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

// The bytes of a matrix in compressed form: of a value with its column, and of
// the place where a row begins.
const (
	bytesOfEntry = 8 + 4
	bytesOfRow   = 8
)

// Bytes implements Encoder. A matrix that is too large to be dense is taken for
// one in compressed form.
func (e *encoder) Bytes(t *data.Table, rows int) int64 {
	if s := t.Sparse; s != nil && e.kind.unpacks {
		return int64(rows) * int64(s.Cols) * 8 // a guess, and what the plugin is shown
	} else if s != nil {
		entries := float64(len(s.Data)) / float64(max(1, t.Rows))
		return int64(math.Ceil(entries*float64(rows)))*bytesOfEntry + int64(rows)*bytesOfRow
	}
	parts := []*encoder{e}
	if e.parts != nil {
		parts, _ = e.arrange(t)
	}
	width, nonzero := 0, 0
	for _, part := range parts {
		w, n := part.most(t)
		width, nonzero = width+w, nonzero+n
	}
	if float64(rows)*float64(width) > MostDense && 2*nonzero <= width {
		return int64(rows) * (int64(nonzero)*bytesOfEntry + bytesOfRow)
	}
	return int64(rows) * int64(width) * 8
}

// Refitted implements Encoder.
func (e *encoder) Refitted(t *data.Table) bool {
	_, categorical := t.Kinds()
	return categorical > 0 || t.Missing > 0 || e.kind.number != nil || e.kind.whole != nil ||
		slices.ContainsFunc(e.parts, func(part *encoder) bool { return part.Refitted(t) })
}

// most returns how many features an encoder makes of a table at most, and how
// many of them are not zero in a row.
func (e *encoder) most(t *data.Table) (width, nonzero int) {
	width, nonzero = e.mostOfColumns(t)
	if e.kind.whole == nil {
		return width, nonzero
	}
	if e.Components >= 1 {
		width = min(width, int(e.Components))
	}
	return width, width
}

// mostOfColumns is most before anything is made of the features together.
func (e *encoder) mostOfColumns(t *data.Table) (width, nonzero int) {
	columns, _ := e.selected(t)
	categorical := 0
	variables := []variable{}
	for _, i := range columns {
		if t.Columns[i].Kind == data.Categorical {
			categorical++
			variables = append(variables, newVariable(t, i))
		}
	}
	if e.Pairs {
		variables = append(variables, pairs(t, columns)...)
	}
	width = len(columns) - categorical
	nonzero = width
	if e.kind.mostOfNumber != nil {
		each, used := e.kind.mostOfNumber(e)
		width, nonzero = width*each, nonzero*used
	}
	if e.Indicator {
		width, nonzero = width+len(columns), nonzero+len(columns)
	}
	for _, v := range variables {
		each, used := e.kind.most(e, v, len(t.Target.Names))
		width, nonzero = width+each, nonzero+used
	}
	if e.kind.shared != nil {
		width += e.kind.shared(e)
	}
	return width, nonzero
}
