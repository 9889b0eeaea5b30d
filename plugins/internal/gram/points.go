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

// Points are rows as a learner sees them, with their squares.
type Points struct {
	x     contract.Rows
	norms []float64 // padded to a multiple of panel
}

// NewPoints returns the rows of a row set, shifted and scaled.
func NewPoints(f contract.Features, s contract.RowSet) *Points {
	p := &Points{x: f.Gather(s)}
	p.norms = make([]float64, padded(p.x.Rows))
	for i := range p.x.Rows {
		p.norms[i] = squareOf(p.x.Stored(i))
	}
	return p
}

// Subset returns some of the points.
func (p *Points) Subset(rows []int32) *Points {
	out := &Points{x: p.x.Subset(rows), norms: make([]float64, padded(len(rows)))}
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
	if p.x.Sparse != nil {
		sparse = 1
	}
	for _, v := range []uint64{uint64(p.x.Rows), uint64(p.x.Cols), sparse} {
		line = binary.LittleEndian.AppendUint64(line, v)
	}
	hash.Write(line)
	for i := range p.x.Rows {
		line = line[:0]
		if p.x.Sparse != nil {
			indices, data := p.x.Sparse.Row(i)
			line = binary.LittleEndian.AppendUint64(line, uint64(len(data)))
			for _, j := range indices {
				line = binary.LittleEndian.AppendUint32(line, uint32(j))
			}
		}
		for _, v := range p.x.Stored(i) {
			line = binary.LittleEndian.AppendUint64(line, math.Float64bits(v))
		}
		hash.Write(line)
	}
	return [sha256.Size]byte(hash.Sum(nil))
}

// Len returns the number of points.
func (p *Points) Len() int { return p.x.Rows }

// padded returns n padded to whole panels.
func padded(n int) int { return (n + panel - 1) / panel * panel }

// squareOf is the product of a row with itself, as the products of rows are computed.
func squareOf(row []float64) float64 {
	sum := 0.0
	for _, v := range row {
		sum = math.FMA(v, v, sum)
	}
	return sum
}
