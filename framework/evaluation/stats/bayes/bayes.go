// Package bayes compares two methods by posterior probabilities: that the first is
// better by more than a region of practical equivalence (the rope), that both are
// equivalent, that the second is better (Benavoli, Corani, Demšar and Zaffalon, Time
// for a change, JMLR 18, 2017).
package bayes

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/special"
	"github.com/manyclass/bench/framework/base/variate"
	"github.com/manyclass/bench/framework/evaluation/stats"
)

// Posterior holds the probabilities that differences are above the rope, within it and
// below it. They add up to 1.
type Posterior struct{ Above, Rope, Below float64 }

// CorrelatedT is the Bayesian correlated t-test (Corani and Benavoli, Machine Learning
// 100, 2015) of the mean difference of two methods on one dataset, from the corrected
// resampled t-test of the same folds: with uninformative priors the posterior is
// Student's t, with the mean, standard error and degrees of freedom of that test. The
// rope is ±rope. All are NaN for too few folds, and where differences have no
// variance: with that prior nothing says how much they vary.
func CorrelatedT(t stats.Test, rope float64) Posterior {
	if math.IsNaN(t.P) || t.Constant() {
		return Posterior{math.NaN(), math.NaN(), math.NaN()}
	}
	above := special.Student(float64(t.DF), (t.Mean-rope)/t.SE)
	below := special.Student(float64(t.DF), (-rope-t.Mean)/t.SE)
	return Posterior{above, max(0, 1-above-below), below}
}

// Sign is the Bayesian sign test (Benavoli and others, ICML 2014) of differences d on
// several datasets. The shares of datasets above, within and below the rope have a
// Dirichlet posterior with the counts of differences, and one more in the rope, as
// parameters; a probability is that its share is the largest. Without a rope it is that
// under the condition that the rope's is not. It panics on NaN.
func Sign(d []float64, rope float64) Posterior {
	counts := signCounts(d, rope)
	p := Posterior{largest(counts[0], counts[1], counts[2]), largest(counts[1], counts[0], counts[2]),
		largest(counts[2], counts[0], counts[1])}
	if rope == 0 {
		p.Rope = 0
	}
	return p.normal()
}

// normal scales the probabilities to a sum of 1; without any there is no preference.
func (p Posterior) normal() Posterior {
	sum := p.Above + p.Rope + p.Below
	if sum == 0 {
		return Posterior{Above: 0.5, Below: 0.5}
	}
	return Posterior{p.Above / sum, p.Rope / sum, p.Below / sum}
}

// largest returns the probability that a component of a Dirichlet distribution with
// parameter a exceeds those with parameters b and c, all whole numbers: components are
// in proportion to independent Gamma variables, so it is ∫ f_a·F_b·F_c. The
// trapezoidal rule on the logarithm of the variable converges faster than any power of
// its step.
func largest(a, b, c float64) float64 {
	if a == 0 {
		return 0
	}
	const step = 1.0 / 64
	gamma := special.LogGamma(a)
	sum := 0.0
	for u := -40.0; u < 10; u += step {
		x := elementary.Exp(u)
		sum += float64(elementary.Exp(float64(a*u)-x-gamma) * below(b, x) * below(c, x))
	}
	return sum * step
}

// below is the probability that a Gamma variable is below x; one with parameter 0 is 0.
func below(shape, x float64) float64 {
	if shape == 0 {
		return 1
	}
	p, _ := special.RegIncGamma(shape, x)
	return p
}

// samples is how many draws SignedRank takes of the posterior, seed what they begin
// with, and prior the weight of the difference 0 that is put to those seen.
const (
	samples = 50000
	seed    = 0x72616e6b
	prior   = 0.5
)

// SignedRank is the Bayesian signed-rank test (Benavoli and others, ICML 2014) of
// differences d on several datasets. The distribution of differences is a Dirichlet
// process: weights of those seen, and of a 0 with weight 1/2 put to them. The
// probabilities are those that the share above the rope, within it or below it of the
// means of two differences is the largest; a mean at the edge is within the rope, as it is
// of Sign. They come from 50,000 draws, which depend on
// the number of differences alone; their standard error is at most 0.0023. It panics on
// NaN.
func SignedRank(d []float64, rope float64) Posterior {
	won := Posterior{}
	signedRank(d, rope, samples, func(above, within, below float64) { won.count(above, within, below, rope > 0) })
	return won.normal()
}

// signedRank gives n draws of the shares above the rope, within it and below it.
func signedRank(d []float64, rope float64, n int, visit func(above, within, below float64)) {
	z := append([]float64{0}, d...)
	if slices.ContainsFunc(z, math.IsNaN) {
		panic("bayes: a difference is NaN")
	}
	slices.Sort(z)
	zero := slices.Index(z, 0)
	above := newTails(z, 2*rope)
	slices.Reverse(z)
	under := newTails(negated(z), 2*rope)
	random := rand.New(rand.NewPCG(seed, uint64(len(d))))
	weights := make([]float64, len(z))
	for range n {
		draw(random, weights, zero)
		a := above.share(weights)
		slices.Reverse(weights)
		b := under.share(weights)
		visit(a, 1-a-b, b)
	}
}

func negated(z []float64) []float64 {
	out := make([]float64, len(z))
	for i, v := range z {
		out[i] = -v
	}
	return out
}

// draw fills in weights of a Dirichlet distribution whose parameters are 1, and that of
// the number zero the prior's 1/2: half the square of a normal variable is Gamma of
// that shape.
func draw(random *rand.Rand, weights []float64, zero int) {
	sum := 0.0
	for i := range weights {
		weights[i] = variate.Exponential(random)
		if i == zero {
			normal := variate.Normal(random)
			weights[i] = normal * normal * prior
		}
		sum += weights[i]
	}
	for i := range weights {
		weights[i] /= sum
	}
}

// count adds one to the largest share, or a half to each side that has as much as the
// other.
func (p *Posterior) count(above, rope, below float64, hasRope bool) {
	switch {
	case hasRope && rope > above && rope > below:
		p.Rope++
	case stats.Tied(above, below):
		p.Above += 0.5
		p.Below += 0.5
	case above > below:
		p.Above++
	default:
		p.Below++
	}
}

// tails says of each of the ascending values from which one on the sum with it is above a
// threshold.
type tails struct {
	above []int
	from  []float64 // room: the weight of the values from each on
}

func newTails(z []float64, threshold float64) tails {
	t := tails{from: make([]float64, len(z)+1)}
	for _, v := range z {
		t.above = append(t.above, firstOf(z, func(other float64) bool {
			return v+other > threshold && !stats.Tied(v+other, threshold)
		}))
	}
	return t
}

func firstOf(z []float64, is func(float64) bool) int {
	if i := slices.IndexFunc(z, is); i >= 0 {
		return i
	}
	return len(z)
}

// share is the weight of the pairs whose sum is above the threshold.
func (t tails) share(weights []float64) float64 {
	for i, w := range slices.Backward(weights) {
		t.from[i] = t.from[i+1] + w
	}
	sum := 0.0
	for i, w := range weights {
		sum += float64(w * t.from[t.above[i]])
	}
	return sum
}

// signCounts are the parameters of the posterior of Sign: how many differences are above,
// within and below the rope, and one more in the rope. It panics on NaN.
func signCounts(d []float64, rope float64) [3]float64 {
	counts := [3]float64{1: 1}
	for _, v := range d {
		switch {
		case math.IsNaN(v):
			panic("bayes: a difference is NaN")
		case stats.Tied(math.Abs(v), rope) || math.Abs(v) < rope:
			counts[1]++
		case v > 0:
			counts[0]++
		default:
			counts[2]++
		}
	}
	return counts
}
