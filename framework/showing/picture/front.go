package picture

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// Front holds what methods reach and what they cost.
type Front struct {
	Title, X, Y     string // X is what Costs are, Y what Values are
	Labels          []string
	Costs, Values   []float64 // of each label
	SmallerIsBetter bool      // of the values; of costs it always is
}

// Best are the numbers of those on the Pareto front, in the order of their costs: no other costs
// at most as much and is at least as good, and better in one of both. What costs and reaches the
// same is on it together.
func (f Front) Best() []int {
	value := func(i int) float64 {
		if f.SmallerIsBetter {
			return -f.Values[i]
		}
		return f.Values[i]
	}
	on := lists.Filter(f.shown(), func(i int) bool {
		return !slices.ContainsFunc(f.shown(), func(j int) bool {
			return f.Costs[j] <= f.Costs[i] && value(j) >= value(i) && (f.Costs[j] < f.Costs[i] || value(j) > value(i))
		})
	})
	slices.SortStableFunc(on, func(a, b int) int { return cmp.Compare(f.Costs[a], f.Costs[b]) })
	return on
}

// shown are the numbers of those with a cost and a value.
func (f Front) shown() []int {
	return lists.Filter(lists.Range(len(f.Labels)), func(i int) bool {
		return finite(f.Costs[i]) && finite(f.Values[i]) && f.Costs[i] > 0
	})
}

// Fronts draws a point for each method, at its cost across on a logarithmic axis and its value
// upwards. A line joins the Pareto front, whose points have names where there is room.
func Fronts(w io.Writer, f Front) error {
	const kind = "Pareto front"
	shown, best := f.shown(), f.Best()
	low, high, ok := extent(lists.Pick(f.Values, shown))
	if !ok {
		return blank(w, f.Title, kind, "")
	}
	least, most, _ := extent(lists.Pick(f.Costs, shown))
	x, y := newScale(least, most, true), padded(low, high)
	top := headingHeight(f.Title, pageWidth) + 4
	bottom := top + plotHeight
	entries := []entry{
		{"on the front: no other is cheaper and as good", func(s *sheet, x, y float64) { s.mark(0, blue, x, y, 3.4) }},
		{"the others", func(s *sheet, x, y float64) { s.mark(1, grey, x, y, 2.8) }}}
	_, legendHeight := flow(entries, pageWidth-2*margin)
	s := newSheet(f.Title, kind, pageWidth, bottom+36+legendHeight+margin)
	s.describe(fmt.Sprintf("%s over %s; %s on the front: %s", f.Y, f.X, wording.Count(len(best), "method"),
		wording.And(lists.Map(best, func(i int) string { return label(f.Labels[i]) }))))
	y.from, y.to = bottom, top
	x.from, x.to = margin+16+tickWidth(y)+8, pageWidth-margin-8
	s.beside(y, x.from, x.to, margin+6, f.Y)
	s.underneath(x, bottom, top, f.X)
	for i := 1; i < len(best); i++ {
		a, b := best[i-1], best[i]
		s.line(blue, 1, x.place(f.Costs[a]), y.at(f.Values[a]), x.place(f.Costs[b]), y.at(f.Values[b]))
	}
	dots := s.frontPoints(f, shown, best, x, y)
	s.names(small, dots, small.beside(dots, box{x.from + 2, top - 8, x.to - 2, bottom - 2}), 0, 0)
	s.legend(entries, margin, bottom+36, pageWidth-2*margin)
	return s.writeTo(w)
}

// frontPoints draws the points, and returns those of the front.
func (s *sheet) frontPoints(f Front, shown, best []int, x scale, y axis) []dot {
	var dots []dot
	for _, i := range shown {
		at := dot{label(f.Labels[i]), x.place(f.Costs[i]), y.at(f.Values[i]), true}
		shape, colour, size := 1, grey, 2.8
		if slices.Contains(best, i) {
			shape, colour, size = 0, blue, 3.4
			dots = append(dots, at)
		}
		s.said(fmt.Sprintf("%s: %s %s, %s %s", at.name, f.X, amount(f.Costs[i]), f.Y, amount(f.Values[i])), func() {
			s.mark(shape, colour, at.x, at.y, size)
		})
	}
	return dots
}
