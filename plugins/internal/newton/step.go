package newton

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
)

// solver returns a function that solves H·step = −grad at the current state and
// gives the norm of the residual H·step + grad. Up to limit coefficients the
// Hessian is factorised.
func (s *state) solver(limit int) func() (step []float64, residual float64) {
	cg := &conjugate{state: s}
	if s.dim > limit {
		return cg.solve
	}
	gram := dense.NewGram(s.dim)
	return func() ([]float64, float64) {
		if step, ok := s.direct(gram); ok {
			return step, 0
		}
		return cg.solve()
	}
}

// direct solves the Newton system by Cholesky factorisation; ok is false if the
// Hessian is numerically singular.
func (s *state) direct(gram *dense.Gram) (step []float64, ok bool) {
	gram.Reset()
	for i, h := range s.curve {
		if h > 0 {
			gram.Add(s.X.Row(i), math.Sqrt(h))
		}
	}
	hessian := gram.Sym()
	for j := range s.penalised() {
		hessian.SetSym(j, j, hessian.At(j, j)+1)
	}
	return s.factorise(hessian)
}

// factorise returns −H⁻¹·grad, scaling H to a unit diagonal first so that the
// units of the columns do not matter. It overwrites H.
func (s *state) factorise(hessian *mat.SymDense) (step []float64, ok bool) {
	scale := make([]float64, s.dim)
	for j := range scale {
		scale[j] = 1 / math.Sqrt(hessian.At(j, j))
	}
	x := mat.NewVecDense(s.dim, nil)
	for j, u := range scale {
		for k := j; k < s.dim; k++ {
			hessian.SetSym(j, k, hessian.At(j, k)*u*scale[k])
		}
		x.SetVec(j, -s.grad[j]*u)
	}
	var chol mat.Cholesky
	if !chol.Factorize(hessian) || chol.Cond() > 1e14 || chol.SolveVecTo(x, x) != nil {
		return nil, false
	}
	step = x.RawVector().Data
	for j, u := range scale {
		step[j] *= u
	}
	return step, true
}

// conjugate solves Newton systems by conjugate gradients with a diagonal
// preconditioner, without forming the Hessian.
type conjugate struct {
	*state
	rows  contract.Matrix // the rows of X whose loss is curved
	curve []float64       // their curvatures
	along []float64       // rows·v of the direction in hand
}

// gather collects the curved rows. Where most of them are, X is used as it is.
func (c *conjugate) gather() {
	curved := 0
	for _, h := range c.state.curve {
		if h > 0 {
			curved++
		}
	}
	c.rows, c.curve = c.X, c.state.curve
	if curved*4 < c.X.Rows*3 {
		c.rows = contract.Matrix{Rows: curved, Cols: c.X.Cols, Data: make([]float64, 0, curved*c.X.Cols)}
		c.curve = make([]float64, 0, curved)
		for i, h := range c.state.curve {
			if h > 0 {
				c.rows.Data = append(c.rows.Data, c.X.Row(i)...)
				c.curve = append(c.curve, h)
			}
		}
	}
	c.along = make([]float64, c.rows.Rows)
}

// solve runs until the model of the objective hardly falls any more: iteration
// i is the last if i·(its decrease) is under a tenth of the whole decrease
// (Nash and Sofer, "Assessing a search direction within a truncated-Newton
// method", Operations Research Letters 9, 1990), or if the residual is so small
// that it alone could not hold up convergence.
func (c *conjugate) solve() (step []float64, residual float64) {
	c.gather()
	inverse := c.inverseDiagonal()
	step = make([]float64, c.dim)
	r, z, p, q := make([]float64, c.dim), make([]float64, c.dim), make([]float64, c.dim), make([]float64, c.dim)
	for j, g := range c.grad {
		r[j] = -g
		z[j] = inverse[j] * r[j]
	}
	copy(p, z)
	enough := c.Tol * c.value / 2
	rz := dense.Dot(r, z)
	total := 0.0
	for i := 1; i <= 4*c.dim && rz > 0; i++ {
		c.multiply(q, p)
		curvature := dense.Dot(p, q)
		if !(curvature > 0) {
			break
		}
		alpha := rz / curvature
		dense.Axpy(step, alpha, p)
		dense.Axpy(r, -alpha, q)
		gain := alpha * rz / 2
		total += gain
		residual = dense.Dot(r, r)
		if residual <= enough || (float64(i)*gain <= 0.1*total && residual > 100*enough) {
			break
		}
		for j := range z {
			z[j] = inverse[j] * r[j]
		}
		next := dense.Dot(r, z)
		beta := next / rz
		rz = next
		for j := range p {
			p[j] = z[j] + beta*p[j]
		}
	}
	return step, math.Sqrt(dense.Dot(r, r))
}

// multiply stores H·v in dst.
func (c *conjugate) multiply(dst, v []float64) {
	product(c.along, c.rows, v)
	for i, h := range c.curve {
		c.along[i] *= h
	}
	clear(dst)
	addTransposed(dst, c.rows, c.along)
	dense.Axpy(dst[:c.penalised()], 1, v)
}

// inverseDiagonal returns 1/H_jj, or 1 where that is 0.
func (c *conjugate) inverseDiagonal() []float64 {
	diagonal := make([]float64, c.dim)
	for j := range c.penalised() {
		diagonal[j] = 1
	}
	for i, h := range c.curve {
		for j, v := range c.rows.Row(i) {
			diagonal[j] += h * v * v
		}
		if c.Intercept {
			diagonal[c.X.Cols] += h
		}
	}
	for j, v := range diagonal {
		diagonal[j] = 1
		if v > 0 {
			diagonal[j] = 1 / v
		}
	}
	return diagonal
}
