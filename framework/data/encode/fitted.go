package encode

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// Fitted is an encoder fitted to the training rows of one fold. Its methods make
// the features of rows that it was not fitted to: test rows, and rows of other
// tables with the same columns. For those that it was fitted to there is
// [Fitted.Training].
type Fitted struct {
	// Columns names the features, in the order of the matrix: a numeric column
	// keeps its name, an indicator is called "col=value". Callers must not write
	// to it; folds may share it.
	Columns []contract.Column
	// Layout identifies everything that Fill depends on but the table: two
	// Fitted of one table with the same Layout fill in the same bytes, each row
	// by the transform of its part.
	Layout string
	// Shift and Scale, one per feature, are what a learner applies to the
	// filled matrix: (x − Shift) / Scale. Indicators have 0 and 1. Both are nil
	// if that changes nothing.
	Shift, Scale []float64
	// MostlyZero reports that at most half of the entries are not zero.
	MostlyZero bool
	// Sparse reports that the compressed form of the matrix is worth it: it is
	// mostly zero, and either the table is sparse or the matrix would take more
	// than 64 MiB. No column is then shifted; numbers of a table that is not
	// sparse are scaled when they are filled in.
	Sparse bool

	sources []source
	plugins []Plugin // asked by the sources of plugins' encoders, by their numbers
}

// Transform makes the features of rows of a table, without shift and scale. A
// category that no training row has is an error with unseen = "error".
type Transform interface {
	// Fill writes the features of rows to out, row-major len(rows) ×
	// len(Columns). It panics if out has another length.
	Fill(t *data.Table, rows []int, out []float64) error
	// Indptr returns where each of the rows begins in the compressed form of
	// the matrix, and where the last one ends: len(rows)+1 numbers. Entries of
	// zero are not part of it.
	Indptr(t *data.Table, rows []int) ([]int64, error)
	// FillCSR writes the features of rows in compressed form. out.Indptr is
	// what Indptr returned for the same rows, or that with one number added to
	// all; out.Data and out.Indices have room for as many values as it says,
	// and FillCSR panics otherwise.
	FillCSR(t *data.Table, rows []int, out contract.CSR) error
}

// Plugin asks a plugin for what its encoder does.
type Plugin interface {
	// Fit shows the encoder training rows of a table. Equal seeds and rows are equal fits.
	Fit(t *data.Table, rows []int, seed uint64) (Learnt, error)
	// Transform returns the features of rows of a table with the same columns, row-major.
	Transform(l Learnt, t *data.Table, rows []int) ([]float64, error)
	// Blame makes an error about several fits one that names the plugin.
	Blame(err error) error
}

// Learnt is what an encoder of a plugin has learnt, and the features that it makes.
type Learnt struct {
	State   []byte
	Columns []contract.Column
}

// Asking is the fitted encoder that asks other plugins: another worker has other processes
// of the plugins. There is one for each part that a plugin offers, in the order of the
// parts. Bench's own encoders do not ask any.
func (f *Fitted) Asking(plugins []Plugin) *Fitted {
	if len(plugins) == 0 {
		return f
	}
	other := *f
	other.plugins = plugins
	return &other
}

// together is a source that makes the features of many rows at once.
type together interface {
	over(plugins []Plugin, v view, rows []int) (source, error)
}

// over returns the encoder for some rows of a view: what is made of many rows at once is
// made of these.
func (f *Fitted) over(v view, rows []int) (*Fitted, error) {
	if f.plugins == nil {
		return f, nil
	}
	other := *f
	other.sources = slices.Clone(f.sources)
	for i, s := range f.sources {
		if many, ok := s.(together); ok {
			made, err := many.over(f.plugins, v, rows)
			if err != nil {
				return nil, err
			}
			other.sources[i] = made
		}
	}
	return &other, nil
}

// Fill implements Transform for rows that the encoder was not fitted to.
func (f *Fitted) Fill(t *data.Table, rows []int, out []float64) error {
	return f.fill(view{table: t}, rows, out)
}

// Indptr implements Transform for rows that the encoder was not fitted to.
func (f *Fitted) Indptr(t *data.Table, rows []int) ([]int64, error) {
	return f.indptr(view{table: t}, rows)
}

// FillCSR implements Transform for rows that the encoder was not fitted to.
func (f *Fitted) FillCSR(t *data.Table, rows []int, out contract.CSR) error {
	return f.fillCSR(view{table: t}, rows, out)
}

// Training is the Transform of the rows that an encoder was fitted to, in the
// table that it was fitted to. Other rows panic where it matters.
func (f *Fitted) Training() Transform { return training{f} }

type training struct{ fitted *Fitted }

func (tr training) Fill(t *data.Table, rows []int, out []float64) error {
	return tr.fitted.fill(view{t, true}, rows, out)
}

func (tr training) Indptr(t *data.Table, rows []int) ([]int64, error) {
	return tr.fitted.indptr(view{t, true}, rows)
}

func (tr training) FillCSR(t *data.Table, rows []int, out contract.CSR) error {
	return tr.fitted.fillCSR(view{t, true}, rows, out)
}

func (f *Fitted) fill(v view, rows []int, out []float64) error {
	width := len(f.Columns)
	if len(out) != len(rows)*width {
		panic(fmt.Sprintf("encode: %d values for %d rows of %d features", len(out), len(rows), width))
	}
	if f.copies(v.table) {
		fillDense(v.table.Sparse, rows, out)
		return nil
	}
	f, err := f.over(v, rows)
	if err != nil {
		return err
	}
	// In the order of their ids, so that columns are read from end to end, and as
	// many at a time as stay in a cache.
	if slices.IsSorted(rows) {
		return f.fillSorted(v, rows, out)
	}
	order := lists.Range(len(rows))
	slices.SortFunc(order, func(i, j int) int { return rows[i] - rows[j] })
	ids, part := make([]int, 0, fillRows), make([]float64, fillRows*width)
	for places := range slices.Chunk(order, fillRows) {
		ids = ids[:0]
		for _, i := range places {
			ids = append(ids, rows[i])
		}
		if err := f.fillSorted(v, ids, part[:len(ids)*width]); err != nil {
			return err
		}
		for at, i := range places {
			copy(out[i*width:(i+1)*width], part[at*width:(at+1)*width])
		}
	}
	return nil
}

// copies reports whether features are the columns of a sparse table as they are.
func (f *Fitted) copies(t *data.Table) bool { return t.Sparse != nil && f.plugins == nil }

// fillRows is the number of rows that are filled together.
const fillRows = 64

// fillSorted writes the features of rows in ascending order.
func (f *Fitted) fillSorted(v view, rows []int, out []float64) error {
	width := len(f.Columns)
	clear(out)
	for ids := range slices.Chunk(rows, fillRows) {
		for _, s := range f.sources {
			if err := fillSource(s, v, ids, out[:len(ids)*width], width); err != nil {
				return err
			}
		}
		out = out[len(ids)*width:]
	}
	return nil
}

// fillSource writes the features of one source to cleared rows.
func fillSource(s source, v view, rows []int, out []float64, width int) error {
	if column, ok := s.(filler); ok {
		column.fill(v.table, rows, out, width)
		return nil
	}
	start := 0
	write := func(feature int, value float64) { out[start+feature] = value }
	for _, row := range rows {
		if err := s.each(v, row, write); err != nil {
			return err
		}
		start += width
	}
	return nil
}

// each calls yield for the features of a row that are not zero, in order.
func (f *Fitted) each(v view, row int, yield func(feature int, value float64)) error {
	for _, s := range f.sources {
		if err := s.each(v, row, yield); err != nil {
			return err
		}
	}
	return nil
}

// Apply shifts and scales a filled matrix in place, as a learner does.
func (f *Fitted) Apply(x []float64) {
	if f.Shift == nil {
		return
	}
	width := len(f.Columns)
	for start := 0; start < len(x); start += width {
		row := x[start : start+width]
		for j := range row {
			row[j] = (row[j] - f.Shift[j]) / f.Scale[j]
		}
	}
}

// Standardised describes the matrix once Apply has been called on it.
func (f *Fitted) Standardised() *Fitted {
	out := *f
	out.Shift, out.Scale = nil, nil
	return &out
}

// shifted reports whether a column is shifted, which would fill its zeros.
func (f *Fitted) shifted() bool {
	return slices.ContainsFunc(f.Shift, func(v float64) bool { return v != 0 })
}

// dropIdentity drops a shift and scale that change nothing.
func (f *Fitted) dropIdentity() {
	for j := range f.Shift {
		if f.Shift[j] != 0 || f.Scale[j] != 1 {
			return
		}
	}
	f.Shift, f.Scale = nil, nil
}

// fillDense writes rows of a sparse table, row-major.
func fillDense(s *data.Sparse, rows []int, out []float64) {
	clear(out)
	for i, row := range rows {
		part := out[i*s.Cols : (i+1)*s.Cols]
		columns, values := s.Row(row)
		for at, j := range columns {
			part[j] = values[at]
		}
	}
}

func (f *Fitted) indptr(v view, rows []int) ([]int64, error) {
	f, err := f.over(v, rows)
	if err != nil {
		return nil, err
	}
	indptr := make([]int64, 1, len(rows)+1)
	total := int64(0)
	count := func(int, float64) { total++ }
	for _, row := range rows {
		if s := v.table.Sparse; f.copies(v.table) {
			total += s.Indptr[row+1] - s.Indptr[row]
		} else if err := f.each(v, row, count); err != nil {
			return nil, err
		}
		indptr = append(indptr, total)
	}
	return indptr, nil
}

func (f *Fitted) fillCSR(v view, rows []int, out contract.CSR) error {
	f, err := f.over(v, rows)
	if err != nil {
		return err
	}
	at := int64(0)
	write := func(feature int, value float64) {
		out.Data[at], out.Indices[at] = value, int32(feature)
		at++
	}
	for i, row := range rows {
		at = out.Indptr[i]
		if s := v.table.Sparse; f.copies(v.table) {
			columns, values := s.Row(row)
			copy(out.Data[at:out.Indptr[i+1]], values)
			copy(out.Indices[at:out.Indptr[i+1]], columns)
		} else if err := f.each(v, row, write); err != nil {
			return err
		}
	}
	return nil
}
