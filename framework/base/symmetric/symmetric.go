// Package symmetric finds the eigenvalues and eigenvectors of symmetric matrices, with the same bits on every
// processor: each product is rounded before it is added, and sums have one order.
package symmetric

import (
	"cmp"
	"math"
	"slices"
)

// mostSteps bounds the rotations that look for one eigenvalue; three are usual.
const mostSteps = 100

// Eigen returns the eigenvalues of a symmetric n × n matrix in ascending order, with their eigenvectors of length 1 as
// rows. a is row-major; only its lower triangle is read, and a is left as it is. ok is false if a value is not finite.
//
// Reflections make the matrix tridiagonal, and implicit QL steps with Wilkinson's shift make it diagonal (Golub and Van
// Loan, "Matrix Computations", 4th ed., sections 8.3.1 to 8.3.5).
func Eigen(a []float64, n int) (values []float64, vectors [][]float64, ok bool) {
	s := &state{n: n, diagonal: make([]float64, n), beside: make([]float64, n)}
	size, ok := s.copy(a)
	if !ok {
		return nil, nil, false
	}
	s.tridiagonal()
	for l := range n {
		if !s.find(l) {
			return nil, nil, false
		}
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.diagonal[i], s.diagonal[j]) })
	for _, i := range order {
		values, vectors = append(values, s.diagonal[i]*size), append(vectors, s.rows[i])
	}
	return values, vectors, true
}

// state is the matrix on its way: R·A·Rᵀ, of which A is the matrix and R has the rows.
type state struct {
	n        int
	a        [][]float64 // the lower triangle of what is left
	diagonal []float64
	beside   []float64 // element i is that of rows i and i + 1
	rows     [][]float64
}

// copy takes the matrix divided by a power of 2, so that no square overflows.
func (s *state) copy(a []float64) (size float64, ok bool) {
	largest := 0.0
	s.a = make([][]float64, s.n)
	for i := range s.a {
		s.a[i] = slices.Clone(a[i*s.n : i*s.n+i+1])
		for _, v := range s.a[i] {
			if v-v != 0 {
				return 0, false
			}
			largest = max(largest, math.Abs(v))
		}
	}
	if largest == 0 {
		return 1, true
	}
	_, exponent := math.Frexp(largest)
	exponent = max(exponent, -1000) // so that 1/size is finite
	size = math.Ldexp(1, exponent-1)
	for _, row := range s.a {
		for j := range row {
			row[j] /= size
		}
	}
	return size, true
}

// tridiagonal reflects column after column to the element beside the diagonal, and then multiplies the reflections.
func (s *state) tridiagonal() {
	n := s.n
	axes, weights := make([][]float64, n), make([]float64, n)
	for k := range n {
		s.diagonal[k] = s.a[k][k]
		if k == n-1 {
			break
		}
		axes[k], weights[k] = s.reflection(k)
		if weights[k] != 0 {
			s.reflect(k+1, axes[k], weights[k])
		}
	}
	s.rows = make([][]float64, n)
	for i := range s.rows {
		s.rows[i] = make([]float64, n)
		s.rows[i][i] = 1
	}
	for k := n - 2; k >= 0; k-- {
		if weights[k] == 0 {
			continue
		}
		for _, row := range s.rows[k+1:] {
			add(row[k+1:], -float64(weights[k]*dot(row[k+1:], axes[k])), axes[k])
		}
	}
}

// reflection returns v and β with (I − β·vvᵀ)·x = (±‖x‖, 0 … 0) for what is below the diagonal of column k; β is 0 if
// nothing is to do. It notes ±‖x‖.
func (s *state) reflection(k int) (v []float64, weight float64) {
	v = make([]float64, s.n-k-1)
	rest := 0.0
	for i := range v {
		v[i] = s.a[k+1+i][k]
		if i > 0 {
			rest += float64(v[i] * v[i])
		}
	}
	s.beside[k] = v[0]
	if rest == 0 {
		return nil, 0
	}
	to := -math.Copysign(math.Sqrt(float64(v[0]*v[0])+rest), v[0])
	s.beside[k] = to
	v[0] -= to
	return v, 2 / (float64(v[0]*v[0]) + rest)
}

// reflect replaces the matrix B of the rows and columns from on by (I − β·vvᵀ)·B·(I − β·vvᵀ) = B − v·wᵀ − w·vᵀ, where
// w = p − ½β(pᵀv)·v and p = β·Bv.
func (s *state) reflect(from int, v []float64, weight float64) {
	w := make([]float64, len(v))
	for i, vi := range v {
		row := s.a[from+i][from:]
		w[i] += dot(row, v[:i+1])
		add(w[:i], vi, row[:i])
	}
	for i := range w {
		w[i] *= weight
	}
	add(w, -float64(float64(weight*0.5)*dot(w, v)), v)
	for i := range v {
		row := s.a[from+i][from:]
		add(row, -v[i], w[:i+1])
		add(row, -w[i], v[:i+1])
	}
}

// find makes the element beside the diagonal of row l 0.
func (s *state) find(l int) bool {
	for range mostSteps {
		m := l
		for m < s.n-1 && !s.apart(m) {
			m++
		}
		if m == l {
			return true
		}
		s.step(l, m)
	}
	return false
}

// apart reports whether the element beside the diagonal of row i is rounding.
func (s *state) apart(i int) bool {
	const epsilon, nothing = 0x1p-53, 1e-290
	size := math.Abs(s.beside[i])
	return size <= float64(epsilon*(math.Abs(s.diagonal[i])+math.Abs(s.diagonal[i+1]))) || size < nothing
}

// step is one implicit QL step on the rows l to m: a rotation of rows m − 1 and m, and then of the pairs above it,
// which move what it leaves outside of the three diagonals.
func (s *state) step(l, m int) {
	d, e := s.diagonal, s.beside
	half := (d[l+1] - d[l]) / (2 * e[l])
	g := d[m] - d[l] + e[l]/(half+math.Copysign(length(half, 1), half))
	sin, cos, p := 1.0, 1.0, 0.0
	for i := m - 1; i >= l; i-- {
		f, b := float64(sin*e[i]), float64(cos*e[i])
		r := length(f, g)
		e[i+1] = r
		if r == 0 {
			d[i+1] -= p
			e[m] = 0
			return
		}
		sin, cos = f/r, g/r
		g = d[i+1] - p
		r = float64((d[i]-g)*sin) + float64(float64(2*cos)*b)
		p = float64(sin * r)
		d[i+1] = g + p
		g = float64(cos*r) - b
		rotate(s.rows[i], s.rows[i+1], sin, cos)
	}
	d[l] -= p
	e[l], e[m] = g, 0
}

// rotate replaces x and y by cos·x − sin·y and sin·x + cos·y.
func rotate(x, y []float64, sin, cos float64) {
	y = y[:len(x)]
	for k, v := range x {
		w := y[k]
		y[k] = float64(sin*v) + float64(cos*w)
		x[k] = float64(cos*v) - float64(sin*w)
	}
}

// length returns √(x² + y²).
func length(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	if x < y {
		x, y = y, x
	}
	if y == 0 {
		return x
	}
	ratio := y / x
	return x * math.Sqrt(1+float64(ratio*ratio))
}

// dot returns Σ x_i·y_i in four interleaved sums.
func dot(x, y []float64) float64 {
	var a, b, c, d float64
	y = y[:len(x)]
	i := 0
	for ; i+4 <= len(x); i += 4 {
		a += float64(x[i] * y[i])
		b += float64(x[i+1] * y[i+1])
		c += float64(x[i+2] * y[i+2])
		d += float64(x[i+3] * y[i+3])
	}
	for ; i < len(x); i++ {
		a += float64(x[i] * y[i])
	}
	return (a + b) + (c + d)
}

// add adds f·x to y.
func add(y []float64, f float64, x []float64) {
	x = x[:len(y)]
	for i := range y {
		y[i] += float64(f * x[i])
	}
}
