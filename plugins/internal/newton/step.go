package newton

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/psd"
)

const (
	tile       = 128  // rows of the Hessian that are summed at a time
	newcomers  = 1000 // variables that leave 0 in one step at most
	mostSweeps = 1000 // of coordinate descent
)

// active returns the variables that a step may change, ascending, and whether
// these are all whose change can lower J: with ‖w‖₁ a variable at 0 whose slope
// is within the penalty stays there.
func (s *state) active() (list []int, all bool) {
	var idle []int
	for j, v := range s.x {
		switch {
		case !s.L1 || v != 0 || s.penalty[j] == 0:
			list = append(list, j)
		case math.Abs(s.g[j]) > s.penalty[j]:
			idle = append(idle, j)
		}
	}
	all = len(idle) <= newcomers
	if !all {
		slices.SortStableFunc(idle, func(a, b int) int { return cmp.Compare(math.Abs(s.g[b]), math.Abs(s.g[a])) })
		idle = idle[:newcomers]
	}
	list = append(list, idle...)
	slices.Sort(list)
	return list, all
}

// hessian returns Σ_i curve_i·x_i·x_iᵀ over some variables, with the quadratic
// penalty, as a square of the padded size.
func (s *state) hessian(active []int) (h []float64, size int) {
	size = kernel.Padded(len(active))
	h = make([]float64, size*size)
	plain, scaled := make([]float64, tile*size), make([]float64, tile*size)
	for from := 0; from < len(s.rows); from += tile {
		n := min(tile, len(s.rows)-from)
		for i := range n {
			row := s.rows[from+i].X
			for k, j := range active {
				plain[i*size+k] = row[j]
				scaled[i*size+k] = s.curve[from+i] * row[j]
			}
		}
		kernel.MulAdd(size, size, n, scaled, 1, size, plain, size, h, size)
	}
	if !s.L1 {
		for k, j := range active {
			h[k*size+k] += s.penalty[j]
		}
	}
	return h, size
}

// step minimises the quadratic model of J over the active variables. It returns
// the step, the slope of J along it and the decrease of the model.
func (s *state) step(active []int) (step []float64, slope, decrease float64) {
	h, size := s.hessian(active)
	g := make([]float64, size)
	for k, j := range active {
		g[k] = s.g[j]
	}
	var d []float64
	if s.L1 {
		d = s.descend(active, h, g)
	} else {
		d = solve(len(active), h, g)
	}
	step = make([]float64, len(s.x))
	for k, j := range active {
		step[j] = d[k]
	}
	slope = kernel.Dot(g, d)
	if s.L1 {
		at := make([]float64, len(s.x))
		for j, v := range s.x {
			at[j] = v + step[j]
		}
		slope += s.penalise(at) - s.penalise(s.x)
	}
	curvature := 0.0
	for k, v := range d {
		curvature += float64(v * kernel.Dot(h[k*size:(k+1)*size], d))
	}
	return step, slope, -slope - float64(curvature/2)
}

// leastPivot is the pivot of a matrix with a diagonal of ones below which its solution would be rounding.
const leastPivot = 1e-15

// solve returns −H⁻¹·g, by way of the matrix whose variables are scaled to a
// diagonal of 1. Where that is not positive definite (columns that depend on each
// other and no penalty) its diagonal is raised until it is.
func solve(n int, h, g []float64) []float64 {
	size := len(g)
	scale, padded := make([]float64, n), kernel.Padded(n)
	for i := range n {
		if v := h[i*size+i]; v > 0 {
			scale[i] = 1 / math.Sqrt(v)
		}
	}
	d := make([]float64, size)
	for raise := 0.0; raise < 1; raise = max(1e-13, 100*raise) {
		m := make([]float64, padded*padded)
		for i := range padded {
			m[i*padded+i] = -1 - raise
			for j := i + 1; j < n; j++ {
				m[i*padded+j] = -(scale[i] * h[i*size+j] * scale[j])
			}
		}
		if psd.Cholesky(m, padded, leastPivot) {
			for i, v := range scale {
				d[i] = -v * g[i]
			}
			psd.SolveCholesky(m, padded, d[:n])
			break
		}
	}
	for k, v := range scale {
		d[k] *= v
	}
	return d
}

// descend minimises gᵀd + ½ dᵀH·d + Σ penalty·|x + d| by coordinate descent, until
// a sweep lowers it by less than a ten-thousandth of what all sweeps did.
func (s *state) descend(active []int, h, g []float64) []float64 {
	size := len(g)
	d, q := make([]float64, size), make([]float64, size) // q = H·d
	total := 0.0
	for range mostSweeps {
		gained := 0.0
		for k, j := range active {
			curvature := h[k*size+k] + float64(1e-12*s.penalty[j])
			if curvature <= 0 {
				continue
			}
			u := s.x[j] + d[k]
			change := shrink(float64(curvature*u)-g[k]-q[k], s.penalty[j])/curvature - u
			if change != 0 {
				d[k] += change
				kernel.Axpy(q, change, h[k*size:(k+1)*size])
				gained += float64(curvature * change * change / 2)
			}
		}
		total += gained
		if gained <= 1e-4*total {
			break
		}
	}
	return d
}

// shrink moves v by at most limit towards 0.
func shrink(v, limit float64) float64 {
	switch {
	case v > limit:
		return v - limit
	case v < -limit:
		return v + limit
	}
	return 0
}
