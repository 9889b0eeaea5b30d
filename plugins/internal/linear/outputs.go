package linear

import (
	"fmt"
	"slices"
)

// outputs are affine functions of d features.
type outputs struct {
	d       int
	w       [][]float64 // the weights of each output
	b       []float64
	support []*Support // of the weights of each output; nil for all d
}

// part returns outputs from … to−1.
func (o outputs) part(from, to int) outputs {
	return outputs{o.d, o.w[from:to], o.b[from:to], o.support[from:to]}
}

// packTile is how many rows are packed at a time: their cache lines stay where they are
// while eight outputs fill them.
const packTile = 32

// pack returns the weights of some features as a matrix with an output a column, and the
// intercepts, both padded with zeros to width outputs.
func (o outputs) pack(features []int, width int) (w, b []float64) {
	w, b = make([]float64, len(features)*width), make([]float64, width)
	copy(b, o.b)
	for first := 0; first < len(features); first += packTile {
		tile := features[first:min(first+packTile, len(features))]
		for l, values := range o.w {
			for n, j := range tile {
				w[(first+n)*width+l] = values[j]
			}
		}
	}
	return w, b
}

// check panics unless there is a place for every score.
func (o outputs) check(rows int, scores []float64) {
	if len(scores) != rows*len(o.b) {
		panic(fmt.Sprintf("linear: %d outputs of %d rows into %d scores", len(o.b), rows, len(scores)))
	}
}

// inFull returns the outputs with a weight for every feature.
func (o outputs) inFull() outputs {
	full := outputs{d: o.d, b: o.b, w: slices.Clone(o.w), support: make([]*Support, len(o.b))}
	for k, s := range o.support {
		if s != nil {
			full.w[k] = make([]float64, o.d)
			for place, column := range s.columns() {
				full.w[k][column] = o.w[k][place]
			}
		}
	}
	return full
}
