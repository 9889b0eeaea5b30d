// Package hierarchical compares two methods over datasets by all their folds: the mean
// differences of the datasets come from one distribution, of which a Markov chain draws
// the posterior (Corani, Benavoli, Demšar, Mangili and Zaffalon, Statistical comparison of
// classifiers through Bayesian hierarchical modelling, Machine Learning 106, 2017).
//
// Dataset i has n_i differences with mean δ_i, deviation σ_i and the correlation ρ_i of
// any two of them, the share of a fold. The rest is
//
//	δ_i ~ Student(ν; δ_0, σ_0),  ν − 1 ~ Gamma(α, β),
//	σ_i ~ U(0, 1000·s),  σ_0 ~ U(0, 1000·s_0),  δ_0 ~ U(−m, m),  α ~ U(1, 2),  β ~ U(0.01, 0.1),
//
// where s is the mean deviation within datasets, s_0 that of their means and m the largest
// difference seen. The differences are divided by s before.
package hierarchical

import (
	"errors"
	"math"

	"github.com/manyclass/bench/framework/evaluation/stats"
)

// Differences are those of two methods on one dataset.
type Differences struct {
	Values []float64 // of each fold of each repeat
	Share  float64   // of the rows that a fold tests, which is their correlation: 1/folds in cross-validation
}

// Bounds of the prior.
const (
	widest             = 1000 // times the deviations seen, of deviations
	leastShape, shapes = 1.0, 2.0
	leastRate, rates   = 0.01, 0.1
)

// dataset holds what the likelihood needs of differences: with the correlation ρ the sum
// of squares around δ is within + weight·(mean − δ)².
type dataset struct {
	n, mean, within, weight float64
}

// model is what is known before the chain begins, in units of scale.
type model struct {
	datasets                    []dataset
	scale, farthest, wide, tall float64 // unit; bounds of |δ_0|, of σ_i and of σ_0
}

// ErrConstant says that differences do not vary over the folds, and there is no rope to
// take their deviation from.
var ErrConstant = errors.New("differences do not vary over folds")

// ErrLarge says that differences have no squares.
var ErrLarge = errors.New("differences are too large to be squared")

// newModel makes a model of differences. Those that do not vary get the deviation of a
// uniform variable within the rope, rope/√3: the posterior of a deviation that is 0 would
// be no distribution.
func newModel(all []Differences, rope float64) (model, error) {
	m := model{}
	var deviations, means []float64
	for _, d := range all {
		deviation := spread(d.Values)
		if stats.Tied(deviation, 0) {
			if rope == 0 {
				return m, ErrConstant
			}
			deviation = rope / math.Sqrt(3)
		}
		deviations, means = append(deviations, deviation), append(means, stats.Mean(d.Values))
	}
	if m.scale = stats.Mean(deviations); math.IsInf(m.scale, 0) || math.IsNaN(m.scale) {
		return m, ErrLarge
	}
	for i, d := range all {
		n, share := float64(len(d.Values)), d.Share
		m.datasets = append(m.datasets, dataset{n: n, mean: means[i] / m.scale,
			within: n * deviations[i] * deviations[i] / (m.scale * m.scale) / (1 - share),
			weight: n / (1 + float64((n-1)*share))})
		for _, v := range d.Values {
			m.farthest = max(m.farthest, math.Abs(v)/m.scale, deviations[i]/m.scale)
		}
	}
	m.wide, m.tall = widest, widest*spread(means)/m.scale
	if stats.Tied(m.tall, 0) {
		m.tall = widest
	}
	return m, nil
}

// spread is the deviation of values around their mean, divided by their number.
func spread(values []float64) float64 {
	mean, sum := stats.Mean(values), 0.0
	for _, v := range values {
		sum += float64((v - mean) * (v - mean))
	}
	return math.Sqrt(sum / float64(len(values)))
}

// How much is drawn: steps of each chain, of which the first are left out. The chains
// depend on their numbers alone.
const (
	chains    = 4
	warmUp    = 500
	kept      = 2500
	chainSeed = 0x68696572
)
