package calibration

import (
	"math"

	"github.com/manyclass/bench/framework/base/elementary"
)

// Sigmoid is Platt's map: the probability of the positive class at score f is
// 1/(1 + exp(A·f + B)). (Platt, "Probabilistic outputs for support vector
// machines", 1999.)
type Sigmoid struct{ A, B float64 }

// LogOdds returns −(A·score + B).
func (s Sigmoid) LogOdds(score float64) float64 {
	z := -s.B - float64(s.A*score)
	if math.IsNaN(z) { // ∞ − ∞, of scores near the end of the number range
		return 0
	}
	return max(-LogOddsLimit, min(LogOddsLimit, z))
}

const (
	newtonSteps = 200
	leastStep   = 1e-10 // of the line search
	ridge       = 1e-12 // keeps the Hessian of constant scores definite
	flat        = 1e-13 // gradient, as a share of the number of rows
)

// fitSigmoid minimises the cross-entropy of the targets (N₊+1)/(N₊+2) for
// positive and 1/(N₋+2) for negative rows, by Newton's method with backtracking:
// Lin, Lin and Weng, "A note on Platt's probabilistic outputs for support vector
// machines", 2007. Unlike theirs it works on standardised scores, so that their
// scale does not matter, and goes on to full precision.
func fitSigmoid(scores []float64, positive []bool) Sigmoid {
	centre, width := spread(scores)
	f := make([]float64, len(scores))
	for i, s := range scores {
		f[i] = (s - centre) / width
	}
	n := len(positive)
	up := count(positive)
	p := &platt{f: f, target: make([]float64, n)}
	for i, is := range positive {
		p.target[i] = 1 / (float64(n-up) + 2)
		if is {
			p.target[i] = (float64(up) + 1) / (float64(up) + 2)
		}
	}
	a, b := p.minimise(0, elementary.Log(float64(n-up+1)/float64(up+1)))
	return Sigmoid{A: a / width, B: b - float64(a*(centre/width))}
}

// spread returns the mean of the scores and their population deviation, or 1
// for that if they are all the same. They are halved until their squares cannot
// overflow.
func spread(scores []float64) (mean, deviation float64) {
	largest := 0.0
	for _, s := range scores {
		largest = max(largest, math.Abs(s))
	}
	if largest == 0 {
		return 0, 1
	}
	_, exponent := math.Frexp(largest)
	n := float64(len(scores))
	for _, s := range scores {
		mean += math.Ldexp(s, -exponent) / n
	}
	for _, s := range scores {
		d := math.Ldexp(s, -exponent) - mean
		deviation += d * d / n
	}
	deviation = math.Ldexp(math.Sqrt(deviation), exponent)
	if mean = math.Ldexp(mean, exponent); deviation <= 1e-14*math.Abs(mean) || deviation == 0 {
		deviation = max(1, math.Abs(mean))
	}
	return mean, deviation
}

// platt is the problem: minimise Σ −t·ln p − (1−t)·ln(1−p), with p the sigmoid
// of −(a·f + b).
type platt struct{ f, target []float64 }

// value is the objective. Neither exponential can overflow.
func (p *platt) value(a, b float64) float64 {
	sum := 0.0
	for i, f := range p.f {
		z := float64(a*f) + b
		if z >= 0 {
			sum += float64(p.target[i]*z) + elementary.Log1p(elementary.Exp(-z))
		} else {
			sum += float64((p.target[i]-1)*z) + elementary.Log1p(elementary.Exp(z))
		}
	}
	return sum
}

// slopes returns the gradient (ga, gb) and the Hessian (haa, hab, hbb).
func (p *platt) slopes(a, b float64) (ga, gb, haa, hab, hbb float64) {
	haa, hbb = ridge, ridge
	for i, f := range p.f {
		z := float64(a*f) + b
		e := elementary.Exp(-math.Abs(z))
		high, low := 1/(1+e), e/(1+e)
		probability := high
		if z >= 0 {
			probability = low
		}
		d, curve := p.target[i]-probability, float64(high*low)
		ga, gb = ga+float64(f*d), gb+d
		haa, hab, hbb = haa+float64(f*f*curve), hab+float64(f*curve), hbb+curve
	}
	return ga, gb, haa, hab, hbb
}

func (p *platt) minimise(a, b float64) (float64, float64) {
	value := p.value(a, b)
	for range newtonSteps {
		ga, gb, haa, hab, hbb := p.slopes(a, b)
		if max(math.Abs(ga), math.Abs(gb)) <= flat*float64(len(p.f)) {
			break
		}
		det := float64(haa*hbb) - float64(hab*hab)
		da, db := -(float64(hbb*ga)-float64(hab*gb))/det, -(float64(haa*gb)-float64(hab*ga))/det
		slope := float64(ga*da) + float64(gb*db)
		step := 1.0
		next := p.value(a+da, b+db)
		for !(next < value+float64(1e-4*step*slope)) && step >= leastStep {
			step /= 2
			next = p.value(a+float64(step*da), b+float64(step*db))
		}
		if step < leastStep { // as low as numbers can tell
			break
		}
		a, b, value = a+float64(step*da), b+float64(step*db), next
	}
	return a, b
}
