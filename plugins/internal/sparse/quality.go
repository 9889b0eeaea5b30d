package sparse

import (
	"math"

	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// quality is what is known of a solution: of w, the intercept b and α.
type quality struct {
	square  float64 // ‖w‖², with b² if that is penalised
	loss    float64 // Σ c·loss
	gap     float64 // Σ c·loss + c·conjugate(−α/c) + α·y·f, whose terms are ≥ 0
	balance float64 // Σ α·y
	slope   float64 // Σ c·y·(−loss′)
	curve   float64 // Σ c·loss″
}

func (q quality) primal() float64 { return float64(q.square/2) + q.loss }

// The sums of a row over which they are collected, in the order of
// kernel.LogisticGap.
const (
	sumLoss = iota
	sumGap
	sumSlope
	sumCurve
	sums
)

// quality goes through the rows. At w = Σ α·y·x the gap is the primal objective less
// that of the dual (Fenchel's inequality), if the intercept is a part of w or
// absent. Unless deciding, all decision values are taken to be 0: loss − gap is then
// −Σ c·conjugate(−α/c).
func (g *group) quality(deciding bool) []quality {
	n := g.width
	s, balance := make([]float64, sums*n), make([]float64, n)
	for i, r := range g.rows {
		clear(g.f)
		if deciding {
			g.decide(r)
		}
		alpha, p := g.alpha[i*n:(i+1)*n], g.paramsOf(r.class)
		if g.Loss == linear.Logistic {
			kernel.LogisticGap(p, g.f, g.logit[i*n:(i+1)*n], alpha, s, r.weight)
		} else {
			hingeGap(p, g.f, alpha, s, r.weight)
		}
		for j, a := range alpha {
			balance[j] += float64(a * p[j])
		}
	}
	squares := g.squares()
	q := make([]quality, len(g.lanes))
	for j := range q {
		q[j] = quality{squares[j], s[sumLoss*n+j], s[sumGap*n+j], balance[j], s[sumSlope*n+j], s[sumCurve*n+j]}
	}
	return q
}

// primal estimates the primal objectives from those of the dual and the gaps met:
// that takes no decision values.
func (g *group) primal() []float64 {
	values := make([]float64, len(g.lanes))
	for j, q := range g.quality(false) {
		values[j] = q.loss - q.gap - float64(q.square/2) + g.gaps[j]
		if g.Intercept == smooth.FreeIntercept {
			values[j] -= float64(g.bias[j] * q.balance)
		}
	}
	return values
}

// bound returns how far the objective may be above its minimum.
func (g *group) bound(q quality) float64 {
	if g.Intercept == smooth.FreeIntercept {
		return freeGap(q, g.radius)
	}
	return q.gap
}

// freeGap bounds P(w, b) − P(w*, b*) for a free intercept, where α need not be
// balanced, S = Σ α·y ≠ 0. With ε the distance, P ≤ P* + gap + |b* − b|·|S|.
// Since P is strongly convex in w, ‖w − w*‖ ≤ √2ε, and the best intercept moves by
// no more than the decision values, |b* − b̂| ≤ R·√2ε, where b̂ is the best one
// for w, taken to be within twice a Newton step of b. Hence
// ε ≤ gap + |b̂ − b|·|S| + R·|S|·√2ε, which is solved for ε.
func freeGap(q quality, radius float64) float64 {
	s, g := math.Abs(q.balance), max(q.gap, 0)
	if q.slope != 0 {
		g += 2 * s * math.Abs(q.slope) / q.curve
	}
	half := radius * s / math.Sqrt2
	root := half + math.Sqrt(float64(half*half)+g)
	return root * root
}

// hingeGap adds the row's sums for the hinge losses; p is that of
// kernel.HingeStep.
func hingeGap(p, f, alpha, s []float64, weight float64) {
	n := len(f)
	for j, v := range f {
		y, d := p[j], p[2*n+j]/weight
		r := p[n+j] - float64(y*v)
		x := max(r, 0)
		loss := float64(weight * (p[4*n+j] + float64(p[5*n+j]*x)) * x)
		s[sumLoss*n+j] += loss
		s[sumGap*n+j] += loss + float64(alpha[j]*(float64(0.5*d*alpha[j])-r))
		if x > 0 {
			s[sumSlope*n+j] += float64(2 * weight * p[5*n+j] * x * y)
			s[sumCurve*n+j] += float64(2 * weight * p[5*n+j])
		}
	}
}

// squares returns ‖w‖² of every lane, with b² if that is penalised, which it sums once after a
// pass.
func (g *group) squares() []float64 {
	if g.norms == nil {
		g.norms = g.sumSquares()
	}
	return g.norms
}

func (g *group) sumSquares() []float64 {
	sum := make([]float64, g.width)
	if g.Intercept == smooth.PenalisedIntercept {
		for j, b := range g.bias {
			sum[j] = b * b
		}
	}
	if g.single {
		whole := len(g.w) &^ (kernel.Lanes - 1)
		sum[0] += kernel.Dot(g.w[:whole], g.w[:whole])
		for _, v := range g.w[whole:] {
			sum[0] += float64(v * v)
		}
		return sum
	}
	for i := 0; i < len(g.w); i += g.stride {
		for j, v := range g.w[i : i+g.stride] {
			sum[j] += float64(v * v)
		}
	}
	return sum
}
