package smooth

import (
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// Subset is one binary problem over the rows of few classes of a design, which
// stay in the cache: the decision values of 8 rows are computed side by side.
type Subset struct {
	design *Design
	loss   linear.Loss
	column Column
	used   []int     // numbers of the segments that are not left out
	weight []float64 // of every row of the design without padding, or nil
	f      []float64 // of the largest segment
	*precond
}

// NewSubset returns the objective of a problem; typical is as in NewColumns.
// weights, if there are any, multiply the losses of the design's rows, which are
// counted without padding.
func NewSubset(d *Design, l linear.Loss, typical float64, column Column, weights []float64) *Subset {
	s := &Subset{design: d, loss: l, column: column, weight: weights}
	most := 0
	for i, segment := range d.Segments {
		if column.Target[segment.Class] != 0 {
			s.used = append(s.used, i)
			most = max(most, kernel.Padded(segment.End-segment.Start))
		}
	}
	s.f = make([]float64, most)
	s.precond = d.ownPrecond(column, curvature(l)*typical)
	return s
}

// Size returns 1 and the number of variables.
func (s *Subset) Size() (functions, variables int) { return 1, s.design.Dim }

// Evaluate computes value and gradient.
func (s *Subset) Evaluate(_ []int, x [][]float64, values []float64, gradients [][]float64) {
	d := s.design
	var losses [kernel.Lanes]float64
	clear(gradients[0])
	for _, i := range s.used {
		segment := d.Segments[i]
		rows := kernel.Padded(segment.End - segment.Start)
		f := s.f[:rows]
		clear(f)
		kernel.RowMulAdd(rows, d.Dim, x[0], 1, d.parts[i].transpose(), rows, f)
		s.apply(segment, f, losses[:])
		kernel.RowMulAdd(d.Dim, segment.End-segment.Start, f, 1, d.X[segment.Start*d.Dim:], d.Dim, gradients[0])
	}
	sum := 0.0
	for _, v := range losses {
		sum += v
	}
	values[0] = sum + d.penalise(x[0], gradients[0])
}

// apply turns the decision values of a segment into derivatives: rows of 8, then
// those left over.
func (s *Subset) apply(segment Segment, f, losses []float64) {
	n := segment.End - segment.Start
	if s.weight != nil {
		s.applyWeighted(segment, f, losses)
		return
	}
	whole := n &^ (kernel.Lanes - 1)
	for at := 0; at < whole; at += tile * kernel.Lanes {
		s.fill(segment.Class, kernel.Lanes).apply(s.loss, min(tile, (whole-at)/kernel.Lanes), f[at:], kernel.Lanes, losses)
	}
	if n > whole {
		s.fill(segment.Class, n-whole).apply(s.loss, 1, f[whole:], kernel.Lanes, losses)
	}
}

// applyWeighted is apply where every row has a weight of its own.
func (s *Subset) applyWeighted(segment Segment, f, losses []float64) {
	weights := s.weight[segment.first : segment.first+segment.End-segment.Start]
	for at := 0; at < len(weights); at += kernel.Lanes {
		var l lanes
		for j, v := range weights[at:min(at+kernel.Lanes, len(weights))] {
			l.set(s.loss, j, float64(s.column.Target[segment.Class]), v*s.column.Weight[segment.Class])
		}
		l.apply(s.loss, 1, f[at:], kernel.Lanes, losses)
	}
}

func (s *Subset) fill(class, n int) *lanes {
	var l lanes
	for j := range n {
		l.set(s.loss, j, float64(s.column.Target[class]), s.column.Weight[class])
	}
	return &l
}

// Row is a training row of a problem.
type Row struct {
	X      []float64 // Dim features, standardised, with the constant and padding
	Target float64   // −1 or +1
	Weight float64   // of its loss
}

// Rows returns the rows of the problem in order.
func (s *Subset) Rows() []Row {
	var rows []Row
	for _, i := range s.used {
		segment := s.design.Segments[i]
		y, c := float64(s.column.Target[segment.Class]), s.column.Weight[segment.Class]
		for at := segment.Start; at < segment.End; at++ {
			r := Row{X: s.design.row(at), Target: y, Weight: c}
			if s.weight != nil {
				r.Weight *= s.weight[segment.first+at-segment.Start]
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// Penalty returns the weights of the squares of the variables in the penalty.
func (s *Subset) Penalty() []float64 { return s.design.Penalty }
