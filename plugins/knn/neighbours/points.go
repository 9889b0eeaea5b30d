package neighbours

import "github.com/manyclass/bench/framework/contract"

// points are rows, dense or in compressed form.
type points struct {
	contract.Matrix // of rows in compressed form, their numbers of rows and columns alone
	sparse          *contract.SparseMatrix
}

// compressed are points in compressed form.
func compressed(x contract.SparseMatrix) points {
	return points{contract.Matrix{Rows: x.Rows, Cols: x.Cols}, &x}
}

// stored returns the columns and values that are stored of a row, or those of a dense row
// that are not 0.
func (p points) stored(i int) (columns []int32, values []float64) {
	if p.sparse != nil {
		return p.sparse.Row(i)
	}
	for j, v := range p.Row(i) {
		if v != 0 {
			columns, values = append(columns, int32(j)), append(values, v)
		}
	}
	return columns, values
}

// part returns n rows from a first one on as dense ones.
func (p points) part(start, n int) contract.Matrix {
	if p.sparse != nil {
		return p.sparse.Part(start, start+n).Unpacked()
	}
	return contract.Matrix{Rows: n, Cols: p.Cols, Data: p.Data[start*p.Cols : (start+n)*p.Cols]}
}

// some returns a copy of some of the rows.
func (p points) some(rows []int32) points {
	if p.sparse == nil {
		out := points{Matrix: contract.Matrix{Rows: len(rows), Cols: p.Cols}}
		for _, i := range rows {
			out.Data = append(out.Data, p.Row(int(i))...)
		}
		return out
	}
	out := contract.SparseMatrix{Rows: len(rows), Cols: p.Cols, CSR: contract.CSR{Indptr: []int64{0}}}
	for _, i := range rows {
		out.AppendRow(p.stored(int(i)))
	}
	return compressed(out)
}
