package session

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
)

// Spill is a file of the scores of test rows that a sink has taken, which are too many to
// be held: rows one after the other, 8 bytes a score.
type Spill struct {
	Problems []int // whose scores they are, by column
	file     *os.File
	folder   *sealed.Folder
	rows     int
}

// add appends the scores of rows.
func (p *Spill) add(all contract.Matrix) error {
	b := make([]byte, 0, 8*len(all.Data))
	for _, v := range all.Data {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	p.rows += all.Rows
	if _, err := p.file.Write(b); err != nil {
		return fault.Scratch(err)
	}
	return nil
}

// Columns reads the scores of some columns, from one to before another.
func (p *Spill) Columns(from, to int) ([][]float64, error) {
	columns := make([][]float64, to-from)
	b := make([]byte, 8*(to-from))
	for row := range p.rows {
		if _, err := p.file.ReadAt(b, 8*int64(row*len(p.Problems)+from)); err != nil {
			return nil, fault.Scratch(err)
		}
		for j := range columns {
			columns[j] = append(columns[j], math.Float64frombits(binary.LittleEndian.Uint64(b[8*j:])))
		}
	}
	return columns, nil
}

// newSpill begins a file in a folder of its own.
func newSpill(folder *sealed.Folder) (*Spill, error) {
	f, err := os.Create(filepath.Join(folder.Path, "scores"))
	if err != nil {
		folder.Close()
		return nil, fault.Scratch(err)
	}
	return &Spill{file: f, folder: folder}, nil
}

// close removes the file.
func (p *Spill) close() {
	if p != nil {
		p.file.Close()
		p.folder.Close()
	}
}
