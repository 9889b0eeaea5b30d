package metric

import (
	"slices"

	"github.com/manyclass/bench/framework/evaluation/conformal"
)

// setUtility is the mean utility of decisions for sets of classes: of each row that set which has
// the largest expected utility under its probabilities. Of sets of s classes that is the one
// of the s most probable, so K sets are compared (Mortier, Wydmuch, Dembczyński, Hüllermeier &
// Waegeman, Efficient set-valued prediction in multi-class classification, Data Mining and
// Knowledge Discovery 35, 2021). Of sets with the same expected utility the smaller is taken,
// of classes with the same probability the later.
func setUtility(in Input, o options) []float64 {
	sum := 0.0
	for i, class := range in.Truth.Class {
		p := in.row(in.Probabilities, i)
		order := conformal.Order(p)
		size := decide(p, order, o)
		if slices.Contains(order[:size], class) {
			sum += float64(in.weight(i) * o.utilityOf(size))
		}
	}
	return []float64{sum / in.total()}
}

// decide returns how many classes are in the set with the largest expected utility, given the
// classes in the order of their probabilities, the largest first.
func decide(p []float64, order []int, o options) (size int) {
	best, sum := -1.0, 0.0
	for s, class := range order {
		sum += p[class]
		if expected := float64(sum * o.utilityOf(s+1)); expected > best {
			best, size = expected, s+1
		}
	}
	return size
}

// utilityOf is what a set of this number of classes is worth that has the true one.
func (o options) utilityOf(size int) float64 {
	s := float64(size)
	switch o.Utility {
	case u80:
		return 2.2/s - 1.2/float64(s*s)
	case fBeta:
		square := float64(o.Beta * o.Beta)
		return (1 + square) / (s + square)
	case precisionOfSet:
		return 1 / s
	}
	return 1.6/s - 0.6/float64(s*s)
}
