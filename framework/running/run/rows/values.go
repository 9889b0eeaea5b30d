package rows

import (
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Values are rows of inputs, dense or, if indptr is set, in compressed form
// without explicit zeros.
type Values struct {
	cols    int
	values  []float64
	indices []int32
	indptr  []int64
}

func (v Values) count() int {
	if v.indptr == nil {
		return len(v.values) / v.cols
	}
	return len(v.indptr) - 1
}

// write writes the rows for plugins. The names of the files begin with a word.
func (v Values) write(files *sealed.Folder, name string) (f service.Features, err error) {
	f = service.Features{Rows: v.count(), Cols: v.cols}
	if v.indptr == nil {
		f.Dense, err = Write(files, name+".npy", f.Rows, f.Cols, v.values)
		return f, err
	}
	f.Data, f.Indices, f.Indptr, err = sparseInput(files, name, f.Rows, len(v.values), func(x *matrix.CSR) error {
		copy(x.Data, v.values)
		copy(x.Indices, v.indices)
		copy(x.Indptr, v.indptr)
		return nil
	})
	return f, err
}

// appendDense appends the columns of a row of some matrix to a row that is being
// made, from a column on. The compressed form has no zeros.
func (v *Values) appendDense(row []float64, column int) {
	if v.indptr == nil {
		v.values = append(v.values, row...)
		return
	}
	for j, x := range row {
		if x != 0 {
			v.values, v.indices = append(v.values, x), append(v.indices, int32(column+j))
		}
	}
}

// appendSparse is appendDense for a row in compressed form.
func (v *Values) appendSparse(m *matrix.CSR, row, column int) {
	start, end := m.Indptr[row], m.Indptr[row+1]
	v.values = append(v.values, m.Data[start:end]...)
	for _, j := range m.Indices[start:end] {
		v.indices = append(v.indices, j+int32(column))
	}
}

// endRow ends a row that has been made.
func (v *Values) endRow() {
	if v.indptr != nil {
		v.indptr = append(v.indptr, int64(len(v.values)))
	}
}

// Earlier is what earlier stages make of rows, by the input that it is.
type Earlier map[contract.Input]contract.Matrix
