package kernel

import "math"

// tiny stands for a curvature that is not positive.
const tiny = 1e-12

func gaussianPortable(x, norms []float64, norm, gamma float64) {
	for t, v := range x {
		square := math.FMA(-2, v, norms[t]+norm)
		if !(square > 0) {
			square = 0
		}
		x[t] = exponential(-float64(gamma * square))
	}
}

func narrowPortable(dst []float32, x []float64, shift float64) {
	for t, v := range x {
		dst[t] = float32(v - shift)
	}
}

func axpyNarrowPortable(dst []float64, a float64, x []float32) {
	for t, v := range x {
		dst[t] = math.FMA(a, float64(v), dst[t])
	}
}

func stepPortable(e, up, low []float64, step float64, p, q []float32) (at int, least float64) {
	at, least = -1, math.Inf(1)
	most := math.Inf(-1)
	up, low, p, q = up[:len(e)], low[:len(e)], p[:len(e)], q[:len(e)]
	for t, v := range e {
		v = math.FMA(-step, float64(p[t])-float64(q[t]), v)
		e[t] = v
		if v+up[t] > most {
			most, at = v+up[t], t
		}
		if v+low[t] < least {
			least = v + low[t]
		}
	}
	return at, least
}

func partnerPortable(e, low, diagonal []float64, row []float32, most, own float64, best *candidates) {
	for l := range Lanes {
		best.above[l], best.below[l], best.at[l] = 0, 1, -1
	}
	low, diagonal, row = low[:len(e)], diagonal[:len(e)], row[:len(e)]
	for t, v := range e {
		b := most - (v + low[t])
		if !(b > 0) {
			continue
		}
		a := math.FMA(-2, float64(row[t]), own+diagonal[t])
		if !(a > 0) {
			a = tiny
		}
		above, l := float64(b*b), t%Lanes
		if float64(above*best.below[l]) > float64(best.above[l]*a) {
			best.above[l], best.below[l], best.at[l] = above, a, int64(t)
		}
	}
}

// candidates are the best of eight lists: quotients and where they are.
type candidates struct {
	above, below [Lanes]float64
	at           [Lanes]int64
}

// first returns where the largest quotient is.
func (c *candidates) first() int {
	best := 0
	for l := 1; l < Lanes; l++ {
		if float64(c.above[l]*c.below[best]) > float64(c.above[best]*c.below[l]) {
			best = l
		}
	}
	return int(c.at[best])
}
