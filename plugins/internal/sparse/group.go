package sparse

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

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
	norms  []float64   // width: see squares
	f      []float64   // width
	keys   [2][]uint64 // rows, see visit
	order  []int       // rows
	single bool        // one problem, whose w has stride 1
	stride int         // of w, see strideOf
	rest   rest        // of a single problem
}

// lane is one problem.
type lane struct {
	column    int
	objective float64 // as last known
	seen      float64 // the gap met when it was last checked
	done      bool
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
	switch g.stride {
	case 1:
		g.f[0] += kernel.SparseDot(data, indices, g.w)
	case 2:
		kernel.GatherTwo(data, indices, g.w, g.f)
	default:
		kernel.Gather(data, indices, g.w, g.width, g.f)
	}
	return data, indices
}

// strideOf is the numbers that w has for each column: what vector instructions take at a time, or two of two problems,
// such as those of two siblings of a tree, whose w would be three quarters padding.
func strideOf(problems int) int {
	if problems <= 2 {
		return 2
	}
	return kernel.Padded(problems)
}

// allMoved says that problems of all lanes may have moved.
const allMoved = math.MaxUint64

// scatter adds the changes of a row to w for those 8 problems of which some moved.
func (g *group) scatter(data []float64, indices []int32, moved uint64) {
	switch {
	case g.stride == 2:
		kernel.ScatterTwo(data, indices, g.w, g.f)
		return
	case moved == allMoved || bits.OnesCount64(moved)*kernel.Lanes == g.width:
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

// compact drops the lanes that are done, once that saves 8 lanes; until then they
// stand still.
func (g *group) compact() {
	var left []int
	var lanes []lane
	for j, l := range g.lanes {
		if !l.done {
			left, lanes = append(left, j), append(lanes, l)
		}
	}
	switch {
	case len(left) == len(g.lanes):
		return
	case len(left) == 0:
		g.lanes = nil
		return
	case strideOf(len(left)) < g.stride:
		g.keep(left, lanes)
	}
	g.setParams()
}

// keep moves the state of the lanes that are left to the front of narrower rows.
func (g *group) keep(left []int, lanes []lane) {
	move := func(all []float64, from, to int) []float64 {
		rows := len(all) / from
		for i := range rows {
			row := all[i*to : (i+1)*to]
			for k, j := range left {
				row[k] = all[i*from+j]
			}
			clear(row[len(left):])
		}
		return all[:rows*to]
	}
	width, stride := kernel.Padded(len(left)), strideOf(len(left))
	g.w = move(g.w, g.stride, stride)
	for _, numbers := range []*[]float64{&g.alpha, &g.logit, &g.bias, &g.centre} {
		*numbers = move(*numbers, g.width, width)
	}
	g.gaps, g.f = make([]float64, width), make([]float64, width)
	g.lanes, g.width, g.stride = lanes, width, stride
}

// rest tells which rows of a single problem are left out for now (Hsieh et al.
// 2008, section 3.3): α is at a bound, and the slope of the dual says that it would
// stay there by more than any other row was off in the last pass.
type rest struct {
	resting      []bool
	below, above float64 // slopes from which a row at its upper or lower bound rests
	low, high    float64 // extreme projected slopes of this pass
}

func (r *rest) wake() {
	clear(r.resting)
	r.below, r.above = math.Inf(-1), math.Inf(1)
	r.begin()
}

func (r *rest) begin() { r.low, r.high = math.Inf(1), math.Inf(-1) }

// end sets the bounds for the next pass.
func (r *rest) end() {
	r.below, r.above = r.low, r.high
	if r.below >= 0 {
		r.below = math.Inf(-1)
	}
	if r.above <= 0 {
		r.above = math.Inf(1)
	}
}

// note considers a row: the slope of the dual at the α that it had, and whether this
// α was and is at its lower or its upper bound.
func (r *rest) note(i int, slope float64, atLower, atUpper bool) {
	switch {
	case atLower && slope > 0:
		r.resting[i] = slope > r.above
		slope = 0
	case atUpper && slope < 0:
		r.resting[i] = slope < r.below
		slope = 0
	}
	r.low, r.high = min(r.low, slope), max(r.high, slope)
}
