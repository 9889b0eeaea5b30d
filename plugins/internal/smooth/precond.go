package smooth

import (
	"math"
	"sync"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

// The preconditioner is P = c·XᵀX + diag(penalty), with c the largest curvature of
// a loss: an upper bound of every Hessian. It is inverted for up to
// mostVariables variables, from about sampleRows rows a variable; else its
// diagonal serves.
const (
	mostVariables = 1024
	sampleRows    = 16
)

// precond multiplies with P⁻¹ or with the inverse of the diagonal of P.
type precond struct {
	inverse  []float64 // dim × dim, or nil
	diagonal []float64 // 1/P_jj
}

// newPrecond inverts c·gram + diag(penalty), overwriting gram, of which only the
// upper triangle is read. If it is not positive definite its diagonal serves.
func newPrecond(gram []float64, c float64, penalty []float64, threads int) *precond {
	n := len(penalty)
	p := &precond{diagonal: make([]float64, n)}
	for j, v := range penalty {
		row := gram[j*n : (j+1)*n]
		for k := range row {
			row[k] *= c
		}
		row[j] += v
		p.diagonal[j] = 1
		if row[j] > 0 {
			p.diagonal[j] = 1 / row[j]
		}
	}
	if u, ok := factorise(gram, p.diagonal); ok {
		p.inverse = make([]float64, n*n)
		share(threads, func(t, threads int) {
			for j := t; j < n; j += threads {
				u.column(j, p.inverse[j*n:(j+1)*n])
			}
		})
	}
	return p
}

// share lets threads do parts of some work, which are numbered.
func share(threads int, do func(t, threads int)) {
	threads = max(threads, 1)
	var wait sync.WaitGroup
	for t := range threads {
		wait.Go(func() { do(t, threads) })
	}
	wait.Wait()
}

// factor is a Cholesky factor U, P = UᵀU.
type factor struct {
	dim     int
	u       []float64 // dim × dim, the upper triangle; zeros below
	inverse []float64 // 1/U_jj
}

// factorise replaces the upper triangle of a by its Cholesky factor, row by row
// (the outer product form; Golub and Van Loan, "Matrix Computations", 4th ed.,
// section 4.2.5). It reports false if a pivot is lost to rounding; diagonal holds
// the inverse of a's.
func factorise(a, diagonal []float64) (factor, bool) {
	n := len(diagonal)
	f := factor{dim: n, u: a, inverse: make([]float64, n)}
	for j := range n {
		row := a[j*n : (j+1)*n]
		pivot := row[j]
		if !(pivot*diagonal[j] > 1e-13) || math.IsInf(pivot, 1) {
			return f, false
		}
		inverse := 1 / math.Sqrt(pivot)
		for k := j; k < n; k++ {
			row[k] *= inverse
		}
		f.inverse[j] = inverse
		for i := j + 1; i < n; i++ {
			from := i &^ (kernel.Lanes - 1)
			kernel.Axpy(a[i*n+from:(i+1)*n], -row[i], row[from:])
		}
	}
	for j := range n {
		clear(a[j*n : j*n+j])
	}
	return f, true
}

// column stores column c of P⁻¹ in dst.
func (f factor) column(c int, dst []float64) {
	e := make([]float64, f.dim)
	e[c] = 1
	f.solve(dst, e)
}

// solve stores P⁻¹·rest in dst and overwrites rest: it solves Uᵀz = rest, then
// U·dst = z.
func (f factor) solve(dst, rest []float64) {
	n := f.dim
	clear(dst)
	for j := range n {
		if rest[j] == 0 {
			continue
		}
		z := rest[j] * f.inverse[j]
		from := j &^ (kernel.Lanes - 1)
		kernel.Axpy(rest[from:], -z, f.u[j*n+from:(j+1)*n])
		rest[j] = z
	}
	for j := n - 1; j >= 0; j-- {
		from := j &^ (kernel.Lanes - 1)
		dst[j] = (rest[j] - kernel.Dot(f.u[j*n+from:(j+1)*n], dst[from:])) * f.inverse[j]
	}
}

// Precondition stores P⁻¹·g in dst.
func (p *precond) Precondition(_ int, dst, g []float64) { p.multiply(dst, g) }

func (p *precond) multiply(dst, g []float64) {
	if p.inverse == nil {
		diagonal, dst := p.diagonal[:len(g)], dst[:len(g)]
		for j, v := range g {
			dst[j] = diagonal[j] * v
		}
		return
	}
	clear(dst)
	kernel.RowMulAdd(len(g), len(g), g, 1, p.inverse, len(g), dst)
}

// diagonalPrecond is the diagonal of P, from Σ_i x_ij².
func diagonalPrecond(squares []float64, c float64, penalty []float64) *precond {
	p := &precond{diagonal: make([]float64, len(penalty))}
	for j, v := range squares {
		p.diagonal[j] = 1
		if h := float64(c*v) + penalty[j]; h > 0 {
			p.diagonal[j] = 1 / h
		}
	}
	return p
}

// preconds are the preconditioners of some problems: P of all rows for one that
// uses half of them or more, the one that all others share, or the diagonal of its
// own rows where these are few.
type preconds []*precond

// fewValues is the number of values of a problem's rows up to which its
// preconditioner is diagonal: it depends on no other rows, and is about as good.
const fewValues = 1 << 14

func (d *Design) preconds(columns []Column, c float64, threads int) preconds {
	list := make(preconds, len(columns))
	all := sync.OnceValue(func() *precond { return d.sampledPrecond(c, threads) })
	within := sync.OnceValue(func() *precond { return d.withinPrecond(c, threads) })
	total := 0
	for _, s := range d.Segments {
		total += s.End - s.Start
	}
	for k, column := range columns {
		used := d.used(column)
		switch {
		case used*d.Cols <= fewValues:
			list[k] = d.ownPrecond(column, c)
		case 2*used >= total:
			list[k] = all()
		default:
			list[k] = within()
		}
	}
	return list
}

// used is the number of rows of a problem.
func (d *Design) used(column Column) int {
	used := 0
	for _, s := range d.Segments {
		if column.Target[s.Class] != 0 {
			used += s.End - s.Start
		}
	}
	return used
}

// ownPrecond is the diagonal of P for the rows of a problem.
func (d *Design) ownPrecond(column Column, c float64) *precond {
	squares := make([]float64, d.Dim)
	for i, s := range d.Segments {
		if column.Target[s.Class] != 0 {
			kernel.Axpy(squares, 1, d.parts[i].squares())
		}
	}
	return diagonalPrecond(squares, c, d.Penalty)
}

// Precondition stores P⁻¹·g in dst.
func (p preconds) Precondition(number int, dst, g []float64) {
	p[number].multiply(dst, g)
}

// sampledPrecond is P for all rows of a design, or its diagonal.
func (d *Design) sampledPrecond(c float64, threads int) *precond {
	if d.Dim > mostVariables || d.Rows < d.Dim {
		return diagonalPrecond(d.squares(), c, d.Penalty)
	}
	blocks := d.Rows / kernel.Lanes
	every := max(1, d.Rows/(sampleRows*d.Dim))
	taken := (blocks + every - 1) / every
	gram := make([]float64, d.Dim*d.Dim)
	share(threads, func(t, threads int) { d.sampleGram(gram, taken, every, t*kernel.Lanes, threads*kernel.Lanes) })
	return newPrecond(gram, c*float64(blocks)/float64(taken), d.Penalty, threads)
}

// sampleGram adds XᵀX of blocks of rows, with so many from one to the next, to some rows
// of the upper triangle of gram: kernel.Lanes rows from first on, then step rows further.
func (d *Design) sampleGram(gram []float64, blocks, every, first, step int) {
	const most = tile / kernel.Lanes
	size := kernel.Lanes * d.Dim
	x, room := make([]float64, most*size), make([]float64, size)
	for from := 0; from < blocks; from += most {
		n := min(most, blocks-from)
		for k := range n {
			copy(x[k*size:], d.rows((from+k)*every*kernel.Lanes, kernel.Lanes, room))
		}
		for i := first; i < d.Dim; i += step {
			kernel.MulAdd(kernel.Lanes, d.Dim-i, n*kernel.Lanes, x[i:], 1, d.Dim, x[i:], d.Dim, gram[i*d.Dim+i:], d.Dim)
		}
	}
}

// withinPrecond is shared by the problems over few of the classes of a design:
// c·m·(S/n + x̄·x̄ᵀ) + diag(penalty), where S is the scatter of the n rows about the
// means of their classes, x̄ their mean and m the mean number of rows of two
// classes; or the diagonal of that.
func (d *Design) withinPrecond(c float64, threads int) *precond {
	n := 0
	for _, s := range d.Segments {
		n += s.End - s.Start
	}
	m := 2 * float64(n) / float64(len(d.Segments))
	if d.Dim > mostVariables || d.Rows < d.Dim {
		return diagonalPrecond(d.squares(), c*m/float64(n), d.Penalty)
	}
	gram, mean := d.within()
	for j := range d.Dim {
		row := gram[j*d.Dim : (j+1)*d.Dim]
		for k := range row {
			row[k] += float64(mean[j] * mean[k])
		}
	}
	return newPrecond(gram, c*m, d.Penalty, threads)
}

// within returns S/n (the upper triangle), from about sampleRows rows a variable,
// and x̄.
func (d *Design) within() (gram, mean []float64) {
	gram, mean = make([]float64, d.Dim*d.Dim), make([]float64, d.Dim)
	block, room := make([]float64, kernel.Lanes*d.Dim), make([]float64, kernel.Lanes*d.Dim)
	every := max(1, d.Rows/(sampleRows*d.Dim))
	rows, taken, turn := 0, 0, 0
	for _, s := range d.Segments {
		n := s.End - s.Start
		centre := make([]float64, d.Dim)
		for i := s.Start; i < s.End; i++ {
			kernel.Axpy(centre, 1, d.rows(i, 1, room))
		}
		kernel.Axpy(mean, 1, centre)
		rows += n
		for at := s.Start; at < s.End; at, turn = at+kernel.Lanes, turn+1 {
			if turn%every != 0 {
				continue
			}
			m := min(kernel.Lanes, s.End-at)
			copy(block, d.rows(at, m, room))
			for i := range m {
				kernel.Axpy(block[i*d.Dim:(i+1)*d.Dim], -1/float64(n), centre)
			}
			addGram(gram, block, m, d.Dim)
			taken += m
		}
	}
	for j := range gram {
		gram[j] /= float64(taken)
	}
	for j := range mean {
		mean[j] /= float64(rows)
	}
	return gram, mean
}

// addGram adds XᵀX of some rows to the upper triangle of gram.
func addGram(gram, x []float64, rows, dim int) {
	for i := 0; i < dim; i += kernel.Lanes {
		kernel.MulAdd(kernel.Lanes, dim-i, rows, x[i:], 1, dim, x[i:], dim, gram[i*dim+i:], dim)
	}
}
