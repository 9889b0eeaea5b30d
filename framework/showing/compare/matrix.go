package compare

import (
	"cmp"
	"io"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/showing/picture"
)

// everyPair is the multi-comparison matrix of Ismail-Fawaz and others (An Approach to
// Multiple Comparison Benchmark Evaluations that is Stable Under Manipulation of the Comparate
// Set, 2023): of each pair the mean difference, the wins, and the p-value of Wilcoxon's test,
// not adjusted. Nothing of a cell depends on the other methods.
func (r *Result) everyPair() picture.Wins {
	order := lists.Range(len(r.Methods))
	means := lists.Map(r.Values, stats.Mean)
	slices.SortStableFunc(order, func(a, b int) int {
		if r.SmallerIsBetter {
			a, b = b, a
		}
		return cmp.Compare(means[b], means[a])
	})
	m := picture.Wins{Title: r.Name + ": every pair by itself", Value: "p of Wilcoxon's test, not adjusted"}
	for _, i := range order {
		m.Labels = append(m.Labels, r.Methods[i])
		var won, tied []int
		var apart, p []float64
		var found []bool
		for _, j := range order {
			w, t := r.wins(i, j)
			won, tied = append(won, w), append(tied, t)
			difference, value := r.apartBy(i, j)
			apart, p = append(apart, difference), append(p, value)
			found = append(found, value < r.Level && len(r.Datasets) >= stats.LeastDatasets)
		}
		m.Won, m.Tied = append(m.Won, won), append(m.Tied, tied)
		m.Differences, m.Values, m.Found = append(m.Differences, apart), append(m.Values, p), append(m.Found, found)
	}
	return m
}

func (r *Result) pairsPicture() Picture {
	return Picture{"every pair by itself", []string{"pairs"}, func(w io.Writer) error {
		return picture.WinMatrix(w, r.everyPair())
	}}
}

// apartBy is by how much i is better than j in the mean, and Wilcoxon's p-value; NaN of a
// method and itself.
func (r *Result) apartBy(i, j int) (difference, p float64) {
	if i == j {
		return math.NaN(), math.NaN()
	}
	d := minus(r.Values[i], r.Values[j])
	difference = stats.Mean(d)
	if r.SmallerIsBetter {
		difference = -difference
	}
	return difference, stats.Wilcoxon(d).P
}

// profileSteps is at how many distances from the best a performance profile has a value.
const profileSteps = 21

// profiles shows on which share of the datasets a method is within a distance of the best
// method of the dataset (Dolan and Moré, Mathematical Programming 91, 2002, who take ratios).
func (r *Result) profiles() picture.Curves {
	order := r.byRank()
	order = order[:min(len(order), picture.MostCurves)]
	away := r.distances()
	most := 0.0
	for _, i := range order {
		most = max(most, slices.Max(away[i]))
	}
	c := picture.Curves{Title: r.Name + ": performance profiles", X: "distance from the best method of a dataset",
		Y: "share of datasets", Zero: true}
	if len(order) < len(r.Methods) {
		c.Remark = "Only the methods of the best mean ranks are shown."
	}
	for _, i := range order {
		line := picture.Curve{Label: r.Methods[i]}
		for step := range profileSteps {
			x := most * float64(step) / (profileSteps - 1)
			line.X, line.Y, line.Half = append(line.X, x), append(line.Y, share(away[i], x)), append(line.Half, math.NaN())
		}
		c.Lines = append(c.Lines, line)
	}
	if most == 0 {
		c.Lines, c.Reason = nil, "All methods have the same values."
	}
	return c
}

func (r *Result) profilePicture() Picture {
	return Picture{"performance profiles", []string{"profiles"}, func(w io.Writer) error {
		return picture.DrawCurves(w, r.profiles())
	}}
}

// distances are of each method, on each dataset, by how much the best method is better.
func (r *Result) distances() [][]float64 {
	out := lists.Table[float64](len(r.Methods), len(r.Datasets))
	for d := range r.Datasets {
		values := lists.Map(r.Values, func(v []float64) float64 { return v[d] })
		best := slices.Max(values)
		if r.SmallerIsBetter {
			best = slices.Min(values)
		}
		for i, v := range values {
			out[i][d] = math.Abs(v - best)
		}
	}
	return out
}

// share is that of the numbers that are at most x, to rounding.
func share(numbers []float64, x float64) float64 {
	n := lists.Count(numbers, func(v float64) bool { return v <= x || stats.Tied(v, x) })
	return float64(n) / float64(len(numbers))
}
