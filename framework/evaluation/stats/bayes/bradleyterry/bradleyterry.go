// Package bradleyterry ranks methods by how often each is better than each other: a Bayesian
// Bradley-Terry model (Wainer, A Bayesian Bradley-Terry model to compare multiple ML algorithms
// on multiple data sets, JMLR 24, 2023), whose posterior Markov chains draw.
package bradleyterry

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/variate"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes/markov"
)

// MostMethods is how many methods are compared: the time of a draw grows with their square.
const MostMethods = 50

// Chains, their seed, and how many draws of each are left out and kept.
const (
	chains    = 4
	chainSeed = 0x62726164
	warmUp    = 250
	kept      = 1000
)

// Rope is how far a probability of winning may be from 1/2 if two methods are to count as
// equivalent.
const Rope = 0.05

// EloScale is how many points of the Elo scale one unit of ability is: with 400 points more a
// method wins ten times as often as it loses.
var EloScale = 400 / math.Ln10

// Range is the mean of draws with the interval that leaves out level.
type Range struct{ Mean, Low, High float64 }

// Pair compares the first of two methods with the second.
type Pair struct {
	// Posterior holds the probabilities that the first wins with a probability above 1/2 + Rope,
	// that the probability is within 1/2 ± Rope, and that the second wins so.
	bayes.Posterior
	Win float64 // the mean of the probability that the first wins on another dataset
	Elo Range   // of its rating minus that of the second
}

// Result is the posterior of a comparison of methods.
type Result struct {
	Elo       []Range  // ratings, whose mean over the methods is 0
	Pairs     [][]Pair // of each method with each other; on the diagonal nothing
	RHat      float64  // the largest split R-hat of the ratings and of the logarithm of their scale
	Effective float64  // the smallest effective number of draws of these, of 4,000
}

// Fit draws the posterior of abilities β, where method i wins against j with probability
// 1/(1 + exp(β_j − β_i)), β_i ~ N(0, σ²) and log σ ~ N(0, 1/4). wins[i][j] is how often i won
// against j, a tie half a win for each. Intervals leave out level. The error says that there are
// too many methods or that the chains have not converged.
func Fit(wins [][]float64, level float64) (Result, error) {
	if len(wins) > MostMethods {
		return Result{}, fmt.Errorf("it compares at most %d methods, and there are %d", MostMethods, len(wins))
	}
	drawn := make([][]state, chains)
	for i := range drawn {
		c := newChain(wins, uint64(i))
		for range warmUp {
			c.step()
		}
		for range kept {
			c.step()
			drawn[i] = append(drawn[i], c.copyOf())
		}
	}
	r := summary(drawn, len(wins), level)
	if !(r.RHat <= markov.MostRHat) {
		return r, fmt.Errorf("its Markov chains have not converged: split R-hat is %.3f, above %v", r.RHat, markov.MostRHat)
	}
	return r, nil
}

// state is one point of a chain.
type state struct {
	abilities []float64
	logScale  float64 // log σ
}

// chain draws from the posterior.
type chain struct {
	state
	wins   [][]float64
	random *rand.Rand
}

func newChain(wins [][]float64, seed uint64) *chain {
	c := &chain{wins: wins, random: rand.New(rand.NewPCG(chainSeed, seed))}
	for range wins {
		c.abilities = append(c.abilities, variate.Normal(c.random))
	}
	return c
}

// step draws each ability given the others, the level of all, which only the prior knows, and
// the scale.
func (c *chain) step() {
	for i := range c.abilities {
		c.abilities[i] = markov.Slice(c.random, c.abilities[i], math.Inf(-1), math.Inf(1), func(x float64) float64 {
			return c.density(i, x)
		})
	}
	k := float64(len(c.abilities))
	shift := elementary.Exp(c.logScale)*variate.Normal(c.random)/math.Sqrt(k) - lists.Sum(c.abilities)/k
	squares := 0.0
	for i := range c.abilities {
		c.abilities[i] += shift
		squares += float64(c.abilities[i] * c.abilities[i])
	}
	c.logScale = markov.Slice(c.random, c.logScale, math.Inf(-1), math.Inf(1), func(x float64) float64 {
		return -float64(2*x*x) - float64(k*x) - float64(squares/2*elementary.Exp(-2*x))
	})
}

// density is the logarithm of that of an ability given the others, up to a constant.
func (c *chain) density(i int, x float64) float64 {
	sum := -float64(x * x / 2 * elementary.Exp(-2*c.logScale))
	for j, other := range c.abilities {
		if j != i {
			sum -= float64(c.wins[i][j]*loss(x-other)) + float64(c.wins[j][i]*loss(other-x))
		}
	}
	return sum
}

// loss is −log of the probability to win with an ability that is larger by d.
func loss(d float64) float64 {
	if d > 0 {
		return elementary.Log1p(elementary.Exp(-d))
	}
	return elementary.Log1p(elementary.Exp(d)) - d
}

// copyOf is a state of centred abilities that later steps leave alone.
func (s state) copyOf() state {
	mean := lists.Sum(s.abilities) / float64(len(s.abilities))
	return state{lists.Map(s.abilities, func(a float64) float64 { return a - mean }), s.logScale}
}

// summary is what chains say.
func summary(drawn [][]state, k int, level float64) Result {
	r := Result{Effective: math.Inf(1), Pairs: lists.Table[Pair](k, k)}
	values := func(of func(state) float64) []float64 {
		halves := markov.Halves(lists.Map(drawn, func(s []state) []float64 { return lists.Map(s, of) }))
		r.RHat = max(r.RHat, markov.RHat(halves))
		r.Effective = min(r.Effective, markov.Effective(halves))
		return joined(drawn, of)
	}
	values(func(s state) float64 { return s.logScale })
	for i := range k {
		r.Elo = append(r.Elo, rangeOf(values(func(s state) float64 { return EloScale * s.abilities[i] }), level))
		for j := range k {
			if j != i {
				r.Pairs[i][j] = pairOf(joined(drawn, func(s state) float64 { return s.abilities[i] - s.abilities[j] }), level)
			}
		}
	}
	return r
}

// joined are a number of the states of all chains.
func joined(drawn [][]state, of func(state) float64) []float64 {
	var all []float64
	for _, states := range drawn {
		all = append(all, lists.Map(states, of)...)
	}
	return all
}

// pairOf judges draws of the difference of two abilities.
func pairOf(differences []float64, level float64) Pair {
	p := Pair{}
	weight := 1 / float64(len(differences))
	for _, d := range differences {
		win := elementary.Exp(-loss(d))
		p.Win += float64(win * weight)
		switch {
		case win > 0.5+Rope:
			p.Above += weight
		case win < 0.5-Rope:
			p.Below += weight
		default:
			p.Rope += weight
		}
	}
	p.Elo = rangeOf(lists.Map(differences, func(d float64) float64 { return EloScale * d }), level)
	return p
}

// rangeOf is the mean of draws with their interval; the draws are sorted.
func rangeOf(draws []float64, level float64) Range {
	r := Range{Mean: lists.Sum(draws) / float64(len(draws))}
	r.Low, r.High = markov.Interval(draws, level)
	return r
}
