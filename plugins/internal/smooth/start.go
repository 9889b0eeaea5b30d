package smooth

import "github.com/manyclass/bench/plugins/internal/kernel"

// mostStartSteps is the largest number of conjugate gradient steps of LeastSquares.
const mostStartSteps = 500

// LeastSquares returns the w that minimises Σ_i c_i·(t_i − x_iᵀw)², c being the
// weights of the rows and t their targets, by conjugate gradients on the normal
// equations with a diagonal preconditioner (Golub and Van Loan, "Matrix
// Computations", 4th ed., section 11.3.9): the solution to about ten digits, or
// nearly so where columns are many and badly conditioned. Of several solutions it
// finds the shortest in the scale of the preconditioner.
func LeastSquares(rows []Row, t []float64, dim int) []float64 {
	w, diagonal := make([]float64, dim), make([]float64, dim)
	for _, r := range rows {
		for j, v := range r.X {
			diagonal[j] += float64(r.Weight * v * v)
		}
	}
	residual, s, p, z := append([]float64(nil), t...), make([]float64, dim), make([]float64, dim), make([]float64, dim)
	q := make([]float64, len(rows))
	slope := func() float64 {
		clear(s)
		for i, r := range rows {
			kernel.Axpy(s, r.Weight*residual[i], r.X)
		}
		for j, v := range s {
			if z[j] = 0; diagonal[j] > 0 {
				z[j] = v / diagonal[j]
			}
		}
		return kernel.Dot(s, z)
	}
	rho := slope()
	enough := 1e-20 * rho
	copy(p, z)
	for range min(2*dim, mostStartSteps) {
		if !(rho > enough) {
			break
		}
		curvature := 0.0
		for i, r := range rows {
			q[i] = kernel.Dot(r.X, p)
			curvature += float64(r.Weight * q[i] * q[i])
		}
		step := rho / curvature
		kernel.Axpy(w, step, p)
		for i, v := range q {
			residual[i] -= float64(step * v)
		}
		next := slope()
		for j, v := range z {
			p[j] = v + float64(next/rho*p[j])
		}
		rho = next
	}
	return w
}

// LeastSquares returns the least-squares solution for the targets of the rows.
func (s *Subset) LeastSquares() []float64 {
	rows := s.Rows()
	t := make([]float64, len(rows))
	for i, r := range rows {
		t[i] = r.Target
	}
	return LeastSquares(rows, t, s.design.Dim)
}

// LeastSquares returns the least-squares solutions for the targets +1 of the rows
// of a class and −1 of the others, as a point of the objective.
func (s *Softmax) LeastSquares() []float64 {
	rows := s.Rows()
	t := make([]float64, len(rows))
	w := make([]float64, s.design.Dim*s.Width)
	for k := range s.Classes {
		for i, r := range rows {
			if t[i] = -1; int(r.Target) == k {
				t[i] = 1
			}
		}
		for j, v := range LeastSquares(rows, t, s.design.Dim) {
			w[j*s.Width+k] = v
		}
	}
	return w
}
