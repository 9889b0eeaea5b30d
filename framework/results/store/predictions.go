package store

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/target"
)

// shape panics unless all slices fit.
func (p *Predictions) shape() shape {
	s := shape{rows: len(p.Rows), columns: p.K}
	if p.Top != nil {
		return p.shapeOfBest(s)
	}
	cells := s.rows * s.columns
	fits := len(p.Scores) == cells
	if p.Probabilities != nil {
		s.flags |= withProbabilities
		fits = fits && len(p.Probabilities) == cells
	}
	if p.MultiLabel {
		s.flags |= ofLabels
		fits = fits && p.K > 0 && p.Truth.Y.Rows() == s.rows && p.Predicted.Y.Rows() == s.rows &&
			len(p.Truth.Class)+len(p.Predicted.Class) == 0
	} else {
		fits = fits && len(p.Truth.Class) == s.rows && len(p.Predicted.Class) == s.rows &&
			p.Truth.Y.Rows()+p.Predicted.Y.Rows() == 0
	}
	if !fits {
		panic(fmt.Sprintf("store: predictions of %d rows and %d columns have other shapes inside", s.rows, s.columns))
	}
	return s
}

// writePredictions writes them value by value: those of many labels are as large as what
// else there is in memory.
func writePredictions(to io.Writer, p *Predictions) error {
	s, w, le := p.shape(), bufio.NewWriterSize(to, piece), binary.LittleEndian
	write := func(b []byte) { _, _ = w.Write(b) } // Flush returns the error
	for _, n := range []int{s.rows, s.columns, s.flags} {
		write(le.AppendUint32(w.AvailableBuffer(), uint32(n)))
	}
	for _, row := range p.Rows {
		write(le.AppendUint64(w.AvailableBuffer(), uint64(row)))
	}
	if p.Top != nil {
		writeBest(w, p)
		return w.Flush()
	}
	for _, classes := range [][]int{p.Truth.Class, p.Predicted.Class} {
		for _, k := range classes {
			write(le.AppendUint32(w.AvailableBuffer(), uint32(k)))
		}
	}
	for _, labels := range []target.Labels{p.Truth.Y, p.Predicted.Y} {
		for row := range labels.Rows() {
			for _, y := range labels.Dense(row, s.columns) {
				_ = w.WriteByte(byte(y))
			}
		}
	}
	for _, values := range [][]float64{p.Scores, p.Probabilities} {
		for _, v := range values {
			write(le.AppendUint64(w.AvailableBuffer(), math.Float64bits(v)))
		}
	}
	return w.Flush()
}

// readPredictions reads what writePredictions wrote, of some bytes.
func readPredictions(from io.Reader, length int64) (p Predictions, err error) {
	r, le := bufio.NewReaderSize(from, piece), binary.LittleEndian
	header := make([]byte, predictionsHeader)
	if _, err := io.ReadFull(r, header); err != nil {
		return p, errors.New("predictions are cut off")
	}
	s := shape{int(le.Uint32(header)), int(le.Uint32(header[4:])), int(le.Uint32(header[8:]))}
	if s.has(ofBest) {
		return readBest(r, s, length)
	}
	if s.flags > withProbabilities|ofLabels || int64(s.rows) > length ||
		s.rows > 0 && int64(s.columns) > length/int64(s.rows) || int64(s.size()) != length ||
		s.has(ofLabels) && s.columns == 0 {
		return p, fmt.Errorf("predictions of %d rows and %d columns, flags %d, do not take %d bytes", s.rows, s.columns,
			s.flags, length)
	}
	cells := s.rows * s.columns
	p.K, p.MultiLabel = s.columns, s.has(ofLabels)
	if p.Rows, err = readValues(r, s.rows, 8, func(b []byte) int { return int(le.Uint64(b)) }); err != nil {
		return Predictions{}, err
	}
	for _, into := range []*target.Rows{&p.Truth, &p.Predicted} {
		if p.MultiLabel {
			into.Y, err = readLabels(r, s.rows, s.columns)
		} else {
			into.Class, err = readValues(r, s.rows, 4, func(b []byte) int { return int(le.Uint32(b)) })
		}
		if err != nil {
			return Predictions{}, err
		}
	}
	float := func(b []byte) float64 { return math.Float64frombits(le.Uint64(b)) }
	if p.Scores, err = readValues(r, cells, 8, float); err == nil && s.has(withProbabilities) {
		p.Probabilities, err = readValues(r, cells, 8, float)
	}
	if err != nil {
		return Predictions{}, err
	}
	return p, nil
}

// readLabels reads rows of k bytes that are 0 or 1.
func readLabels(r *bufio.Reader, rows, k int) (labels target.Labels, err error) {
	for range rows {
		y, err := readValues(r, k, 1, func(b []byte) int8 { return int8(b[0]) })
		if err != nil {
			return target.Labels{}, err
		}
		if at := slices.IndexFunc(y, func(y int8) bool { return y != 0 && y != 1 }); at >= 0 {
			return target.Labels{}, fmt.Errorf("predictions of labels hold a %d, which is neither 0 nor 1", byte(y[at]))
		}
		labels.AddDense(y)
	}
	return labels, nil
}
