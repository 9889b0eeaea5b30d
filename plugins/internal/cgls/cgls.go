// Package cgls solves least squares with an intercept over sparse rows, for many targets
// side by side: it minimises
//
//	Σ_i ω_i·(y_i − x_iᵀw − b)² + alpha·‖w‖²
//
// by conjugate gradients on the normal equations (M. R. Hestenes and E. Stiefel, "Methods
// of conjugate gradients for solving linear systems", 1952; Å. Björck, T. Elfving and Z.
// Strakoš, "Stability of conjugate gradient and Lanczos methods for linear least squares
// problems", SIAM J. Matrix Anal. Appl. 19, 1998). They start at w = 0, so that without a
// penalty the solution of least ‖w‖ is found. Rows are centred in the products only, by
// X·p − 1·μᵀp, so that zeros stay zeros.
//
// With A = √Ω·(X − 1μᵀ), r = √Ω·(y − ȳ) − A·w and Ā, r̄ these with √alpha·I and −√alpha·w
// below, an iteration is the last where one of the rules of LSQR holds (C. C. Paige and M.
// A. Saunders, ACM Transactions on Mathematical Software 8, 1982):
//
//	‖Āᵀr̄‖ ≤ Tol·‖Ā‖·‖r̄‖  or  ‖r̄‖ ≤ Tol·(‖√Ω·(y − ȳ)‖ + ‖Ā‖·‖w‖),  ‖Ā‖² ≤ Σ a_ij² + alpha
//
// With a penalty the first bounds what is left: the objective is at most Tol²·‖Ā‖²/alpha
// times itself above the minimum. Training also ends where many iterations gain nothing
// that is more than rounding, and after MaxIter of them.
//
// Targets have a lane each of runs of vector instructions. The result of a lane depends
// on its target alone, and is odd in it, bit for bit.
package cgls

import (
	"context"
	"errors"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

const (
	// Tol is the tolerance of the rules.
	Tol = 1e-10
	// MaxIter bounds the iterations.
	MaxIter = 10000
	// patience is how many iterations have to gain something together.
	patience = 200
	// rounding is a gain that counts as none, as a share of the sum of squares at w = 0.
	rounding = 1e-14
)

// ErrOverflow is the error of a target whose sums are not finite.
var ErrOverflow = errors.New("sums over the feature columns overflow: scale the features")

// Rows are training rows.
type Rows struct {
	x       contract.SparseMatrix
	weights []float64 // nil for all 1
	total   float64   // of the weights
	mean    []float64
	square  float64 // Σ a_ij²
}

// NewRows returns rows with their weights, nil for all 1. It keeps both.
func NewRows(x contract.SparseMatrix, weights []float64) *Rows {
	r := &Rows{x: x, weights: weights, mean: make([]float64, x.Cols)}
	for i := range x.Rows {
		w := r.weight(i)
		r.total += w
		columns, values := r.x.Row(i)
		for at, v := range values {
			r.mean[columns[at]] += float64(w * v)
			r.square += float64(w * v * v)
		}
	}
	less := 0.0
	for j := range r.mean {
		r.mean[j] /= r.total
		less += float64(r.mean[j] * r.mean[j])
	}
	r.square = max(r.square-float64(r.total*less), 0)
	return r
}

func (r *Rows) weight(i int) float64 {
	if r.weights == nil {
		return 1
	}
	return r.weights[i]
}

// Result is the solution for a target.
type Result struct {
	W          []float64
	B          float64
	Objective  float64
	Iterations int
	End        contract.End
	Err        error // ErrOverflow
}

// Width is the most targets that are solved for side by side over n rows of d columns.
func Width(n, d int) int {
	const most = 1 << 24 // values of a matrix of a lane a column
	return max(kernel.Lanes, min(4*kernel.Lanes, most/max(n, d, 1)/kernel.Lanes*kernel.Lanes))
}

// Solve solves for the targets, each with an element a row: side by side, so that there
// should be no more than Width. It returns the context's error if that ends first.
func (r *Rows) Solve(ctx context.Context, targets [][]float64, alpha float64) ([]Result, error) {
	s := newSolver(r, targets, alpha)
	for iteration := 0; s.left > 0; iteration++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.iterate(iteration)
	}
	return s.results, nil
}

// solver is the state of the targets, one a lane; matrices have a lane a column.
type solver struct {
	*Rows
	alpha    float64
	width    int       // lanes, padded
	residual []float64 // rows × width: y − ȳ − (x − μ)ᵀw
	product  []float64 // rows × width: (x − μ)ᵀp
	w, p, s  []float64 // cols × width; s = XᵀΩ·residual − alpha·w, the gradient over −2
	lanes    lanes
	left     int // lanes that have not ended
	most     int // iterations
	results  []Result
}

// lanes are numbers of which each lane has one.
type lanes struct {
	average  []float64 // ȳ
	gamma    []float64 // ‖s‖²
	delta    []float64 // ‖Ā·p‖²
	step     []float64
	shift    []float64 // μᵀp, then Σ ω·residual
	squares  []float64 // ‖r‖²
	length   []float64 // ‖w‖²
	started  []float64 // ‖r‖² at w = 0
	before   []float64 // the objective when it was last looked at
	ended    []bool
	weighted []float64 // ω·residual of a row
}

func newSolver(r *Rows, targets [][]float64, alpha float64) *solver {
	n, d := r.x.Rows, r.x.Cols
	s := &solver{Rows: r, alpha: alpha, width: kernel.Padded(len(targets)), left: len(targets),
		most: MaxIter, results: make([]Result, len(targets))}
	lane := func() []float64 { return make([]float64, s.width) }
	s.lanes = lanes{lane(), lane(), lane(), lane(), lane(), lane(), lane(), lane(), lane(), make([]bool, s.width), lane()}
	s.residual, s.product = make([]float64, n*s.width), make([]float64, n*s.width)
	s.w, s.p, s.s = make([]float64, d*s.width), make([]float64, d*s.width), make([]float64, d*s.width)
	for l, y := range targets {
		for i, v := range y {
			s.lanes.average[l] += float64(r.weight(i) * v)
		}
		s.lanes.average[l] /= r.total
		for i, v := range y {
			s.residual[i*s.width+l] = v - s.lanes.average[l]
		}
	}
	s.descend()
	copy(s.lanes.started, s.lanes.squares)
	copy(s.p, s.s)
	return s
}

// iterate makes a step in every lane, unless that has ended.
func (s *solver) iterate(iteration int) {
	for l := range s.results {
		if !s.lanes.ended[l] {
			s.judge(l, iteration)
		}
	}
	if s.left == 0 {
		return
	}
	s.multiply()
	for l := range s.lanes.step {
		s.lanes.step[l] = 0
		if l < len(s.results) && !s.lanes.ended[l] {
			s.lanes.step[l] = s.lanes.gamma[l] / s.lanes.delta[l]
		}
	}
	s.move()
	before := append([]float64(nil), s.lanes.gamma...)
	s.descend()
	s.turn(before)
}

// judge ends a lane by the rules, or if it gets nowhere.
func (s *solver) judge(l, iteration int) {
	squares, length := s.lanes.squares[l]+float64(s.alpha*s.lanes.length[l]), s.lanes.length[l]
	norm := s.square + s.alpha
	residual, gamma := math.Sqrt(squares), math.Sqrt(s.lanes.gamma[l])
	end := contract.End("")
	switch {
	case gamma == 0:
		end = contract.Tolerance
	case gamma-gamma != 0 || residual-residual != 0 || norm-norm != 0:
		s.results[l].Err = ErrOverflow
	case gamma <= Tol*math.Sqrt(norm)*residual,
		residual <= Tol*(math.Sqrt(s.lanes.started[l])+math.Sqrt(norm*length)):
		end = contract.Tolerance
	case iteration%patience == 0 && iteration > 0 && s.lanes.before[l]-squares <= rounding*s.lanes.started[l]:
		end = contract.Stalled
	case iteration == s.most:
		end = contract.MaxIter
	default:
		if iteration%patience == 0 {
			s.lanes.before[l] = squares
		}
		return
	}
	s.end(l, iteration, end)
}

// end takes the solution of a lane.
func (s *solver) end(l, iteration int, end contract.End) {
	s.lanes.ended[l] = true
	s.left--
	r := &s.results[l]
	r.End, r.Iterations = end, iteration
	r.W, r.B = make([]float64, s.x.Cols), s.lanes.average[l]
	for j := range r.W {
		r.W[j] = s.w[j*s.width+l]
		r.B -= float64(s.mean[j] * r.W[j])
		r.Objective += float64(s.alpha * r.W[j] * r.W[j])
	}
	for i := range s.x.Rows {
		v := s.residual[i*s.width+l]
		r.Objective += float64(s.weight(i) * v * v)
	}
}

// multiply computes the products with p and what they make of it.
func (s *solver) multiply() {
	k := &s.lanes
	clear(k.shift)
	clear(k.delta)
	kernel.RowMulAdd(s.width, s.x.Cols, s.mean, 1, s.p, s.width, k.shift)
	for l, v := range k.shift {
		k.shift[l] = -v
	}
	if s.alpha > 0 {
		for at := 0; at < len(s.p); at += s.width {
			addSquares(k.delta, s.alpha, s.p[at:at+s.width])
		}
	}
	for i := range s.x.Rows {
		columns, values := s.x.Row(i)
		f := s.product[i*s.width : (i+1)*s.width]
		copy(f, k.shift)
		kernel.Gather(values, columns, s.p, s.width, f)
		addSquares(k.delta, s.weight(i), f)
	}
}

// addSquares adds factor·v² to the sums.
func addSquares(sums []float64, factor float64, v []float64) {
	v = v[:len(sums)]
	for l := range sums {
		sums[l] += float64(factor * v[l] * v[l])
	}
}

// move goes a step along p.
func (s *solver) move() {
	k := &s.lanes
	clear(k.length)
	for at := 0; at < len(s.w); at += s.width {
		w, p := s.w[at:at+s.width], s.p[at:at+s.width]
		for l, step := range k.step {
			w[l] += float64(step * p[l])
			k.length[l] += float64(w[l] * w[l])
		}
	}
	for at := 0; at < len(s.residual); at += s.width {
		r, f := s.residual[at:at+s.width], s.product[at:at+s.width]
		for l, step := range k.step {
			r[l] -= float64(step * f[l])
		}
	}
}

// descend computes s.
func (s *solver) descend() {
	k := &s.lanes
	for at := range s.s {
		s.s[at] = -s.alpha * s.w[at]
	}
	clear(k.squares)
	clear(k.shift)
	for i := range s.x.Rows {
		weight, r := s.weight(i), s.residual[i*s.width:(i+1)*s.width]
		for l, v := range r {
			k.weighted[l] = weight * v
			k.shift[l] += k.weighted[l]
			k.squares[l] += float64(k.weighted[l] * v)
		}
		columns, values := s.x.Row(i)
		kernel.Scatter(values, columns, s.s, s.width, k.weighted)
	}
	clear(k.gamma)
	for j, m := range s.mean {
		row := s.s[j*s.width : (j+1)*s.width]
		for l := range row {
			row[l] -= float64(m * k.shift[l])
			k.gamma[l] += float64(row[l] * row[l])
		}
	}
}

// turn makes s the next direction, conjugate to the one before.
func (s *solver) turn(before []float64) {
	k := &s.lanes
	beta := before
	for l := range beta {
		if beta[l] = k.gamma[l] / before[l]; l >= len(s.results) || k.ended[l] {
			beta[l] = 0
		}
	}
	for at := 0; at < len(s.p); at += s.width {
		p, v := s.p[at:at+s.width], s.s[at:at+s.width]
		for l, b := range beta {
			p[l] = v[l] + float64(b*p[l])
		}
	}
}
