package sparse

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// group is the state of problems that are trained side by side, one a lane.
type group struct {
	*problems
	lanes  []lane
	width  int       // padded
	rows   []row     // of the classes that the problems use
	w      []float64 // cols × stride
	alpha  []float64 // rows × width
	logit  []float64 // rows × width, of α/c; logistic only
	params []float64 // classes × kinds × width, see package kernel
	kinds  int
	bias   []float64   // width
	centre []float64   // width: the point to which a free intercept is drawn
	gaps   []float64   // width: the duality gap as met in the last pass
	f      []float64   // width
	keys   [2][]uint64 // rows, see visit
	order  []int       // rows
	single bool        // one problem, whose w has stride 1
	stride int         // of w
	rest   rest        // of a single problem
}

// lane is one problem.
type lane struct {
	column    int
	objective float64 // as last known
	seen      float64 // the gap met when it was last checked
	done      bool
}

func newGroup(p *problems, columns []int) *group {
	g := &group{problems: p}
	for _, c := range columns {
		g.lanes = append(g.lanes, lane{column: c, seen: math.Inf(1)})
	}
	g.width = kernel.Padded(len(columns))
	g.rows = p.rowsOf(p.usedBy(g.lanes))
	for j := range g.lanes {
		g.lanes[j].objective = g.atZero(columns[j])
	}
	g.stride = g.width
	if g.single = p.isSingle(columns[0]); g.single {
		g.stride = 1
		g.rest.resting = make([]bool, len(g.rows))
		g.rest.wake()
	}
	g.w = make([]float64, p.cols*g.stride)
	g.alpha = make([]float64, len(g.rows)*g.width)
	g.kinds = 6
	if p.Loss == linear.Logistic {
		g.kinds = 2
		g.logit = slices.Repeat([]float64{kernel.Unvisited}, len(g.alpha))
	}
	g.bias, g.centre = make([]float64, g.width), make([]float64, g.width)
	g.gaps, g.f = make([]float64, g.width), make([]float64, g.width)
	g.setParams()
	return g
}

// atZero is the objective of a column at w = 0.
func (g *group) atZero(column int) float64 {
	sum, loss := 0.0, 1.0
	if g.Loss == linear.Logistic {
		loss = math.Ln2
	}
	c := g.columns[column]
	for _, r := range g.rows {
		if c.Target[r.class] != 0 {
			sum += float64(c.Weight[r.class] * r.weight * loss)
		}
	}
	return sum
}

// usedBy tells which classes some of the lanes use.
func (p *problems) usedBy(lanes []lane) []bool {
	used := make([]bool, len(p.classes))
	for _, l := range lanes {
		for k := range used {
			used[k] = used[k] || p.columns[l.column].Target[k] != 0
		}
	}
	return used
}

// rowsOf returns the rows of some classes in the order in which they are given,
// however classes are numbered.
func (p *problems) rowsOf(used []bool) []row {
	var lists [][]row
	for k, rows := range p.classes {
		if used[k] {
			lists = append(lists, rows)
		}
	}
	rows := slices.Concat(lists...)
	byNumber := func(a, b row) int { return cmp.Compare(a.number, b.number) }
	if !slices.IsSortedFunc(rows, byNumber) {
		slices.SortFunc(rows, byNumber)
	}
	return rows
}

// setParams fills params; lanes that are done and classes that are left out have
// zeros.
func (g *group) setParams() {
	n := g.width
	g.params = make([]float64, len(g.classes)*g.kinds*n)
	for k := range g.classes {
		p := g.paramsOf(k)
		for j, l := range g.lanes {
			y, c := float64(g.columns[l.column].Target[k]), g.columns[l.column].Weight[k]
			if y == 0 || c == 0 || l.done {
				continue
			}
			p[j] = y
			switch g.Loss {
			case linear.Logistic:
				p[n+j] = c
			case linear.SquaredHinge:
				p[n+j], p[2*n+j], p[3*n+j], p[5*n+j] = 1, 0.5/c, math.Inf(1), c
			case linear.Hinge:
				p[n+j], p[3*n+j], p[4*n+j] = 1, c, c
			}
		}
	}
}

// paramsOf returns those of a class, kinds × width.
func (g *group) paramsOf(class int) []float64 {
	return g.params[class*g.kinds*g.width : (class+1)*g.kinds*g.width]
}

// train runs passes until every problem is done.
func (g *group) train(ctx context.Context, done func(column int, r Result)) {
	for pass := 1; len(g.lanes) > 0; pass++ {
		if ctx.Err() != nil {
			return
		}
		clear(g.gaps)
		if g.single {
			g.passSingle(pass)
		} else {
			g.pass(pass)
		}
		g.recentre()
		if g.due(pass) {
			g.weigh(pass)
		}
		if g.due(pass) {
			g.judge(pass, done)
			g.compact()
		}
	}
}

// pass visits every row once.
func (g *group) pass(pass int) {
	order := g.visit(pass)
	for at, i := range order {
		if at+1 < len(order) {
			kernel.Prefetch(g.features(g.rows[order[at+1]]))
		}
		r := g.rows[i]
		data, indices := g.decide(r)
		alpha, p := g.alpha[i*g.width:(i+1)*g.width], g.paramsOf(r.class)
		if g.Loss == linear.Logistic {
			kernel.LogisticStep(p, g.f, g.logit[i*g.width:(i+1)*g.width], alpha, g.gaps, r.square, r.weight)
			kernel.Scatter(data, indices, g.w, g.width, g.f)
		} else {
			g.scatter(data, indices, kernel.HingeStep(p, g.f, alpha, g.gaps, r.square, r.weight))
		}
		if g.Intercept != smooth.NoIntercept {
			kernel.Axpy(g.bias, g.unit, g.f)
		}
	}
}

// recentre moves the point to which a free intercept is drawn to where it is, and
// the intercept by as much as that pulls it: an augmented Lagrangian step for the
// balance Σ α·y = 0.
func (g *group) recentre() {
	if g.Intercept == smooth.FreeIntercept {
		for j, b := range g.bias {
			g.bias[j], g.centre[j] = b+(b-g.centre[j]), b
		}
	}
}

// decide computes the decision values of a row.
func (g *group) decide(r row) ([]float64, []int32) {
	data, indices := g.features(r)
	copy(g.f, g.bias)
	if g.single {
		g.f[0] += kernel.SparseDot(data, indices, g.w)
		return data, indices
	}
	kernel.Gather(data, indices, g.w, g.width, g.f)
	return data, indices
}

// scatter adds the changes of a row to w for those 8 problems of which some moved.
func (g *group) scatter(data []float64, indices []int32, moved uint64) {
	if bits.OnesCount64(moved)*kernel.Lanes == g.width {
		kernel.Scatter(data, indices, g.w, g.width, g.f)
		return
	}
	for ; moved != 0; moved &= moved - 1 {
		at := bits.TrailingZeros64(moved) * kernel.Lanes
		kernel.Scatter(data, indices, g.w[at:], g.width, g.f[at:at+kernel.Lanes])
	}
}

// due reports whether a lane is.
func (g *group) due(pass int) bool {
	for j := range g.lanes {
		if g.isDue(j, pass) {
			return true
		}
	}
	return false
}

// isDue reports whether the gap that a lane met in the last pass lets it hope to
// be done: computing the gap takes about half a pass. The first pass meets no
// solution yet.
func (g *group) isDue(j, pass int) bool {
	l, met := g.lanes[j], g.gaps[j]
	if l.done || pass == g.MaxIter || !(met <= math.MaxFloat64) {
		return !l.done
	}
	return pass > 1 && met <= g.Tol*l.objective && met <= 0.7*l.seen
}

// weigh improves what is known of the objectives of lanes that are due.
func (g *group) weigh(pass int) {
	for j, v := range g.primal() {
		if l := &g.lanes[j]; v > 0 && g.isDue(j, pass) {
			l.objective = min(l.objective, v)
		}
	}
}

// judge ends the lanes that are good enough, and notes what is known of others that
// are due.
func (g *group) judge(pass int, done func(column int, r Result)) {
	for j, q := range g.quality(true) {
		if !g.isDue(j, pass) {
			continue
		}
		l := &g.lanes[j]
		r := Result{Objective: q.primal(), Gap: g.bound(q), Iterations: pass}
		switch {
		case math.IsNaN(r.Gap) || !(r.Objective <= math.MaxFloat64):
			r.Err = ErrOverflow
		case r.Gap <= g.Tol*r.Objective:
			r.End = contract.Tolerance
		case pass == g.MaxIter:
			r.End = contract.MaxIter
		default:
			l.objective, l.seen = r.Objective, g.gaps[j]
			g.rest.wake()
			continue
		}
		l.done = true
		r.B = g.bias[j]
		r.W = make([]float64, g.cols)
		for i := range r.W {
			r.W[i] = g.w[i*g.stride+j] + 0 // never −0
		}
		done(l.column, r)
	}
}
