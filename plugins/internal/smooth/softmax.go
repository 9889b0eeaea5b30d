package smooth

import (
	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// Softmax is the multinomial logistic objective of the classes that have rows,
//
//	J(W, b) = ½‖W‖² [+ ½‖b‖²] + Σ_i c_i·(log Σ_k exp(f_ik) − f_iy),  f_i = W·x_i + b,
//
// y being the class of row i (Bishop, "Pattern Recognition and Machine Learning",
// section 4.3.4). It is one function of Dim × Width variables: coefficient j of
// the k-th class with rows is number j·Width + k.
type Softmax struct {
	stripes
	Classes []int // the classes with rows, ascending
	Width   int   // their number, padded

	lane    []int     // of each class that has rows
	class   []float64 // weight of the losses of each class
	weights []float64 // of every row of the design without padding, or nil
	first   []int     // of each segment's rows, by start / kernel.Lanes
	*precond
}

// NewSoftmax returns the objective of the classes of a design. class holds the
// weights of the losses of each class, about the size of typical. weights, if
// there are any, multiply the losses of the design's rows, which are counted
// without padding. The preconditioner has the curvature of w = 0, where every class
// has the same probability.
func NewSoftmax(d *Design, typical float64, class, weights []float64, threads int) *Softmax {
	s := &Softmax{stripes: newStripes(d, threads), class: class, weights: weights, lane: make([]int, len(class)),
		first: make([]int, d.Rows/kernel.Lanes+1)}
	has := make([]bool, len(class))
	for _, segment := range d.Segments {
		if segment.End > segment.Start {
			has[segment.Class] = true
		}
		for at := segment.Start; at < segment.End; at += kernel.Lanes {
			s.first[at/kernel.Lanes] = segment.first + at - segment.Start
		}
	}
	for k, present := range has {
		if present {
			s.lane[k] = len(s.Classes)
			s.Classes = append(s.Classes, k)
		}
	}
	s.Width = kernel.Padded(len(s.Classes))
	k := float64(max(len(s.Classes), 2))
	s.precond = d.sampledPrecond(typical*(1-1/k)/k, threads)
	return s
}

// Size returns 1 and the number of variables.
func (s *Softmax) Size() (functions, variables int) { return 1, s.design.Dim * s.Width }

// Evaluate computes value and gradient.
func (s *Softmax) Evaluate(_ []int, x [][]float64, values []float64, gradients [][]float64) {
	sum := s.sum(x[0], s.Width, s.derive)
	copy(gradients[0], sum.gradient)
	square := 0.0
	for j, penalty := range s.design.Penalty {
		for k, at := 0, j*s.Width; k < s.Width; k, at = k+1, at+1 {
			square += float64(penalty * x[0][at] * x[0][at])
			gradients[0][at] += float64(penalty * x[0][at])
		}
	}
	values[0] = sum.losses[0] + float64(square/2)
}

// derive replaces the logits of rows by c·(probability − indicator).
func (s *Softmax) derive(p part, f, losses []float64) {
	classes, lane := len(s.Classes), s.lane[p.class]
	for i := range p.rows {
		row := f[i*s.Width : i*s.Width+classes]
		c, own := s.class[p.class], row[lane]
		if s.weights != nil {
			c *= s.weights[s.first[p.start/kernel.Lanes]+i]
		}
		losses[0] += float64(c * (Probabilities(row) - own))
		for k := range row {
			row[k] *= c
		}
		row[lane] -= c
	}
}

// Probabilities replaces logits by their softmax and returns the logarithm of the
// sum of their exponentials.
func Probabilities(logits []float64) float64 {
	most := logits[0]
	for _, v := range logits[1:] {
		if v > most {
			most = v
		}
	}
	total := 0.0
	for k, v := range logits {
		e := elementary.Exp(v - most)
		logits[k] = e
		total += e
	}
	scale := 1 / total
	for k := range logits {
		logits[k] *= scale
	}
	return most + elementary.Log(total)
}

// Precondition stores P⁻¹·g in dst, P being the same for every class.
func (s *Softmax) Precondition(_ int, dst, g []float64) {
	dim := s.design.Dim
	if s.inverse != nil {
		clear(dst)
		kernel.MulAdd(dim, s.Width, dim, s.inverse, dim, 1, g, s.Width, dst, s.Width)
		return
	}
	for j, v := range s.diagonal {
		for at := j * s.Width; at < (j+1)*s.Width; at++ {
			dst[at] = v * g[at]
		}
	}
}

// Rows returns the training rows in order; a target is the number of the class
// among those with rows.
func (s *Softmax) Rows() []Row {
	var rows []Row
	for _, segment := range s.design.Segments {
		for at := segment.Start; at < segment.End; at++ {
			r := Row{X: s.design.row(at), Target: float64(s.lane[segment.Class]), Weight: s.class[segment.Class]}
			if s.weights != nil {
				r.Weight *= s.weights[segment.first+at-segment.Start]
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// Penalty returns the weights of the squares of a class's variables in the
// penalty.
func (s *Softmax) Penalty() []float64 { return s.design.Penalty }
