package metric

import (
	"cmp"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// aurc is the area under the risk–coverage curve (Geifman and El-Yaniv, Selective Classification
// for Deep Neural Networks, NIPS 30, 2017): the mean over rows of the share of errors among the
// rows that are at least as sure. How sure a row is says its largest probability or, without
// probabilities, its largest class score. Equally sure rows count as all their orders on average.
func aurc(in Input) float64 {
	order := lists.Range(in.rows())
	sure := lists.Map(order, func(i int) float64 { return slices.Max(in.row(in.ranking(), i)) })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sure[b], sure[a]) })
	area, before, wrong := 0.0, 0.0, 0.0
	for from := 0; from < len(order); {
		to := from
		weight, errors := 0.0, 0.0
		for to < len(order) && sure[order[to]] == sure[order[from]] {
			i := order[to]
			weight += in.weight(i)
			if in.Truth.Class[i] != in.Predicted.Class[i] {
				errors += in.weight(i)
			}
			to++
		}
		for done := 0.0; done < weight; { // a row of weight 2 counts as two rows
			step := min(1, weight-done)
			done += step
			area += float64(step * (wrong + float64(done/weight*errors)) / (before + done))
		}
		before, wrong, from = before+weight, wrong+errors, to
	}
	return area / in.total()
}

// abstaining is the mean cost of a row if rows may be left without a prediction, by the rule of
// Chow (On optimum recognition error and reject tradeoff, IEEE Transactions on Information Theory
// 16(1), 1970): a row is predicted if its largest probability is 1 − cost or more, and else costs
// that cost; a wrong prediction costs 1.
func abstaining(in Input, o options) []float64 {
	sum := 0.0
	for i, class := range in.Predicted.Class {
		switch {
		case slices.Max(in.row(in.Probabilities, i)) < 1-o.Abstain:
			sum += float64(in.weight(i) * o.Abstain)
		case class != in.Truth.Class[i]:
			sum += in.weight(i)
		}
	}
	return []float64{sum / in.total()}
}
