package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// The layout of predictions, little-endian: rows, classes and a flag as
// uint32; row ids as uint64; truth and predictions as uint32; scores, and
// probabilities if flagged, as float64.
const predictionsHeader = 12

func encodePredictions(p *Predictions) []byte {
	n := len(p.Rows)
	if len(p.Truth) != n || len(p.Predicted) != n || len(p.Scores) != n*p.Classes ||
		(p.Probabilities != nil && len(p.Probabilities) != n*p.Classes) {
		panic(fmt.Sprintf("store: predictions of %d rows and %d classes have other shapes inside", n, p.Classes))
	}
	le := binary.LittleEndian
	b := make([]byte, 0, predictionsSize(n, p.Classes, p.Probabilities != nil))
	b = le.AppendUint32(b, uint32(n))
	b = le.AppendUint32(b, uint32(p.Classes))
	flag := uint32(0)
	if p.Probabilities != nil {
		flag = 1
	}
	b = le.AppendUint32(b, flag)
	for _, row := range p.Rows {
		b = le.AppendUint64(b, uint64(row))
	}
	for _, classes := range [][]int{p.Truth, p.Predicted} {
		for _, k := range classes {
			b = le.AppendUint32(b, uint32(k))
		}
	}
	for _, values := range [][]float64{p.Scores, p.Probabilities} {
		for _, v := range values {
			b = le.AppendUint64(b, math.Float64bits(v))
		}
	}
	return b
}

func predictionsSize(n, classes int, probabilities bool) int {
	size := predictionsHeader + 16*n + 8*n*classes
	if probabilities {
		size += 8 * n * classes
	}
	return size
}

func decodePredictions(b []byte) (Predictions, error) {
	var p Predictions
	if len(b) < predictionsHeader {
		return p, errors.New("predictions are cut off")
	}
	le := binary.LittleEndian
	n, classes, flag := int(le.Uint32(b)), int(le.Uint32(b[4:])), le.Uint32(b[8:])
	if flag > 1 || n*classes > len(b) || predictionsSize(n, classes, flag == 1) != len(b) {
		return p, fmt.Errorf("predictions of %d rows and %d classes do not take %d bytes", n, classes, len(b))
	}
	b = b[predictionsHeader:]
	p = Predictions{Classes: classes, Rows: make([]int, n), Truth: make([]int, n), Predicted: make([]int, n)}
	for i := range p.Rows {
		p.Rows[i] = int(le.Uint64(b[8*i:]))
	}
	b = b[8*n:]
	for _, into := range [][]int{p.Truth, p.Predicted} {
		for i := range into {
			into[i] = int(le.Uint32(b[4*i:]))
		}
		b = b[4*n:]
	}
	p.Scores, b = takeFloats(b, n*classes)
	if flag == 1 {
		p.Probabilities, _ = takeFloats(b, n*classes)
	}
	return p, nil
}

func takeFloats(b []byte, n int) ([]float64, []byte) {
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return out, b[8*n:]
}

// ReadPredictions reads predictions that a result names from a results folder
// and checks their digest.
func ReadPredictions(dir string, blob Blob) (Predictions, error) {
	b, err := readBlob(dir, blob)
	if err != nil {
		return Predictions{}, err
	}
	return decodePredictions(b)
}
