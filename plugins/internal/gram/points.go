package gram

import (
	"crypto/sha256"
	"encoding/binary"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// panel is the number of rows that are multiplied side by side, and chunk that of
// rows whose products are held at a time.
const (
	panel = 3 * kernel.Lanes
	chunk = 20 * panel
)

// Points are rows, dense or sparse, as a learner sees them, with their squares.
type Points struct {
	n, cols int
	dense   []float64 // n × cols; nil if sparse
	csr     *contract.CSR
	norms   []float64 // n, padded to a multiple of panel
}

// NewPoints returns the rows of a row set, shifted and scaled.
func NewPoints(f contract.Features, s contract.RowSet) *Points {
	p := &Points{n: contract.CountRows(s.Ranges), cols: f.Cols}
	if f.CSR != nil {
		p.csr = scaled(f, s)
	} else {
		p.dense = make([]float64, 0, p.n*p.cols)
		for _, r := range s.Ranges {
			p.dense = append(p.dense, f.Dense[r.Start*f.Cols:r.End*f.Cols]...)
		}
		for i := range p.n {
			s.Standardise(p.dense[i*p.cols : (i+1)*p.cols])
		}
	}
	p.square()
	return p
}

// scaled returns the rows of a row set in compressed form.
func scaled(f contract.Features, s contract.RowSet) *contract.CSR {
	out := &contract.CSR{Indptr: []int64{0}}
	for _, r := range s.Ranges {
		from, to := f.CSR.Indptr[r.Start], f.CSR.Indptr[r.End]
		shift := int64(len(out.Data)) - from
		out.Data = append(out.Data, f.CSR.Data[from:to]...)
		out.Indices = append(out.Indices, f.CSR.Indices[from:to]...)
		for _, end := range f.CSR.Indptr[r.Start+1 : r.End+1] {
			out.Indptr = append(out.Indptr, end+shift)
		}
	}
	if s.Scale != nil {
		for at, j := range out.Indices {
			out.Data[at] /= s.Scale[j]
		}
	}
	return out
}

// Subset returns some of the points.
func (p *Points) Subset(rows []int32) *Points {
	out := &Points{n: len(rows), cols: p.cols}
	if p.csr != nil {
		out.csr = &contract.CSR{Indptr: []int64{0}}
		for _, i := range rows {
			out.csr.AppendRow(p.csr.Row(int(i)))
		}
	} else {
		out.dense = make([]float64, 0, out.n*out.cols)
		for _, i := range rows {
			out.dense = append(out.dense, p.row(int(i))...)
		}
	}
	out.norms = make([]float64, padded(out.n))
	for at, i := range rows {
		out.norms[at] = p.norms[i]
	}
	return out
}

// Digest is the same for the same points alone.
func (p *Points) Digest() [sha256.Size]byte {
	hash := sha256.New()
	var line []byte
	sparse := uint64(0)
	if p.csr != nil {
		sparse = 1
	}
	for _, v := range []uint64{uint64(p.n), uint64(p.cols), sparse} {
		line = binary.LittleEndian.AppendUint64(line, v)
	}
	hash.Write(line)
	for i := range p.n {
		line = line[:0]
		if p.csr != nil {
			indices, data := p.csr.Row(i)
			line = binary.LittleEndian.AppendUint64(line, uint64(len(data)))
			for _, j := range indices {
				line = binary.LittleEndian.AppendUint32(line, uint32(j))
			}
		}
		for _, v := range p.stored(i) {
			line = binary.LittleEndian.AppendUint64(line, math.Float64bits(v))
		}
		hash.Write(line)
	}
	return [sha256.Size]byte(hash.Sum(nil))
}

// Len returns the number of points.
func (p *Points) Len() int { return p.n }

// padded returns n padded to whole panels.
func padded(n int) int { return (n + panel - 1) / panel * panel }

// row returns a dense row.
func (p *Points) row(i int) []float64 { return p.dense[i*p.cols : (i+1)*p.cols] }

// stored returns the values of a row that are stored.
func (p *Points) stored(i int) []float64 {
	if p.csr != nil {
		_, values := p.csr.Row(i)
		return values
	}
	return p.row(i)
}

// square computes the squares of the rows.
func (p *Points) square() {
	p.norms = make([]float64, padded(p.n))
	for i := range p.n {
		p.norms[i] = squareOf(p.stored(i))
	}
}

// squareOf is the product of a row with itself, as the products of rows are computed.
func squareOf(row []float64) float64 {
	sum := 0.0
	for _, v := range row {
		sum = math.FMA(v, v, sum)
	}
	return sum
}
