package data

import (
	"errors"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/contract"
)

// settleValues is the number of values after which a builder looks whether they fill the memory.
const settleValues = 1 << 18

// SparseBuilder collects rows whose number is not known. If they would fill the memory, they go to files.
type SparseBuilder struct {
	data    mapped.Chunks[float64]
	indices mapped.Chunks[int32]
	indptr  mapped.Chunks[int64] // where each row ends
	settled int                  // values when the builder looked last
	Highest int                  // index; −1 before the first
}

// NewSparseBuilder returns a builder without rows.
func NewSparseBuilder() SparseBuilder { return SparseBuilder{Highest: -1} }

// Add appends a value to the row; zeros are left out.
func (b *SparseBuilder) Add(index int, value float64) {
	b.Highest = max(b.Highest, index)
	if value != 0 {
		b.data.Add(value)
		b.indices.Add(int32(index))
	}
}

// EndRow ends the row that is being added to. The error is that of writing a file.
func (b *SparseBuilder) EndRow() error {
	b.indptr.Add(int64(b.data.Len()))
	if b.data.Len()+b.indptr.Len()-b.settled < settleValues {
		return nil
	}
	b.settled = b.data.Len() + b.indptr.Len()
	if !mapped.Worth(b.Bytes()) {
		return nil
	}
	return errors.Join(b.data.Spill(), b.indices.Spill(), b.indptr.Spill())
}

// Features gives the rows to a table, and empties the builder: as sparse
// features, or as columns if more than half of the values are not zero or dense
// says so. The features are those of s, from its First on. The error is that of a file.
func (b *SparseBuilder) Features(t *Table, s *Sparse, dense bool) error {
	var errs [3]error
	s.Data, errs[0] = b.data.Join()
	s.Indices, errs[1] = b.indices.Join()
	s.Indptr, errs[2] = b.indptr.Join()
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	for i := range s.Indices {
		s.Indices[i] -= int32(s.First)
	}
	if dense || float64(len(s.Data)) > float64(t.Rows)*float64(s.Cols)/2 {
		unpack(t, s)
		return nil
	}
	s.Indptr = begun(s.Indptr)
	t.Sparse = s
	return nil
}

// begun puts a 0 before the ends of rows, and gives up the list.
func begun(ends []int64) []int64 {
	all := mapped.Make[int64](len(ends)+1, 2)
	copy(all[1:], ends)
	mapped.Free(ends)
	return all
}

// unpack fills dense columns with rows, of which s knows the ends, and gives up the rows.
func unpack(t *Table, s *Sparse) {
	names := s.Columns()
	t.Columns = make([]Column, s.Cols)
	for j := range t.Columns {
		values := mapped.Make[float64](t.Rows, s.Cols)
		t.Columns[j] = Column{Name: names[j].Name, Kind: Numeric, Values: values}
	}
	at := int64(0)
	for row, end := range s.Indptr {
		for ; at < end; at++ {
			t.Columns[s.Indices[at]].Values[row] = s.Data[at]
		}
	}
	mapped.Free(s.Data)
	mapped.Free(s.Indices)
	mapped.Free(s.Indptr)
	s.CSR = contract.CSR{}
}

// featureBytes are held of a feature of a sparse table.
const featureBytes = 64

// Bytes is what the rows take up so far.
func (b *SparseBuilder) Bytes() float64 {
	values, rows, features := float64(b.data.Len()), float64(b.indptr.Len()), float64(b.Highest+1)
	return float64(12*values) + float64(8*rows) + float64(featureBytes*features)
}
