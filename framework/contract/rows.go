package contract

import "slices"

// CountRows is the number of rows of some ranges.
func CountRows(ranges []Range) int {
	n := 0
	for _, r := range ranges {
		n += r.End - r.Start
	}
	return n
}

// Row returns the columns and values of row i that are stored.
func (c CSR) Row(i int) (columns []int32, values []float64) {
	from, to := c.Indptr[i], c.Indptr[i+1]
	return c.Indices[from:to], c.Data[from:to]
}

// AppendRow appends a row to a matrix whose Indptr begins with 0.
func (c *CSR) AppendRow(columns []int32, values []float64) {
	c.Indices, c.Data = append(c.Indices, columns...), append(c.Data, values...)
	c.Indptr = append(c.Indptr, int64(len(c.Data)))
}

// Values returns the values of row i that are stored.
func (f Features) Values(i int) []float64 {
	if f.CSR != nil {
		_, values := f.CSR.Row(i)
		return values
	}
	return f.Dense[i*f.Cols : (i+1)*f.Cols]
}

// Unpacked returns the rows with every value in its place.
func (m SparseMatrix) Unpacked() Matrix {
	out := Matrix{Rows: m.Rows, Cols: m.Cols, Data: make([]float64, m.Rows*m.Cols)}
	for i := range m.Rows {
		columns, values := m.Row(i)
		for at, j := range columns {
			out.Row(i)[j] = values[at]
		}
	}
	return out
}

// Each calls see with every row, with every value in its place. The row is good until see
// returns.
func (m SparseMatrix) Each(see func(i int, row []float64)) {
	row := make([]float64, m.Cols)
	for i := range m.Rows {
		columns, values := m.Row(i)
		for at, j := range columns {
			row[j] = values[at]
		}
		see(i, row)
		for _, j := range columns {
			row[j] = 0
		}
	}
}

// Compressed are rows in compressed form.
func Compressed(x SparseMatrix) Rows {
	return Rows{Matrix: Matrix{Rows: x.Rows, Cols: x.Cols}, Sparse: &x}
}

// Stored returns the values of row i that are stored.
func (r Rows) Stored(i int) []float64 {
	if r.Sparse == nil {
		return r.Row(i)
	}
	_, values := r.Sparse.Row(i)
	return values
}

// Subset returns a copy of some of the rows.
func (r Rows) Subset(numbers []int32) Rows {
	if r.Sparse == nil {
		out := Rows{Matrix: Matrix{Rows: len(numbers), Cols: r.Cols, Data: make([]float64, 0, len(numbers)*r.Cols)}}
		for _, i := range numbers {
			out.Data = append(out.Data, r.Row(int(i))...)
		}
		return out
	}
	out := SparseMatrix{Rows: len(numbers), Cols: r.Cols, CSR: CSR{Indptr: []int64{0}}}
	for _, i := range numbers {
		out.AppendRow(r.Sparse.Row(int(i)))
	}
	return Compressed(out)
}

// Gather copies the rows of a row set as a learner is to see them.
func (f Features) Gather(s RowSet) Rows {
	if f.CSR != nil {
		return Compressed(f.gatherSparse(s))
	}
	return Rows{Matrix: f.GatherInto(make([]float64, CountRows(s.Ranges)*f.Cols), s)}
}

// GatherInto is Gather of dense rows to values, of which there are as many.
func (f Features) GatherInto(values []float64, s RowSet) Matrix {
	out := Matrix{Rows: CountRows(s.Ranges), Cols: f.Cols, Data: values[:0]}
	for _, r := range s.Ranges {
		out.Data = append(out.Data, f.Dense[r.Start*f.Cols:r.End*f.Cols]...)
	}
	if s.Shift != nil || s.Scale != nil {
		for i := range out.Rows {
			s.Standardise(out.Row(i))
		}
	}
	return out
}

func (f Features) gatherSparse(s RowSet) SparseMatrix {
	m, total := f.CSR, int64(0)
	for _, r := range s.Ranges {
		total += m.Indptr[r.End] - m.Indptr[r.Start]
	}
	out := SparseMatrix{Rows: CountRows(s.Ranges), Cols: f.Cols}
	out.Data = make([]float64, 0, total)
	out.Indices = make([]int32, 0, total)
	out.Indptr = make([]int64, 1, out.Rows+1)
	for _, r := range s.Ranges {
		from, to := m.Indptr[r.Start], m.Indptr[r.End]
		moved := int64(len(out.Data)) - from
		out.Data = append(out.Data, m.Data[from:to]...)
		out.Indices = append(out.Indices, m.Indices[from:to]...)
		for _, end := range m.Indptr[r.Start+1 : r.End+1] {
			out.Indptr = append(out.Indptr, end+moved)
		}
	}
	if s.Scale != nil {
		for at, j := range out.Indices {
			out.Data[at] /= s.Scale[j]
		}
	}
	return out
}

// Borrow returns the rows of a row set as a learner is to see them, copied only if they
// have to be: where they are scaled, shifted or not consecutive.
func (f Features) Borrow(s RowSet) Rows {
	if s.Shift != nil || s.Scale != nil || len(s.Ranges) == 0 {
		return f.Gather(s)
	}
	for i, r := range s.Ranges[1:] {
		if r.Start != s.Ranges[i].End {
			return f.Gather(s)
		}
	}
	start, end := s.Ranges[0].Start, s.Ranges[len(s.Ranges)-1].End
	if f.CSR != nil {
		return Compressed(SparseMatrix{Rows: f.Rows, Cols: f.Cols, CSR: *f.CSR}.Part(start, end))
	}
	return Rows{Matrix: Matrix{Rows: end - start, Cols: f.Cols, Data: f.Dense[start*f.Cols : end*f.Cols]}}
}

// Part returns rows from … to−1.
func (m SparseMatrix) Part(from, to int) SparseMatrix {
	m.Rows, m.Indptr = to-from, m.Indptr[from:to+1]
	return m
}

// Standardise shifts and scales a row in place, as a learner is to see it.
func (s RowSet) Standardise(row []float64) {
	for j, v := range s.Shift {
		row[j] -= v
	}
	for j, v := range s.Scale {
		row[j] /= v
	}
}

// TargetOf returns the target of a row, given its class and its number in the row
// set; rows whose class a code column leaves out have 0.
func (p BatchProblem) TargetOf(class, number int) float64 {
	switch {
	case p.Target != nil:
		return p.Target[number]
	case p.Positives != nil:
		if _, positive := slices.BinarySearch(p.Positives, int32(number)); positive {
			return 1
		}
		return -1
	case p.Task == Binary:
		return float64(p.Column[class])
	}
	return float64(class)
}

// InFull returns the batch with a Target in place of each list of Positives.
func (b Batch) InFull() Batch {
	lists := func(p BatchProblem) bool { return p.Positives != nil }
	if !slices.ContainsFunc(b.Problems, lists) {
		return b
	}
	b.Problems = slices.Clone(b.Problems)
	for i, p := range b.Problems {
		if !lists(p) {
			continue
		}
		y := slices.Repeat([]float64{-1}, CountRows(b.RowSets[p.RowSet].Ranges))
		for _, row := range p.Positives {
			y[row] = 1
		}
		b.Problems[i].Target, b.Problems[i].Positives = y, nil
	}
	return b
}
