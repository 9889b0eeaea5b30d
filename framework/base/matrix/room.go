package matrix

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// piece is the number of bytes of a file that room is taken for at a time.
const piece = 1 << 20

// Laid is a matrix of which room is taken row by row: where rows are written in another
// order than theirs, the file takes up about as much as has been written.
type Laid struct {
	Mapped
	file  *os.File
	taken []bool // pieces of the file
}

// Lay is [Fill] without taking room. Rows are written where Row says.
func Lay(f *os.File, rows, cols int) (*Laid, error) {
	descr, _ := describe[float64]()
	head := format(descr, rows, cols)
	h, err := newLayout[float64](header{descr: descr, shape: []int{rows, cols}, offset: len(head)})
	if err != nil {
		return nil, fmt.Errorf("creating %s: %w", f.Name(), err)
	}
	size := h.offset + h.size
	if _, err := f.Write(head); err != nil {
		return nil, err
	}
	if err := f.Truncate(int64(size)); err != nil {
		return nil, fmt.Errorf("making %s %d bytes long: %w", f.Name(), size, err)
	}
	m, err := mapMatrix(f, h, unix.PROT_READ|unix.PROT_WRITE)
	if err != nil {
		return nil, err
	}
	return &Laid{Mapped: *m, file: f, taken: make([]bool, size/piece+1)}, nil
}

// Row takes the room for a row and returns it.
func (l *Laid) Row(i int) ([]float64, error) {
	header := len(l.mapping) - 8*len(l.Data)
	from, to := header+8*i*l.Cols, header+8*(i+1)*l.Cols
	for p := from / piece; p*piece < to; p++ {
		if l.taken[p] {
			continue
		}
		begin := p * piece
		if err := takeRoom(l.file, int64(begin), int64(min(piece, len(l.mapping)-begin))); err != nil {
			return nil, fmt.Errorf("reserving %d bytes for %s: %w", len(l.mapping), l.file.Name(), err)
		}
		l.taken[p] = true
	}
	return l.Data[i*l.Cols : (i+1)*l.Cols], nil
}
