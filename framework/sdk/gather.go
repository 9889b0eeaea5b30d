package sdk

import "github.com/manyclass/bench/framework/contract"

// gather copies ranges of rows as a dense matrix and standardises the columns.
func gather(f contract.Features, ranges []contract.Range, shift, scale []float64) contract.Matrix {
	if f.CSR != nil {
		return gatherSparse(f, ranges, scale).Unpacked()
	}
	out := contract.Matrix{Rows: contract.CountRows(ranges), Cols: f.Cols}
	out.Data = make([]float64, 0, out.Rows*out.Cols)
	for _, r := range ranges {
		out.Data = append(out.Data, f.Dense[r.Start*f.Cols:r.End*f.Cols]...)
	}
	if shift == nil && scale == nil {
		return out
	}
	for i := range out.Rows {
		contract.RowSet{Shift: shift, Scale: scale}.Standardise(out.Row(i))
	}
	return out
}

// gatherSparse copies ranges of rows of a sparse matrix and scales the columns.
// One range without scales is not copied.
func gatherSparse(f contract.Features, ranges []contract.Range, scale []float64) contract.SparseMatrix {
	m := f.CSR
	out := contract.SparseMatrix{Rows: contract.CountRows(ranges), Cols: f.Cols}
	if len(ranges) == 1 && scale == nil {
		out.CSR = contract.CSR{Data: m.Data, Indices: m.Indices, Indptr: m.Indptr[ranges[0].Start : ranges[0].End+1]}
		return out
	}
	total := int64(0)
	for _, r := range ranges {
		total += m.Indptr[r.End] - m.Indptr[r.Start]
	}
	out.Data = make([]float64, 0, total)
	out.Indices = make([]int32, 0, total)
	out.Indptr = make([]int64, 1, out.Rows+1)
	for _, r := range ranges {
		moved := int64(len(out.Data)) - m.Indptr[r.Start]
		out.Data = append(out.Data, m.Data[m.Indptr[r.Start]:m.Indptr[r.End]]...)
		out.Indices = append(out.Indices, m.Indices[m.Indptr[r.Start]:m.Indptr[r.End]]...)
		for i := r.Start; i < r.End; i++ {
			out.Indptr = append(out.Indptr, m.Indptr[i+1]+moved)
		}
	}
	if scale != nil {
		for at, j := range out.Indices {
			out.Data[at] /= scale[j]
		}
	}
	return out
}
