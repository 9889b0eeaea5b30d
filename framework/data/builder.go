package data

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// ChunkSize is the number of values that a builder takes room for at a time.
const ChunkSize = 1 << 18

// SparseBuilder collects rows whose number is not known. It holds them in chunks,
// so that no more than twice the final size is in use.
type SparseBuilder struct {
	data    [][]float64
	indices [][]int32
	indptr  []int64
	count   int64
	Highest int // index; −1 before the first
}

// NewSparseBuilder returns a builder without rows.
func NewSparseBuilder() SparseBuilder { return SparseBuilder{indptr: []int64{0}, Highest: -1} }

// Add appends a value to the row; zeros are left out.
func (b *SparseBuilder) Add(index int, value float64) {
	b.Highest = max(b.Highest, index)
	if value == 0 {
		return
	}
	last := len(b.data) - 1
	if last < 0 || len(b.data[last]) == ChunkSize {
		b.data = append(b.data, make([]float64, 0, ChunkSize))
		b.indices = append(b.indices, make([]int32, 0, ChunkSize))
		last++
	}
	b.data[last] = append(b.data[last], value)
	b.indices[last] = append(b.indices[last], int32(index))
	b.count++
}

// EndRow ends the row that is being added to.
func (b *SparseBuilder) EndRow() { b.indptr = append(b.indptr, b.count) }

// Features gives the rows to a table, and empties the builder: as sparse
// features, or as columns if more than half of the values are not zero or dense
// says so. The features are those of s, from its First on.
func (b *SparseBuilder) Features(t *Table, s *Sparse, dense bool) {
	if dense || float64(b.count) > float64(t.Rows)*float64(s.Cols)/2 {
		b.columns(t, s)
		return
	}
	s.CSR = contract.CSR{Indptr: slices.Clip(b.indptr)}
	s.Data = make([]float64, 0, b.count)
	for i, chunk := range b.data {
		s.Data = append(s.Data, chunk...)
		b.data[i] = nil
	}
	s.Indices = make([]int32, 0, b.count)
	for i, chunk := range b.indices {
		for _, index := range chunk {
			s.Indices = append(s.Indices, index-int32(s.First))
		}
		b.indices[i] = nil
	}
	t.Sparse = s
}

// columns fills dense columns.
func (b *SparseBuilder) columns(t *Table, s *Sparse) {
	names := s.Columns()
	t.Columns = make([]Column, s.Cols)
	for j := range t.Columns {
		t.Columns[j] = Column{Name: names[j].Name, Kind: Numeric, Values: make([]float64, t.Rows)}
	}
	row, at := 0, int64(0)
	for i, chunk := range b.data {
		for k, value := range chunk {
			for at == b.indptr[row+1] {
				row++
			}
			t.Columns[int(b.indices[i][k])-s.First].Values[row] = value
			at++
		}
		b.data[i], b.indices[i] = nil, nil
	}
}

// featureBytes are held of a feature of a sparse table.
const featureBytes = 64

// Bytes is what the rows take up so far.
func (b *SparseBuilder) Bytes() float64 {
	return float64(12*float64(b.count)) + float64(8*float64(len(b.indptr))) + float64(featureBytes*float64(b.Highest+1))
}
