package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// The layout of predictions, little-endian: rows, classes and flags as uint32;
// row ids as uint64; truth and predictions as uint32; scores, and probabilities
// if flagged, as float64. Those of multi-label cells, which are flagged, count
// labels instead of classes and have a byte of truth for each row and label, then
// a byte of prediction.
const (
	predictionsHeader = 12
	withProbabilities = 1
	ofLabels          = 2
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

// shape panics unless all slices fit.
func (p *Predictions) shape() shape {
	s := shape{rows: len(p.Rows), columns: p.K}
	cells := s.rows * s.columns
	fits := len(p.Scores) == cells
	if p.Probabilities != nil {
		s.flags |= withProbabilities
		fits = fits && len(p.Probabilities) == cells
	}
	if p.MultiLabel {
		s.flags |= ofLabels
		fits = fits && p.K > 0 && len(p.Truth.Y) == cells && len(p.Predicted.Y) == cells &&
			len(p.Truth.Class)+len(p.Predicted.Class) == 0
	} else {
		fits = fits && len(p.Truth.Class) == s.rows && len(p.Predicted.Class) == s.rows &&
			len(p.Truth.Y)+len(p.Predicted.Y) == 0
	}
	if !fits {
		panic(fmt.Sprintf("store: predictions of %d rows and %d columns have other shapes inside", s.rows, s.columns))
	}
	return s
}

func encodePredictions(p *Predictions) []byte {
	s := p.shape()
	le := binary.LittleEndian
	b := make([]byte, 0, s.size())
	for _, n := range []int{s.rows, s.columns, s.flags} {
		b = le.AppendUint32(b, uint32(n))
	}
	for _, row := range p.Rows {
		b = le.AppendUint64(b, uint64(row))
	}
	for _, classes := range [][]int{p.Truth.Class, p.Predicted.Class} {
		for _, k := range classes {
			b = le.AppendUint32(b, uint32(k))
		}
	}
	for _, labels := range [][]int8{p.Truth.Y, p.Predicted.Y} {
		for _, y := range labels {
			b = append(b, byte(y))
		}
	}
	for _, values := range [][]float64{p.Scores, p.Probabilities} {
		for _, v := range values {
			b = le.AppendUint64(b, math.Float64bits(v))
		}
	}
	return b
}

func decodePredictions(b []byte) (Predictions, error) {
	var p Predictions
	if len(b) < predictionsHeader {
		return p, errors.New("predictions are cut off")
	}
	le := binary.LittleEndian
	s := shape{int(le.Uint32(b)), int(le.Uint32(b[4:])), int(le.Uint32(b[8:]))}
	if s.flags > withProbabilities|ofLabels || s.rows > len(b) || s.rows > 0 && s.columns > len(b) ||
		s.size() != len(b) || s.has(ofLabels) && s.columns == 0 {
		return p, fmt.Errorf("predictions of %d rows and %d columns, flags %d, do not take %d bytes", s.rows, s.columns,
			s.flags, len(b))
	}
	b = b[predictionsHeader:]
	p.Rows = make([]int, s.rows)
	for i := range p.Rows {
		p.Rows[i] = int(le.Uint64(b[8*i:]))
	}
	b = b[8*s.rows:]
	if s.has(ofLabels) {
		var err error
		if b, err = p.takeLabels(b, s); err != nil {
			return Predictions{}, err
		}
	} else {
		b = p.takeClasses(b, s)
	}
	p.Scores, b = takeFloats(b, s.rows*s.columns)
	if s.has(withProbabilities) {
		p.Probabilities, _ = takeFloats(b, s.rows*s.columns)
	}
	return p, nil
}

func (p *Predictions) takeClasses(b []byte, s shape) []byte {
	p.K, p.Truth.Class, p.Predicted.Class = s.columns, make([]int, s.rows), make([]int, s.rows)
	for _, into := range [][]int{p.Truth.Class, p.Predicted.Class} {
		for i := range into {
			into[i] = int(binary.LittleEndian.Uint32(b[4*i:]))
		}
		b = b[4*s.rows:]
	}
	return b
}

func (p *Predictions) takeLabels(b []byte, s shape) ([]byte, error) {
	cells := s.rows * s.columns
	p.K, p.MultiLabel, p.Truth.Y, p.Predicted.Y = s.columns, true, make([]int8, cells), make([]int8, cells)
	for _, into := range [][]int8{p.Truth.Y, p.Predicted.Y} {
		for i := range into {
			if b[i] > 1 {
				return nil, fmt.Errorf("predictions of labels hold a %d, which is neither 0 nor 1", b[i])
			}
			into[i] = int8(b[i])
		}
		b = b[cells:]
	}
	return b, nil
}

func takeFloats(b []byte, n int) ([]float64, []byte) {
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return out, b[8*n:]
}
