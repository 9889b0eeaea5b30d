package metric

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/conformal"
)

// setSize is the mean number of classes in prediction sets.
func setSize(in Input, o options) []float64 {
	return in.overSets(o, slices.Max[[]float64], func(i int) float64 {
		return float64(lists.Count(rowOf(in.Sets, i, in.Target.K()), func(has bool) bool { return has }))
	})
}

// setCoverage is the share of rows whose prediction set has the true class.
func setCoverage(in Input, o options) []float64 {
	if o.Average == worstSlab {
		return []float64{in.slabCoverage()}
	}
	return in.overSets(o, slices.Min[[]float64], func(i int) float64 {
		if in.covered(i) {
			return 1
		}
		return 0
	})
}

// covered reports whether the set of row i has the true class.
func (in Input) covered(i int) bool { return rowOf(in.Sets, i, in.Target.K())[in.Truth.Class[i]] }

// overSets is the mean of a value of the sets over rows, that of the rows of each class, or the
// worst of these among the classes that have rows.
func (in Input) overSets(o options, worst func([]float64) float64, value func(i int) float64) []float64 {
	k := in.Target.K()
	sums, totals := make([]float64, k), make([]float64, k)
	for i, class := range in.Truth.Class {
		sums[class] += float64(in.weight(i) * value(i))
		totals[class] += in.weight(i)
	}
	means := lists.Map(lists.Range(k), func(c int) float64 { return sums[c] / totals[c] })
	switch o.Average {
	case none:
		return means
	case worstClass:
		return []float64{worst(lists.Filter(means, func(m float64) bool { return !math.IsNaN(m) }))}
	}
	return []float64{lists.Sum(sums) / lists.Sum(totals)}
}

// What the worst slab is searched with: Romano, Sesia & Candès choose it on a quarter of the
// rows.
const (
	slabShare      = 0.1
	slabDirections = 100
	slabChoosing   = 0.25
)

// slabCoverage is the coverage of the worst slab, with the class probabilities as points.
func (in Input) slabCoverage() float64 {
	n, random := in.rows(), rand.New(rand.NewPCG(0, 0))
	p := conformal.Points{Dimension: in.Target.K(), Values: in.Probabilities,
		Weights: lists.Map(lists.Range(n), in.weight), Covered: lists.Map(lists.Range(n), in.covered)}
	choose := lists.Map(lists.Range(n), func(int) bool { return random.Float64() < slabChoosing })
	return conformal.WorstSlab(p, slabShare, slabDirections, choose, 0)
}
