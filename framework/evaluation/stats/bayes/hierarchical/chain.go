package hierarchical

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/special"
	"github.com/manyclass/bench/framework/base/variate"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes/markov"
)

// state is one point of a chain. A Student variable is a normal one with a weight of its
// own, δ_i ~ N(δ_0, σ_0²/weight_i) with weight_i ~ Gamma(ν/2, ν/2), which makes most steps
// conjugate.
type state struct {
	mean, spread, freedom float64 // δ_0, σ_0, ν − 1
	shape, rate           float64 // α, β of the prior of ν − 1
	deltas, sigmas        []float64
	weights               []float64
}

// chain draws from the posterior of a model.
type chain struct {
	model
	state
	random *rand.Rand
}

// newChain begins somewhere around what the differences say: far apart for the chains
// that are compared.
func newChain(m model, seed uint64) *chain {
	c := &chain{model: m, random: rand.New(rand.NewPCG(chainSeed, seed))}
	c.spread = math.Min(m.tall/2, elementary.Exp(2*variate.Normal(c.random)))
	c.freedom = elementary.Exp(3 * c.random.Float64())
	c.shape, c.rate = 1.5, 0.05
	for _, d := range m.datasets {
		c.deltas = append(c.deltas, d.mean+variate.Normal(c.random))
		c.sigmas = append(c.sigmas, min(m.wide/2, elementary.Exp(variate.Normal(c.random))))
		c.weights = append(c.weights, 1)
	}
	c.mean = max(-m.farthest, min(m.farthest, c.deltas[c.random.IntN(len(c.deltas))]))
	return c
}

// step draws each part of the state again from its distribution given the others. δ_0 and
// σ_0 are drawn where the δ_i are integrated out, and ν where the weights are, each before
// what was integrated: so the chain does not stick where σ_0 is small.
func (c *chain) step() {
	spread := c.slice(elementary.Log(c.spread), math.Inf(-1), elementary.Log(c.tall), func(x float64) float64 {
		return c.ofMeans(c.mean, elementary.Exp(x)) + x
	})
	c.spread = elementary.Exp(spread)
	c.mean = c.slice(c.mean, -c.farthest, c.farthest, func(x float64) float64 { return c.ofMeans(x, c.spread) })
	c.drawDeltas()
	c.freedom = elementary.Exp(c.slice(elementary.Log(c.freedom), math.Inf(-1), math.Inf(1), func(x float64) float64 {
		return c.ofFreedom(elementary.Exp(x)) + x
	}))
	c.drawWeights()
	c.drawSigmas()
	c.shape = c.slice(c.shape, leastShape, shapes, func(x float64) float64 {
		gamma := special.LogGamma(x)
		return float64(x*elementary.Log(c.rate*c.freedom)) - gamma
	})
	c.rate = c.slice(c.rate, leastRate, rates, func(x float64) float64 {
		return float64(c.shape*elementary.Log(x)) - float64(x*c.freedom)
	})
}

// ofMeans is the logarithm of the density of the means of the datasets, up to a constant,
// given δ_0, σ_0, the weights and the σ_i.
func (c *chain) ofMeans(mean, spread float64) float64 {
	sum := 0.0
	for i, d := range c.datasets {
		variance := c.sigmas[i]*c.sigmas[i]/d.weight + spread*spread/c.weights[i]
		sum -= elementary.Log(variance) + (d.mean-mean)*(d.mean-mean)/variance
	}
	return sum / 2
}

// ofFreedom is the logarithm of the density of the δ_i and of ν − 1, up to a constant.
func (c *chain) ofFreedom(less float64) float64 {
	nu := less + 1
	up := special.LogGamma((nu + 1) / 2)
	down := special.LogGamma(nu / 2)
	sum := float64(len(c.deltas)) * (up - down - float64(elementary.Log(nu)/2))
	for _, delta := range c.deltas {
		z := (delta - c.mean) / c.spread
		sum -= float64((nu + 1) / 2 * elementary.Log1p(z*z/nu))
	}
	return sum + float64((c.shape-1)*elementary.Log(less)) - float64(c.rate*less)
}

func (c *chain) drawDeltas() {
	for i, d := range c.datasets {
		own, shared := d.weight/(c.sigmas[i]*c.sigmas[i]), c.weights[i]/(c.spread*c.spread)
		mean := (float64(own*d.mean) + float64(shared*c.mean)) / (own + shared)
		c.deltas[i] = mean + variate.Normal(c.random)/math.Sqrt(own+shared)
	}
}

func (c *chain) drawWeights() {
	nu := c.freedom + 1
	for i, delta := range c.deltas {
		z := (delta - c.mean) / c.spread
		c.weights[i] = c.gamma((nu+1)/2, (nu+float64(z*z))/2)
	}
}

// drawSigmas draws precisions 1/σ_i², which are Gamma variables above a bound. Whether a
// draw is above it does not depend on the last σ_i; if not, a slice of the same
// distribution is taken from there.
func (c *chain) drawSigmas() {
	for i, d := range c.datasets {
		squares := d.within + float64(d.weight*(d.mean-c.deltas[i])*(d.mean-c.deltas[i]))
		sigma := 1 / math.Sqrt(c.gamma((d.n-1)/2, squares/2))
		if !(sigma < c.wide) {
			x := c.slice(elementary.Log(c.sigmas[i]), math.Inf(-1), elementary.Log(c.wide), func(x float64) float64 {
				return float64(-(d.n-1)*x) - float64(squares/2*elementary.Exp(-2*x))
			})
			sigma = elementary.Exp(x)
		}
		c.sigmas[i] = sigma
	}
}

func (c *chain) gamma(shape, rate float64) float64 {
	return variate.Gamma(c.random, shape) / rate
}

func (c *chain) slice(at, low, high float64, density func(float64) float64) float64 {
	return markov.Slice(c.random, at, low, high, density)
}

// copyOf is a state that later steps leave alone.
func (s state) copyOf() state {
	s.deltas, s.sigmas, s.weights = slices.Clone(s.deltas), nil, nil
	return s
}
