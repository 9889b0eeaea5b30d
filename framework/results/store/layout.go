package store

import (
	"bufio"
	"fmt"
)

// The layout of predictions, little-endian: rows, classes and flags as uint32;
// row ids as uint64; truth and predictions as uint32; scores, and probabilities
// if flagged, as float64. Those of multi-label cells, which are flagged, count
// labels instead of classes and have a byte of truth for each row and label, then
// a byte of prediction.
//
// Of those that have the best of each row alone, which are flagged too, see best.go.
const (
	predictionsHeader = 12
	withProbabilities = 1
	ofLabels          = 2
	ofBest            = 4
)

// shape is what the header of predictions says.
type shape struct{ rows, columns, flags int }

func (s shape) has(flag int) bool { return s.flags&flag != 0 }

// size is the number of bytes, header included.
func (s shape) size() int {
	cells := s.rows * s.columns
	size := predictionsHeader + 8*s.rows + 8*cells
	if s.has(withProbabilities) {
		size += 8 * cells
	}
	if s.has(ofLabels) {
		return size + 2*cells
	}
	return size + 8*s.rows
}

// piece is how many bytes of predictions are read or written at a time; a multiple of the
// size of each value.
const piece = 1 << 16

// readValues reads n values of some bytes each.
func readValues[T any](r *bufio.Reader, n, width int, value func([]byte) T) ([]T, error) {
	out := make([]T, 0, n)
	for len(out) < n {
		b, err := r.Peek(min(width*(n-len(out)), piece))
		if err != nil {
			return nil, fmt.Errorf("predictions are cut off: %w", err)
		}
		for at := 0; at < len(b); at += width {
			out = append(out, value(b[at:]))
		}
		_, _ = r.Discard(len(b)) // they were just looked at
	}
	return out, nil
}
