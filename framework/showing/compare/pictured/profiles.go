package pictured

import (
	"io"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/showing/picture"
)

// profileSteps is at how many distances from the best a performance profile has a value.
const profileSteps = 21

// profiles shows on which share of the datasets a method is within a distance of the best
// method of the dataset (Dolan and Moré, Mathematical Programming 91, 2002, who take ratios).
func (r shown) profiles() picture.Curves {
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

func (r shown) profilePicture() Picture {
	return Picture{"performance profiles", []string{"profiles"}, func(w io.Writer) error {
		return picture.DrawCurves(w, r.profiles())
	}}
}

// distances are of each method, on each dataset, by how much the best method is better.
func (r shown) distances() [][]float64 {
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
