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
