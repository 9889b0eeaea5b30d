package metric

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
)

// aurc is the area under the risk–coverage curve (Geifman and El-Yaniv, Selective Classification
// for Deep Neural Networks, NIPS 30, 2017): the mean over rows of the share of errors among the
// rows that are at least as sure. How sure a row is says its largest probability or, without
// probabilities, its largest class score. Equally sure rows count as all their orders on average.
func aurc(in Input) float64 {
	area, before, wrong := 0.0, 0.0, 0.0
	for _, group := range in.surest() {
		area += risks(before, wrong, group.weight, group.errors/group.weight, group.rows)
		before, wrong = before+group.weight, wrong+group.errors
	}
	return area / in.total()
}

// RiskCoverage returns the risk–coverage curve of rows with classes: points of a share of the rows,
// those that are surest, and the error among them, after each group of equally sure rows. Nil
// where nothing says how sure rows are.
func (in Input) RiskCoverage() (points [][2]float64) {
	if in.ranking() == nil && in.Top == nil {
		return nil
	}
	weight, errors := 0.0, 0.0
	for _, group := range in.surest() {
		weight, errors = weight+group.weight, errors+group.errors
		points = append(points, [2]float64{weight / in.total(), errors / weight})
	}
	return points
}

// equallySure is a number of rows, what they weigh, and what those of them weigh that are predicted
// wrong.
type equallySure struct {
	rows           int
	weight, errors float64
}

// surest gives the rows in groups of equally sure ones, the surest first.
func (in Input) surest() (groups []equallySure) {
	order := lists.Range(in.rows())
	sure := lists.Map(order, func(i int) float64 { return in.sureness(i) })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sure[b], sure[a]) })
	for n, i := range order {
		if n == 0 || sure[i] < sure[order[n-1]] {
			groups = append(groups, equallySure{})
		}
		group := &groups[len(groups)-1]
		group.rows++
		group.weight += in.weight(i)
		if in.Truth.Class[i] != in.Predicted.Class[i] {
			group.errors += in.weight(i)
		}
	}
	return groups
}

// sureness is the largest probability of row i or, without probabilities, its largest class score.
func (in Input) sureness(i int) float64 {
	if in.Top == nil {
		return slices.Max(in.row(in.ranking(), i))
	}
	start, end := in.Top.Bounds(i)
	if in.Top.Probabilities != nil {
		return slices.Max(in.Top.Probabilities[start:end])
	}
	return in.Top.Scores[start]
}

// termsOfRow is how many risks of a row are added one by one.
const termsOfRow = 16

// risks is the sum of the risks at the rows of a group of equal sureness, a row of weight 2 counting
// as two: the group has a weight and a rate of errors, the rows before it have a weight and wrong ones.
// What would be many terms is their closed form, with the digamma function: the sum of 1 / (b + j) for
// j from m + 1 to n is ψ(b + n + 1) − ψ(b + m + 1).
func risks(before, wrong, weight, rate float64, rows int) float64 {
	sum, done := 0.0, 0.0
	for range termsOfRow * rows {
		if done == weight {
			return sum
		}
		step := min(1, weight-done)
		done += step
		sum += float64(step * (wrong + float64(done*rate)) / (before + done))
	}
	if weight-done < 1 {
		return sum + float64((weight-done)*(wrong+float64(weight*rate))/(before+weight))
	}
	last := math.Floor(weight-done) + done
	sum += float64(rate * (last - done))
	sum += float64((wrong - float64(rate*before)) * (digamma(before+last+1) - digamma(before+done+1)))
	return sum + float64((weight-last)*(wrong+float64(weight*rate))/(before+weight))
}

// digamma is the digamma function of x ≥ 16 by its asymptotic series (Abramowitz and Stegun, 6.3.18).
func digamma(x float64) float64 {
	series, y := 0.0, 1/float64(x*x)
	for _, b := range []float64{1. / 132, -1. / 240, 1. / 252, -1. / 120, 1. / 12} {
		series = float64(y * (b + series))
	}
	return elementary.Log(x) - float64(0.5/x) - series
}

// abstaining is the mean cost of a row if rows may be left without a prediction, by the rule of
// Chow (On optimum recognition error and reject tradeoff, IEEE Transactions on Information Theory
// 16(1), 1970): a row is predicted if its largest probability is 1 − cost or more, and else costs
// that cost; a wrong prediction costs 1.
func abstaining(in Input, o options) []float64 {
	sum := 0.0
	for i, class := range in.Predicted.Class {
		switch {
		case in.sureness(i) < 1-o.Abstain:
			sum += float64(in.weight(i) * o.Abstain)
		case class != in.Truth.Class[i]:
			sum += in.weight(i)
		}
	}
	return []float64{sum / in.total()}
}
