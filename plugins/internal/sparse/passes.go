package sparse

import (
	"context"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

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
	g.stride = strideOf(len(columns))
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

// train runs passes until every problem is done.
func (g *group) train(ctx context.Context, done func(column int, r Result)) {
	for pass := 1; len(g.lanes) > 0; pass++ {
		if ctx.Err() != nil {
			return
		}
		clear(g.gaps)
		g.norms = nil
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
			g.scatter(data, indices, allMoved)
		} else {
			g.scatter(data, indices, kernel.HingeStep(p, g.f, alpha, g.gaps, r.square, r.weight))
		}
		if g.Intercept != smooth.NoIntercept {
			kernel.Axpy(g.bias, g.unit, g.f)
		}
	}
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
	var ended []int
	var results []Result
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
		ended, results = append(ended, j), append(results, r)
	}
	for n, w := range g.weights(ended) {
		results[n].W = w
		done(g.lanes[ended[n]].column, results[n])
	}
}

// copied is how many columns are copied lane by lane at a time: their cache lines stay where
// they are meanwhile.
const copied = 64

// weights copies w of some lanes.
func (g *group) weights(lanes []int) [][]float64 {
	out := lists.Map(lanes, func(int) []float64 { return make([]float64, g.cols) })
	for first := 0; first < g.cols; first += copied {
		last := min(first+copied, g.cols)
		for n, j := range lanes {
			for i := first; i < last; i++ {
				out[n][i] = g.w[i*g.stride+j] + 0 // never −0
			}
		}
	}
	return out
}
