package sparse

import (
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// A problem that leaves out most rows, or has no others beside it, is trained
// singly: then w is one column, which fits a cache that 8 columns do not, and rows
// that are likely to stay at a bound can rest.

// passSingle is pass for one problem.
func (g *group) passSingle(pass int) {
	const n = kernel.Lanes
	g.rest.begin()
	order := g.visit(pass)
	for at, i := range order {
		if at+1 < len(order) {
			kernel.Prefetch(g.features(g.rows[order[at+1]]))
		}
		r := g.rows[i]
		data, indices := g.decide(r)
		alpha, p := g.alpha[i*n:(i+1)*n], g.paramsOf(r.class)
		if g.Loss == linear.Logistic {
			kernel.LogisticStep(p, g.f, g.logit[i*n:(i+1)*n], alpha, g.gaps, r.square, r.weight)
		} else {
			before, slope := alpha[0], float64(p[0]*g.f[0])-p[n]+float64(p[2*n]/r.weight*alpha[0])
			kernel.HingeStep(p, g.f, alpha, g.gaps, r.square, r.weight)
			g.rest.note(i, slope, before == 0 && alpha[0] == 0, before == p[3*n]*r.weight && alpha[0] == before)
		}
		if step := g.f[0]; step != 0 {
			kernel.SparseAxpy(step, data, indices, g.w)
			g.bias[0] += float64(g.unit * step)
		}
	}
	g.rest.end()
}

// visit returns the order in which a pass takes the rows: by a hash of the pass
// and of the number of the row, so that problems that share rows agree on their
// order whatever other rows are between them. A new order for each pass is what makes
// coordinate descent fast: with one order for all it takes more than ten times as
// many passes.
func (g *group) visit(pass int) []int {
	if cap(g.keys[0]) < len(g.rows) {
		g.keys = [2][]uint64{make([]uint64, len(g.rows)), make([]uint64, len(g.rows))}
		g.order = make([]int, len(g.rows))
	}
	from := g.keys[0][:0]
	for i, r := range g.rows {
		if !g.single || !g.rest.resting[i] {
			from = append(from, hash(uint64(pass)<<40+uint64(r.number))&^(1<<32-1)|uint64(i))
		}
	}
	to := g.keys[1][:len(from)]
	for shift := 32; shift < 64; shift += 8 {
		var starts [257]int
		for _, k := range from {
			starts[k>>shift&255+1]++
		}
		for i := range 256 {
			starts[i+1] += starts[i]
		}
		for _, k := range from {
			digit := k >> shift & 255
			to[starts[digit]] = k
			starts[digit]++
		}
		from, to = to, from
	}
	order := g.order[:len(from)]
	for i, k := range from {
		order[i] = int(k & (1<<32 - 1))
	}
	return order
}

// hash is the output function of SplitMix64 (Steele, Lea and Flood, "Fast
// splittable pseudorandom number generators", OOPSLA 2014).
func hash(z uint64) uint64 {
	z = (z + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
