package metric

import (
	"cmp"
	"slices"
)

// fewest says of a metric whether it is defined where a row has the scores of its best alone: those of k
// classes or labels, and no row of fewer than best.
type fewest func(o options, best, k int) bool

// anyBest is for metrics that the best one of each row determines.
func anyBest(o options, _, _ int) bool { return o.Kind != classWise }

// firstBest is for metrics that the first k determine. Where the option k is not written it is another
// number, or all for 0.
func firstBest(otherwise int) fewest {
	return func(o options, best, k int) bool { return min(o.first(cmp.Or(otherwise, k)), k) <= best }
}

// has reports whether a metric is defined by the best of each row of an input.
func (f fewest) has(in Input, o options) bool {
	return f != nil && f(o, in.Top.Fewest(), in.Target.K())
}

// HasProbabilities reports whether rows have probabilities, of all classes or of the best.
func (in Input) HasProbabilities() bool {
	return in.Probabilities != nil || in.Top != nil && in.Top.Probabilities != nil
}

// values calls visit with what the labels of row i are ranked by, of the best where these alone are known.
func (in Input) values(i int, visit func(label int, value float64)) {
	if in.Top == nil {
		for label, v := range in.row(in.ranking(), i) {
			visit(label, v)
		}
		return
	}
	start, end := in.Top.Bounds(i)
	for at := start; at < end; at++ {
		visit(int(in.Top.Of[at]), in.Top.Scores[at])
	}
}

// probabilities calls visit with those of row i, in the order of the classes or labels. Of the best the
// others come last, together: a class of −1, and how many they are.
func (in Input) probabilities(i int, visit func(label int, p float64, count int)) {
	if in.Top == nil {
		for label, p := range in.row(in.Probabilities, i) {
			visit(label, p, 1)
		}
		return
	}
	start, end := in.Top.Bounds(i)
	for at := start; at < end; at++ {
		visit(int(in.Top.Of[at]), in.Top.Probabilities[at], 1)
	}
	k := in.Target.K()
	if others := k - (end - start); others > 0 {
		visit(-1, in.Top.Rest(i, k, in.Target.MultiLabel), others)
	}
}

// amongBest reports whether the class of row i is among the k best of the row.
func (in Input) amongBest(i, k int) bool {
	start, end := in.Top.Bounds(i)
	truth := start + slices.Index(in.Top.Of[start:end], int32(in.Truth.Class[i]))
	if truth < start {
		return false
	}
	before := 0
	for at := start; at < end; at++ {
		score := in.Top.Scores[at]
		if score > in.Top.Scores[truth] || score == in.Top.Scores[truth] && in.Top.Of[at] > in.Top.Of[truth] {
			before++
		}
	}
	return before < k
}
