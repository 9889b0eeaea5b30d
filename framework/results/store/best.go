package store

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/target"
)

// The layout of predictions that have the best of each row alone, behind the row ids: truth, as
// uint32, or of labels as a list; the list of the best; their scores, and probabilities if flagged, as
// float64; how many of each row are predicted, as uint32; and the score of the others as float64. A
// list is the number of entries of each row as uint32, then the entries, as uint32.

// shapeOfBest is shape of predictions with the best of each row.
func (p *Predictions) shapeOfBest(s shape) shape {
	s.flags = ofBest
	truths, others := len(p.Truth.Class), p.Truth.Y.Rows()
	if p.Top.Probabilities != nil {
		s.flags |= withProbabilities
	}
	if p.MultiLabel {
		s.flags |= ofLabels
		truths, others = others, truths
	}
	if err := p.Top.Check(s.rows, s.columns, p.MultiLabel); err != nil || truths != s.rows || others != 0 ||
		p.Scores != nil || p.Probabilities != nil {
		panic(fmt.Sprintf("store: predictions of the best of %d rows have other shapes inside, %d truths: %v", s.rows,
			truths, err))
	}
	return s
}

// writeBest writes what comes behind the row ids.
func writeBest(w *bufio.Writer, p *Predictions) {
	le := binary.LittleEndian
	small := func(n int) { _, _ = w.Write(le.AppendUint32(w.AvailableBuffer(), uint32(n))) }
	float := func(v float64) { _, _ = w.Write(le.AppendUint64(w.AvailableBuffer(), math.Float64bits(v))) }
	list := func(l target.Labels) {
		for row := range l.Rows() {
			small(len(l.Row(row)))
		}
		for _, label := range l.Of {
			small(int(label))
		}
	}
	for _, class := range p.Truth.Class {
		small(class)
	}
	if p.MultiLabel {
		list(p.Truth.Y)
	}
	list(p.Top.Labels)
	for _, values := range [][]float64{p.Top.Scores, p.Top.Probabilities} {
		for _, v := range values {
			float(v)
		}
	}
	for _, n := range p.Top.Predicted {
		small(int(n))
	}
	float(p.Top.Others)
}

// bestReader reads what writeBest wrote, and stops at the first error. It takes no more room than the
// bytes that are left say.
type bestReader struct {
	r    *bufio.Reader
	left int64
	err  error
}

// readBest reads predictions with the best of each row, whose header says their shape.
func readBest(from *bufio.Reader, s shape, length int64) (p Predictions, err error) {
	if s.flags > withProbabilities|ofLabels|ofBest || s.columns == 0 {
		return p, fmt.Errorf("predictions of the best of %d columns have flags %d", s.columns, s.flags)
	}
	in := &bestReader{r: from, left: length - predictionsHeader}
	p.K, p.MultiLabel = s.columns, s.has(ofLabels)
	p.Rows = taken(in, s.rows, 8, func(b []byte) int { return int(binary.LittleEndian.Uint64(b)) })
	if p.MultiLabel {
		p.Truth.Y = in.list(s.rows)
	} else {
		p.Truth.Class = taken(in, s.rows, 4, func(b []byte) int { return int(binary.LittleEndian.Uint32(b)) })
	}
	p.Top = &target.Top{Labels: in.list(s.rows)}
	p.Top.Scores = in.floats(len(p.Top.Of))
	if s.has(withProbabilities) {
		p.Top.Probabilities = in.floats(len(p.Top.Of))
	}
	p.Top.Predicted = in.numbers(s.rows)
	if others := in.floats(1); in.err == nil {
		p.Top.Others = others[0]
	}
	if in.err == nil && in.left != 0 {
		in.err = fmt.Errorf("%d bytes follow the predictions", in.left)
	}
	if in.err == nil {
		in.err = p.Truth.Y.Check(s.columns)
	}
	if in.err == nil {
		in.err = p.Top.Check(s.rows, s.columns, p.MultiLabel)
	}
	if in.err != nil {
		return Predictions{}, fmt.Errorf("predictions of the best of each row: %w", in.err)
	}
	p.Predicted = p.Top.Chosen(p.MultiLabel)
	return p, nil
}

// list reads a list of some rows.
func (in *bestReader) list(rows int) (l target.Labels) {
	end := 0
	for _, n := range in.numbers(rows) {
		if end += int(n); n < 0 || int64(end) > in.left {
			in.err = errors.New("they are cut off")
			return target.Labels{}
		}
		l.Ends = append(l.Ends, end)
	}
	l.Of = in.numbers(end)
	return l
}

func (in *bestReader) numbers(n int) []int32 {
	return taken(in, n, 4, func(b []byte) int32 { return int32(binary.LittleEndian.Uint32(b)) })
}

func (in *bestReader) floats(n int) []float64 {
	return taken(in, n, 8, func(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) })
}

// taken reads n values of some bytes each.
func taken[T any](in *bestReader, n, width int, value func([]byte) T) []T {
	if in.err == nil && int64(n) > in.left/int64(width) {
		in.err = errors.New("they are cut off")
	}
	if in.err != nil {
		return nil
	}
	var list []T
	list, in.err = readValues(in.r, n, width, value)
	in.left -= int64(n) * int64(width)
	return list
}
