package margin

import (
	"math"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

// simplexFace is the problem of Crammer and Singer in the α of some rows, those at
// their limit held fixed, solved by conjugate gradients on the directions that add
// up to 0 for each row. An α that runs into its limit stays there, as in face.
type simplexFace struct {
	*multiclass
	rows     []int
	free     []bool    // rows × width: α below its limit
	residual []float64 // rows × width: minus the slope, less its mean over the row
	p        []float64 // rows × width: direction in α
	along    []float64 // (d + 1) × width: direction in the coefficients
}

// solveFace moves the α of rows to the minimum of the dual on their face, or as far
// as a number of steps leads.
func (m *multiclass) solveFace(rows []int, steps int) {
	f := &simplexFace{multiclass: m, free: make([]bool, len(rows)*m.width), along: make([]float64, len(m.w)), rows: rows,
		residual: make([]float64, len(rows)*m.width), p: make([]float64, len(rows)*m.width)}
	for r, i := range rows {
		for k, a := range m.alphaOf(i)[:m.classes] {
			f.free[r*m.width+k] = a < m.limit(i, k)
		}
	}
	for steps > 0 && f.restart() {
		steps = f.descend(steps)
	}
}

// limit is the largest α of class k of a row.
func (m *multiclass) limit(i, k int) float64 {
	if k == m.class[i] {
		return m.bound[i]
	}
	return 0
}

// part returns the elements of row r.
func (f *simplexFace) part(v []float64, r int) []float64 { return v[r*f.width : (r+1)*f.width] }

// project subtracts from the free elements of a row their mean and clears the
// others.
func (f *simplexFace) project(r int, v []float64) {
	free := f.free[r*f.width : (r+1)*f.width]
	sum, n := 0.0, 0.0
	for k, ok := range free {
		if ok {
			sum += v[k]
			n++
		}
	}
	for k, ok := range free {
		if ok {
			v[k] -= sum / n
		} else {
			v[k] = 0
		}
	}
}

// restart computes the residual afresh and points the direction at it. It reports
// false when the residual is no more than rounding.
func (f *simplexFace) restart() bool {
	largest := 0.0
	for r, i := range f.rows {
		f.decide(i)
		residual := f.part(f.residual, r)
		for k, v := range f.f {
			residual[k] = -v
		}
		residual[f.class[i]]++
		f.project(r, residual)
		p := f.part(f.p, r)
		for k, v := range residual {
			largest = max(largest, v, -v)
			p[k] = v / f.square[i]
		}
	}
	return largest > 1e-13
}

// size returns Σ residual²/‖z‖².
func (f *simplexFace) size() float64 {
	sum := 0.0
	for r, i := range f.rows {
		residual := f.part(f.residual, r)
		sum += kernel.Dot(residual, residual) / f.square[i]
	}
	return sum
}

// descend takes conjugate gradient steps until the residual has fallen by a factor
// 10⁶, an α meets its limit or the steps are used up. It returns how many are left.
func (f *simplexFace) descend(steps int) int {
	rho := f.size()
	enough := rho * 1e-12
	for ; steps > 0; steps-- {
		f.point()
		step := f.longest()
		curvature := kernel.Dot(f.along, f.along)
		if curvature*step < rho { // the limit comes before the minimum
			f.move(step)
			return steps - 1
		}
		step = rho / curvature
		f.move(step)
		f.follow(step)
		next := f.size()
		if next <= enough {
			return steps - 1
		}
		for r, i := range f.rows {
			p, residual := f.part(f.p, r), f.part(f.residual, r)
			for k, v := range residual {
				p[k] = v/f.square[i] + float64(next/rho*p[k])
			}
		}
		rho = next
	}
	return 0
}

// point computes the direction in the coefficients.
func (f *simplexFace) point() {
	clear(f.along)
	for r, i := range f.rows {
		p := f.part(f.p, r)
		f.addTo(f.along, i, p)
	}
}

// longest returns the longest step that keeps every α within its limit.
func (f *simplexFace) longest() float64 {
	longest := math.Inf(1)
	for r, i := range f.rows {
		alpha := f.alphaOf(i)
		for k, p := range f.part(f.p, r) {
			if p > 0 {
				longest = min(longest, (f.limit(i, k)-alpha[k])/p)
			}
		}
	}
	return longest
}

// move goes a step along the direction and holds the α that have met their limit.
func (f *simplexFace) move(step float64) {
	for r, i := range f.rows {
		alpha := f.alphaOf(i)
		for k, p := range f.part(f.p, r) {
			if p == 0 {
				continue
			}
			change := float64(step * p)
			alpha[k] += change
			if limit := f.limit(i, k); alpha[k] >= limit-float64(1e-15*max(limit, change)) {
				alpha[k], f.free[r*f.width+k] = limit, false
			}
		}
	}
	kernel.Axpy(f.w, step, f.along)
}

// follow updates the residual after a step.
func (f *simplexFace) follow(step float64) {
	for r, i := range f.rows {
		f.multiply(i, f.along)
		f.project(r, f.f)
		kernel.Axpy(f.part(f.residual, r), -step, f.f)
	}
}
