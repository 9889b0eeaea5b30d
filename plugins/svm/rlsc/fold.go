package rlsc

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/cholesky"
	"github.com/manyclass/bench/plugins/internal/gram"
	"github.com/manyclass/bench/plugins/internal/labels"
	"github.com/manyclass/bench/plugins/internal/rowset"
)

// fold is the training rows with their kernel.
type fold struct {
	settings
	points  *gram.Points
	kernel  gram.Kernel
	threads int  // of the batch
	leaves  bool // models are asked for leave-one-out scores
}

func (s settings) fold(b contract.Batch, number int) (*fold, error) {
	f := &fold{settings: s, points: gram.NewPoints(b.Features, b.RowSets[number]), threads: max(b.Threads, 1),
		leaves: b.LeaveOneOut}
	var err error
	f.kernel, err = s.Of(f.points)
	return f, err
}

// targets returns the right sides of a problem.
func targets(p rowset.Problem) ([]column, error) {
	if p.Task == contract.Regression {
		return []column{p.Y}, labels.CheckNumbers(p.Task, p.Y)
	}
	classes, k, err := labels.Targets(p.Task, p.Y, p.Classes)
	if err != nil {
		return nil, err
	}
	if p.Task == contract.Binary {
		return []column{p.Y}, nil
	}
	return lists.Map(lists.Range(k), func(k int) column {
		return lists.Map(classes, func(c int) float64 {
			if c == k {
				return 1
			}
			return -1
		})
	}), nil
}

// train solves the equations of a group.
func (f *fold) train(ctx context.Context, g *group, threads int) ([]*model, error) {
	start := time.Now()
	width := 0
	for _, columns := range g.columns {
		width += len(columns)
	}
	units := 0 // right sides that give the inverse matrix
	if f.leaves {
		units = len(g.rows)
	}
	if err := checkRows(len(g.rows), width+units); err != nil {
		return nil, err
	}
	m, err := f.matrix(g.rows)
	if err != nil {
		return nil, err
	}
	s := cholesky.New(len(g.rows), width+units)
	var roots []float64 // of the weights
	if g.weights != nil {
		roots = lists.Map(g.weights, math.Sqrt)
	}
	largest, err := f.fill(ctx, s, m, roots, threads)
	if err != nil {
		return nil, err
	}
	g.setRights(s, roots, units)
	floor := float64(len(g.rows)) * 0x1p-52 * largest
	if err := s.Solve(ctx, threads, floor); errors.Is(err, cholesky.ErrIndefinite) {
		return nil, fmt.Errorf("the kernel matrix plus alpha is not positive definite (kernel %s, alpha %v): choose a "+
			"larger alpha or, if features are far from 0, standardise them", f.Kernel, f.Alpha)
	} else if err != nil {
		return nil, err
	}
	seconds := (g.spent + time.Since(start).Seconds()) / float64(width)
	return f.models(g, s, roots, seconds)
}

// matrix returns the kernel matrix of some rows.
func (f *fold) matrix(rows []int32) (*gram.Matrix, error) {
	points := f.points
	if len(rows) < points.Len() {
		points = points.Subset(rows)
	}
	return gram.NewMatrix(f.kernel, points)
}

// fill sets the matrix, and returns the largest element of its diagonal.
func (f *fold) fill(ctx context.Context, s *cholesky.System, m *gram.Matrix, roots []float64, threads int) (float64,
	error) {
	n := m.Len()
	strips := (n + cholesky.Tile - 1) / cholesky.Tile
	largest := make([]float64, strips)
	err := rowset.Each(threads, strips, func(strip int) error {
		from := strip * cholesky.Tile
		rows := make([]int32, min(cholesky.Tile, n-from))
		values := make([][]float64, len(rows))
		for r := range rows {
			rows[r], values[r] = int32(from+r), make([]float64, m.Width()-from)
		}
		m.Values(rows, from, values)
		for r, row := range values {
			row = row[:n-from]
			if roots != nil {
				for k := range row {
					row[k] *= roots[from+r] * roots[from+k]
				}
			}
			row[r] += f.Alpha
			largest[strip] = max(largest[strip], row[r])
			s.SetRow(from+r, row)
		}
		return ctx.Err()
	})
	return slices.Max(largest), err
}

// setRights sets the right sides of a system: the columns, and units for the inverse matrix.
func (g *group) setRights(s *cholesky.System, roots []float64, units int) {
	at := 0
	for _, columns := range g.columns {
		for _, c := range columns {
			s.SetRight(at, scaled(c, roots))
			at++
		}
	}
	for i := range units {
		unit := make([]float64, i+1)
		unit[i] = 1
		s.SetRight(at+i, unit)
	}
}

// scaled multiplies values by the roots of the weights.
func scaled(values, roots []float64) []float64 {
	if roots == nil {
		return values
	}
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = v * roots[i]
	}
	return out
}

// without returns the scores of all rows of the fold, those of a group as by the model
// without the row: y_i − c_i/(G⁻¹)_ii for (K + alpha·W⁻¹)·c = G·c = y (Rifkin and Lippert,
// "Notes on regularized least squares", 2007, for equal weights). Inverse is the diagonal
// of the inverse of W^½·G·W^½.
func (f *fold) without(g *group, sum gram.Sum, y, inverse []float64) []float64 {
	all := make([]float64, f.points.Len())
	if len(g.rows) < len(all) || slices.Contains(g.weights, 0) {
		f.kernel.Scores(f.points, []gram.Sum{sum}, f.points.Rows(), all, 1, f.threads)
	}
	for at, row := range g.rows {
		w := 1.0
		if g.weights != nil {
			w = g.weights[at]
		}
		if w > 0 { // else the model is the same without the row
			all[row] = y[at] - sum.Coef[at]/(w*inverse[at])
		}
	}
	return all
}

// models makes the models of a group of its solutions.
func (f *fold) models(g *group, s *cholesky.System, roots []float64, seconds float64) ([]*model, error) {
	var list []*model
	var inverse []float64 // the diagonal of the inverse matrix
	if f.leaves {
		inverse = s.Diagonal(s.Columns() - len(g.rows))
	}
	at := 0
	for _, columns := range g.columns {
		m := &model{points: f.points, kernel: f.kernel}
		m.fit.HasObjective, m.fit.Seconds = true, seconds*float64(len(columns))
		for _, y := range columns {
			sum := gram.Sum{Rows: g.rows, Coef: scaled(s.Solution(at), roots)}
			for i, c := range sum.Coef {
				m.fit.Objective += float64(f.Alpha * c * y[i])
			}
			m.sums = append(m.sums, sum)
			at++
			if f.leaves {
				m.without = append(m.without, f.without(g, sum, y, inverse))
			}
		}
		if v := m.fit.Objective; v-v != 0 {
			return nil, errors.New("the objective overflows: standardise the features and the targets")
		}
		list = append(list, m)
	}
	return list, nil
}
