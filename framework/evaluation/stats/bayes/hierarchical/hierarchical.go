package hierarchical

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/special"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes/markov"
)

// Result is the posterior of a comparison.
type Result struct {
	// Posterior holds how often the next dataset is most likely above the rope, within it
	// or below it.
	bayes.Posterior
	Mean      float64   // of δ_0
	Low, High float64   // the interval of δ_0 that leaves out level
	Datasets  []float64 // means of the δ_i: those of the datasets, drawn towards one another
	RHat      float64   // the largest split R-hat of δ_0, log σ_0 and log ν
	Effective float64   // the smallest effective number of draws of the three, of 10,000
}

// Test draws the posterior of the differences of two methods on at least one dataset, each
// over at least two folds; the rope is ±rope, and the interval is of 1 − level. The error
// is ErrConstant or ErrLarge, or says that the chains have not converged.
func Test(all []Differences, rope, level float64) (Result, error) {
	m, err := newModel(all, rope)
	if err != nil {
		return Result{}, err
	}
	drawn := make([][]state, chains)
	for i := range drawn {
		drawn[i] = newChain(m, uint64(i)).draw(warmUp, kept, 1)
	}
	result := m.summary(drawn, rope, level)
	return result, result.met()
}

// met says if chains have not converged.
func (r Result) met() error {
	if !(r.RHat <= markov.MostRHat) {
		return fmt.Errorf("its Markov chains have not converged: split R-hat is %.3f, above %v", r.RHat, markov.MostRHat)
	}
	return nil
}

// draw returns states of a chain, after some that are left out, each so many steps after
// the other.
func (c *chain) draw(before, count, thin int) []state {
	for range before {
		c.step()
	}
	states := make([]state, count)
	for i := range states {
		for range thin {
			c.step()
		}
		states[i] = c.copyOf()
	}
	return states
}

// summary is what chains say.
func (m model) summary(drawn [][]state, rope, level float64) Result {
	result := Result{Effective: math.Inf(1), Datasets: make([]float64, len(m.datasets))}
	for _, of := range []func(state) float64{
		func(s state) float64 { return s.mean },
		func(s state) float64 { return elementary.Log(s.spread) },
		func(s state) float64 { return elementary.Log(s.freedom + 1) },
	} {
		values := markov.Halves(lists.Map(drawn, func(s []state) []float64 { return lists.Map(s, of) }))
		result.RHat = max(result.RHat, markov.RHat(values))
		result.Effective = min(result.Effective, markov.Effective(values))
	}
	var means []float64
	total := float64(len(drawn) * len(drawn[0]))
	for _, states := range drawn {
		for _, s := range states {
			means = append(means, s.mean*m.scale)
			for i, delta := range s.deltas {
				result.Datasets[i] += delta * m.scale / total
			}
			result.count(s.shares(rope/m.scale), rope > 0, 1/total)
		}
	}
	result.Mean = stats.Mean(means)
	result.Low, result.High = markov.Interval(means, level)
	return result
}

// count adds a weight to the largest share, or half of it to each side that has as much as
// the other.
func (r *Result) count(share bayes.Posterior, hasRope bool, weight float64) {
	switch {
	case hasRope && share.Rope > share.Above && share.Rope > share.Below:
		r.Rope += weight
	case share.Above > share.Below:
		r.Above += weight
	case share.Above < share.Below:
		r.Below += weight
	default:
		r.Above += float64(weight / 2)
		r.Below += float64(weight / 2)
	}
}

// shares are the probabilities that the difference on another dataset is above the rope,
// within it and below it.
func (s state) shares(rope float64) bayes.Posterior {
	nu := s.freedom + 1
	above := special.Student(nu, (s.mean-rope)/s.spread)
	below := special.Student(nu, (-rope-s.mean)/s.spread)
	return bayes.Posterior{Above: above, Rope: max(0, 1-above-below), Below: below}
}
