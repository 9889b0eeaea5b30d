package compare

import (
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/stats"
)

// effects adds the sizes of the differences over datasets, with bootstrap intervals.
func (c *comparison) effects() {
	if len(c.Datasets) < 2 {
		return
	}
	for _, pair := range c.pairs {
		a, b := c.means[pair.A], c.means[pair.B]
		above := lists.Map(a, func(x float64) []float64 {
			return lists.Map(b, func(y float64) float64 { return stats.A12([]float64{x}, []float64{y}) })
		})
		for _, effect := range []struct {
			name string
			of   func(rows []int) float64
		}{
			{"mean_difference", func(rows []int) float64 { return stats.Mean(pick(minus(a, b), rows)) }},
			{"a12", func(rows []int) float64 {
				sum := 0.0
				for _, i := range rows {
					for _, j := range rows {
						sum += above[i][j]
					}
				}
				return sum / float64(len(rows)*len(rows))
			}},
			{"d", func(rows []int) float64 { return stats.CohenD(pick(a, rows), pick(b, rows)) }},
		} {
			row := c.ofPair(effect.name, pair)
			row.N = len(a)
			row.Effect = effect.of(lists.Range(len(a)))
			row.Low, row.High = stats.Bootstrap(len(a), c.Level, effect.of)
			c.Rows = append(c.Rows, row)
		}
	}
	c.say("Sizes of effects are the mean difference, A12, the probability that a value of the first method is " +
		"above one of the " +
		"second on any datasets (1/2 without an effect), and Cohen's d, the difference in units of the deviation over " +
		"datasets, each with a bootstrap interval over datasets; they assume that values of different datasets can be " +
		"compared.")
}
