package compare

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
)

// mostIntervals is of how many pairs the effects have intervals: each takes 2,000 draws.
const mostIntervals = 1000

// effects adds the sizes of the differences over datasets, with bootstrap intervals.
func (c *comparison) effects() {
	if len(c.Datasets) < 2 {
		return
	}
	sure, endless := len(c.pairs) <= mostIntervals, false
	for _, pair := range c.pairs {
		a, b := c.means[pair.A], c.means[pair.B]
		above := newAbove(a, b)
		for _, effect := range []struct {
			name string
			of   func(rows []int) float64
		}{
			{"mean_difference", func(rows []int) float64 { return stats.Mean(lists.Pick(minus(a, b), rows)) }},
			{"a12", above.share},
			{"d", func(rows []int) float64 { return stats.CohenD(lists.Pick(a, rows), lists.Pick(b, rows)) }},
		} {
			row := c.ofPair(effect.name, pair)
			row.N = len(a)
			row.Effect = effect.of(lists.Range(len(a)))
			if sure {
				row.Low, row.High = stats.Bootstrap(len(a), c.Level, effect.of)
			}
			if math.IsInf(row.Low, 0) || math.IsInf(row.High, 0) {
				row.Low, row.High = math.NaN(), math.NaN()
				endless = true
			}
			c.Rows = append(c.Rows, row)
		}
	}
	c.explainEffects(sure, endless)
}

// explainEffects says what the effects are: sure where they have intervals, endless where
// an interval of d has no bounds.
func (c *comparison) explainEffects(sure, endless bool) {
	c.say("Effect sizes are the mean difference; A12, the probability that a value of the first method on some "+
		"dataset is above one of the second on some dataset (1/2 without an effect); and Cohen's d, the "+
		"difference in units of the standard deviation over datasets%s. They assume that values of different "+
		"datasets can be compared.",
		map[bool]string{true: ", each with a bootstrap interval over datasets"}[sure])
	if endless {
		c.note("Where some bootstrap samples have no spread, as on few datasets, d has no interval.")
	}
	if !sure {
		c.note("Effect sizes have no intervals: there are %d pairs, and intervals are computed for at most %d. "+
			"With a control there are fewer pairs.", len(c.pairs), mostIntervals)
	}
}

// above counts how many values of one method are above those of another, for any rows:
// it is stats.A12 in a time that grows with their number, not its square.
type above struct {
	order        []int // the rows of b by their values, ascending
	below, tied  []int // of each row of a how many of order are below it, and below or tied
	own          []int // of each row 2 if a is above b, 1 if they are tied
	drawn, until []int // room: how often each row is drawn, and how many draws stand before each of order
}

func newAbove(a, b []float64) above {
	n := len(b)
	out := above{order: lists.Range(n), drawn: make([]int, n), until: make([]int, n+1)}
	slices.SortStableFunc(out.order, func(i, j int) int { return cmp.Compare(b[i], b[j]) })
	for _, x := range a {
		out.below = append(out.below, lists.Count(b, func(y float64) bool { return y < x && !stats.Tied(x, y) }))
		own := 0
		if y := b[len(out.own)]; stats.Tied(x, y) {
			own = 1
		} else if x > y {
			own = 2
		}
		out.own = append(out.own, own)
		out.tied = append(out.tied, lists.Count(b, func(y float64) bool { return y < x || stats.Tied(x, y) }))
	}
	return out
}

// share is A12 of the rows, of which some may occur several times. Pairs of a row
// with itself keep the weight 1/n that they have where every row occurs once: in
// samples they are more, and an interval would lean to one side. NaN if all rows are one.
func (s above) share(rows []int) float64 {
	clear(s.drawn)
	for _, i := range rows {
		s.drawn[i]++
	}
	for k, j := range s.order {
		s.until[k+1] = s.until[k] + s.drawn[j]
	}
	n := len(rows)
	sum, own, twice, pairs := 0, 0, 0, n*n // sums are twice what they count
	for _, i := range rows {
		sum += s.until[s.below[i]] + s.until[s.tied[i]]
		own += s.own[i]
		twice += s.drawn[i] * s.own[i]
		pairs -= s.drawn[i]
	}
	if pairs == 0 {
		return math.NaN()
	}
	others := float64(sum-twice) / 2 / float64(pairs)
	return (float64(own)/2/float64(n) + float64(float64(n-1)*others)) / float64(n)
}
