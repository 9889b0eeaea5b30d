package decode

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// BradleyTerry fits p to the models' probabilities r_l = σ(s_l) under any
// code: it maximises Σ_l r_l·ln(q⁺_l/q_l) + (1 − r_l)·ln(q⁻_l/q_l), where q⁺_l
// sums p over the classes with +1, q⁻_l over those with −1 and q_l over both
// (Huang, Weng & Lin, "Generalized Bradley–Terry models and multi-class
// probability estimates", JMLR 7, 2006). Class scores are ln p_k.
// Log-odds are cut off at ±23.03 (r = 1e-10), where p would run to 0 or 1.
const BradleyTerry Method = "bradley_terry"

func prepareBradleyTerry(_ Rule, code contract.Code) (func() decoder, error) {
	c := newColumns(code)
	weight := slices.Repeat([]float64{1}, code.Columns())
	return func() decoder {
		m := newStrengths(c, code.Classes(), weight)
		return decoder{equal: ofFit, probabilities: softmax, score: func(s, out []float64) {
			clear(m.theta)
			m.fit(s)
			m.logProbabilities(out)
		}}
	}, nil
}

// mostLogOdds is where log-odds are cut off: beyond, the most likely
// probabilities can be 0, and their logarithms have no end.
var mostLogOdds = elementary.Log(1e10)

func cutOff(s float64) float64 { return max(-mostLogOdds, min(mostLogOdds, s)) }

// strengths fits θ = ln p of a generalised Bradley–Terry model to one row of
// log-odds: it minimises
//
//	f(θ) = Σ_l n_l·(ln q_l − r_l·ln q⁺_l − (1−r_l)·ln q⁻_l)
//
// by Newton's method with the damping of Levenberg and Marquardt. f does not
// change when all θ move together; the largest stays where it is. For pairs f is
// convex; under other codes its curvature may be negative or, where the code
// leaves the probabilities open, 0, and the descent from equal strengths decides.
type strengths struct {
	columns *columns
	weight  []float64 // n_l
	theta   []float64 // the start and the result
	// Scratch: e^θ, a trial, r and 1−r, gradient, curvature and its damping.
	p, trial, r, rest, gradient, hessian, factor, damping, step []float64
}

func newStrengths(c *columns, classes int, weight []float64) *strengths {
	k, l := func() []float64 { return make([]float64, classes) }, func() []float64 { return make([]float64, len(weight)) }
	return &strengths{
		columns: c, weight: weight, theta: k(),
		p: k(), trial: k(), r: l(), rest: l(), gradient: k(), damping: k(), step: k(),
		hessian: make([]float64, classes*classes), factor: make([]float64, classes*classes),
	}
}

const (
	maxSteps   = 300
	tolerance  = 1e-12 // relative change of the probabilities at which a fit ends
	negligible = 1e-15 // probabilities below are not waited for: theirs may be on the way to 0
	smallStep  = 1e-4  // shorter steps are safe without looking at f
	longStep   = 8.0   // longer steps are cut
	stretch    = 5.0   // what steps of about 1 or more are multiplied by; see newton
)

// fit moves theta to the minimum.
func (m *strengths) fit(s []float64) {
	for l, x := range s {
		m.r[l], m.rest[l] = Sigmoid(cutOff(x)), Sigmoid(cutOff(-x))
	}
	mu, least := 0.0, 0.0
	if !m.columns.pairs {
		mu, least = 1e-10, 1e-10
	}
	m.derive()
	f, before := m.value(m.theta), math.Inf(1)
	for range maxSteps {
		size, ok := m.newton(mu)
		trial := f
		if ok {
			trial = m.value(m.trial)
		}
		if !ok || size > smallStep && !(trial < f+float64((1+f)*1e-12)) {
			mu = max(10*mu, 1e-3)
			continue
		}
		m.theta, m.trial = m.trial, m.theta
		switch {
		case size <= tolerance, mu == 0 && size*size <= tolerance/100: // the next step would be about the square
			return
		case size <= smallStep && size > before/2: // only rounding errors are left
			return
		}
		f, before, mu = trial, size, max(mu/10, least)
		m.derive()
	}
}

// exponentials stores e^(θ − max θ) in p and returns max θ. No p is so small that
// its square is 0.
func (m *strengths) exponentials(theta []float64) float64 {
	largest := theta[Argmax(theta)]
	for k, t := range theta {
		m.p[k] = max(1e-100, elementary.Exp(t-largest))
	}
	return largest
}

// sums returns q⁺ and q⁻ of a column.
func (m *strengths) sums(l int) (positive, negative float64) {
	for _, k := range m.columns.positive(l) {
		positive += m.p[k]
	}
	for _, k := range m.columns.negative(l) {
		negative += m.p[k]
	}
	return positive, negative
}

// value returns f.
func (m *strengths) value(theta []float64) float64 {
	m.exponentials(theta)
	f := 0.0
	for l, n := range m.weight {
		positive, negative := m.sums(l)
		q := positive + negative
		f -= float64(n * (float64(m.r[l]*elementary.Log(positive/q)) + float64(m.rest[l]*elementary.Log(negative/q))))
	}
	return f
}

// derive stores gradient, curvature and damping at theta. With
// v = n·(q⁺/q − r) = −n·(q⁻/q − (1−r)), taken from the smaller side, the gradient
// is Σ v·p_s/q⁺ over the columns with +1 less Σ v·p_s/q⁻ over those with −1. Off
// the diagonal the curvature is p_s·p_t·Σ n·(−1/q² + r/q⁺² or (1−r)/q⁻² where both
// have the same sign).
func (m *strengths) derive() {
	m.exponentials(m.theta)
	clear(m.gradient)
	clear(m.damping)
	clear(m.hessian)
	for l, n := range m.weight {
		positive, negative := m.sums(l)
		q := positive + negative
		v := n * (positive/q - m.r[l])
		if m.r[l] > 0.5 {
			v = -n * (negative/q - m.rest[l])
		}
		plus, minus := m.columns.positive(l), m.columns.negative(l)
		m.addSide(plus, v/positive, n/q)
		m.addSide(minus, -v/negative, n/q)
		for i, s := range plus {
			m.addCurvature(s, plus[:i+1], float64(n*(m.r[l]/(positive*positive)-1/(q*q))))
		}
		for i, s := range minus {
			m.addCurvature(s, minus[:i+1], float64(n*(m.rest[l]/(negative*negative)-1/(q*q))))
			m.addCurvature(s, plus, -n/(q*q))
		}
	}
	m.completeCurvature()
}

func (m *strengths) addSide(classes []int32, slope, damping float64) {
	for _, k := range classes {
		m.gradient[k] += float64(slope * m.p[k])
		m.damping[k] += float64(damping * m.p[k])
	}
}

// addCurvature adds to the entries of a class and some classes in the lower
// triangle; the factor p_s·p_t comes later.
func (m *strengths) addCurvature(s int32, others []int32, c float64) {
	k := len(m.p)
	for _, t := range others {
		m.hessian[int(max(s, t))*k+int(min(s, t))] += c
	}
}

// completeCurvature supplies p_s·p_t and the diagonal. That is what makes rows of
// the curvature sum to 0, also gradient plus p_s² times its own sum. Pairs take
// the first, which does not cancel for them. Other codes take the second with the
// gradient's absolute value: it is the same at the minimum and keeps the curvature
// positive on the way.
func (m *strengths) completeCurvature() {
	k := len(m.p)
	for s := range k {
		row := m.hessian[s*k : s*k+s+1]
		row[s] = float64(row[s] * (m.p[s] * m.p[s]))
		row[s] += math.Abs(m.gradient[s])
		if m.columns.pairs {
			row[s] = 0
		}
		for t := range s {
			row[t] = float64(row[t] * (m.p[s] * m.p[t]))
			if m.columns.pairs {
				row[s] -= row[t]
				m.hessian[t*k+t] -= row[t]
			}
		}
	}
}

// flat is the least pivot, relative to its diagonal entry, that is not taken for
// the rounding error of 0.
const flat = 1e-13

// newton stores theta plus a damped Newton step in trial and returns the largest
// change of a strength that is not negligible. It returns false if the damped
// curvature is not positive.
//
// Under codes other than pairs a class may tend to p = 0. Newton's step for p
// would lead there, but that for θ is −1, time and again: such steps are
// stretched.
func (m *strengths) newton(mu float64) (size float64, ok bool) {
	k := len(m.p)
	copy(m.factor, m.hessian)
	for s := range k {
		m.factor[s*k+s] += float64(mu * m.damping[s])
		m.step[s] = -m.gradient[s]
	}
	m.hold(Argmax(m.theta))
	if !cholesky(m.factor, k, flat) {
		return 0, false
	}
	solveCholesky(m.factor, k, m.step)
	largest := m.theta[Argmax(m.theta)]
	for s, d := range m.step {
		if math.Abs(d) > 0.9 && !m.columns.pairs {
			d *= stretch
		}
		d = max(-longStep, min(longStep, d))
		m.trial[s] = m.theta[s] + d
		if d > 0 || m.theta[s]-largest > elementary.Log(negligible) {
			size = max(size, math.Abs(d))
		}
	}
	return size, true
}

// hold takes a class out of the linear system: its step is 0.
func (m *strengths) hold(class int) {
	k := len(m.p)
	for t := range k {
		m.factor[max(class, t)*k+min(class, t)] = 0
	}
	m.factor[class*k+class] = 1
	m.step[class] = 0
}

// logProbabilities stores θ_k − ln Σ_j e^θ_j.
func (m *strengths) logProbabilities(out []float64) {
	largest := m.exponentials(m.theta)
	sum := lists.Sum(m.p)
	for k, t := range m.theta {
		out[k] = t - largest - elementary.Log(sum)
	}
}
