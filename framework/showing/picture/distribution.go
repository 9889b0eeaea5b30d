package picture

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
)

// Distribution holds the scores of combinations over folds.
type Distribution struct {
	Title  string
	Metric string // names the axis
	Labels []string
	Values [][]float64 // Values[i] are the folds' scores of Labels[i]; NaN is undefined
	// Missing[i] says why values of Labels[i] are undefined: "2 failed". Nil for no
	// reasons.
	Missing []string
	Reason  string    // why there is no value at all, if there is none
	Unit    string    // what a value is of: "fold" if empty
	whole   []float64 // the lowest and highest value of all parts, nil without parts
}

const noteWidth = 180 // points, at most

// Parts divides a distribution of many labels into some of about as many each, at
// most 40, on the same axis.
func (d Distribution) Parts() []Distribution {
	low, high, ok := extent(d.Values...)
	if !ok {
		return []Distribution{d}
	}
	return divided(d, d.Title, len(d.Labels), func(title string, from, to int) Distribution {
		part := d
		part.Title, part.whole = title, []float64{low, high}
		part.Labels, part.Values = d.Labels[from:to], d.Values[from:to]
		if d.Missing != nil {
			part.Missing = d.Missing[from:to]
		}
		return part
	})
}

// Distributions draws a strip for each label: a dot for each fold, a box from the
// lower to the upper quartile (numpy's linear interpolation) with the median, and
// the mean. Fewer than 5 folds have dots and mean alone; of more than 30, bars show
// how many have about a score. A label without a finite value has a dash; how many
// values are finite is written where not all are, and why. The height grows with the
// labels.
func Distributions(w io.Writer, d Distribution) error {
	kind := "Scores over " + d.units()
	low, high, ok := extent(append([][]float64{d.whole}, d.Values...)...)
	if !ok {
		return blank(w, d.Title, kind, d.Reason)
	}
	names, notes := labels(d.Labels), d.notes()
	frame := rowFrame{title: d.Title, kind: kind, unit: d.Metric, names: names, notes: notes, gap: 6, least: 260,
		entries: d.legend()}
	c := frame.begin(padded(low, high), fmt.Sprintf("%s of %s over %s, from %s to %s", d.Metric,
		wording.Count(len(names), "combination"), d.units(), amount(low), amount(high)))
	c.ground()
	c.each(func(i int, y float64) {
		c.strip(c.axis, y, d, i)
		c.text(c.axis.to+6, y, notes[i], small.in(grey))
	})
	return c.end(w)
}

// unit is what a value is of, units several of them.
func (d Distribution) unit() string  { return cmp.Or(d.Unit, "fold") }
func (d Distribution) units() string { return wording.Plural(d.unit()) }

// notes says of each label how many of its values are finite if not all are, and
// why.
func (d Distribution) notes() []string {
	out := make([]string, len(d.Labels))
	for i := range out {
		n := len(sorted(d.Values[i]))
		if n > 0 && n < len(d.Values[i]) {
			out[i] = fmt.Sprintf("%d of %d %s", n, len(d.Values[i]), d.units())
		}
		if d.Missing != nil && d.Missing[i] != "" {
			out[i] = strings.TrimPrefix(out[i]+": "+d.Missing[i], ": ")
		}
		out[i] = small.cut(out[i], noteWidth)
	}
	return out
}

// sorted returns the finite values in ascending order.
func sorted(values []float64) []float64 {
	out := lists.Filter(values, finite)
	slices.Sort(out)
	return out
}

var (
	boxFill  = mix(white, blue, 0.25)
	foldFill = color.NRGBA{ink.R, ink.G, ink.B, 150} // on white a contrast of more than 3
)

// Numbers of folds at which a strip changes its looks: quartiles of fewer than
// leastBoxed say nothing, and dots of more than mostDots run into one another.
const leastBoxed, mostDots = 5, 30

// strip draws the values of label i about the line y.
func (s *sheet) strip(a axis, y float64, d Distribution, i int) {
	name, finite := labels(d.Labels)[i], sorted(d.Values[i])
	if len(finite) == 0 {
		s.text(a.from+8, y, "–", normal.in(grey))
		return
	}
	if len(finite) >= leastBoxed {
		s.said(fmt.Sprintf("%s: half of the %s from %s to %s, all from %s to %s", name, d.units(),
			amount(stats.Quantile(finite, 0.25)), amount(stats.Quantile(finite, 0.75)), amount(finite[0]),
			amount(finite[len(finite)-1])), func() { s.box(a, y, finite) })
	}
	if len(finite) > mostDots {
		s.bins(a, y, finite, d.unit())
	} else {
		for _, v := range finite {
			s.said(name+": "+amount(v), func() { s.fill(foldFill, s.outline(0, a.at(v), y, 2)) })
		}
	}
	if len(finite) >= leastBoxed {
		median := stats.Quantile(finite, 0.5)
		s.said(name+": median "+amount(median), func() { s.line(blue, 1.8, a.at(median), y-5, a.at(median), y+5) })
	}
	mean := lists.Sum(finite) / float64(len(finite))
	s.said(fmt.Sprintf("%s: mean %s of %s", name, amount(mean), wording.Count(len(finite), d.unit())),
		func() { s.mark(3, vermillion, a.at(mean), y, 2.8) })
}

// box draws the box of sorted values, and a line from the lowest to the highest.
func (s *sheet) box(a axis, y float64, sorted []float64) {
	lower, upper := a.at(stats.Quantile(sorted, 0.25)), a.at(stats.Quantile(sorted, 0.75))
	s.line(blue, 0.7, a.at(sorted[0]), y, a.at(sorted[len(sorted)-1]), y)
	s.rect(boxFill, lower, y-5, upper-lower, 10)
	s.frame(blue, 0.7, lower, y-5, upper-lower, 10)
}

// bins draws bars about the line y whose heights are proportional to the number of
// values in them.
func (s *sheet) bins(a axis, y float64, sorted []float64, unit string) {
	const width, tallest = 3.0, 14.0
	counts := map[int]int{}
	var places []int
	most := 0
	for _, v := range sorted {
		bin := int(math.Round((a.at(v) - a.from) / width))
		if counts[bin] == 0 {
			places = append(places, bin)
		}
		counts[bin]++
		most = max(most, counts[bin])
	}
	for _, bin := range places {
		height := tallest * float64(counts[bin]) / float64(most)
		at := amount(a.value(a.from + float64(width*float64(bin))))
		s.said(wording.Count(counts[bin], unit)+" at about "+at, func() {
			s.rect(foldFill, a.from+float64(width*(float64(bin)-0.4)), y-float64(height/2), width*0.8, height)
		})
	}
}

// legend explains the signs that are drawn.
func (d Distribution) legend() []entry {
	most, dots := 0, false
	for _, values := range d.Values {
		n := len(sorted(values))
		most, dots = max(most, n), dots || n > 0 && n <= mostDots
	}
	var entries []entry
	if dots {
		entries = append(entries, entry{"one " + d.unit(), func(s *sheet, x, y float64) {
			s.fill(foldFill,
				s.outline(0, x, y, 2))
		}})
	}
	if most > mostDots {
		entries = append(entries, entry{"number of " + d.units() + " at about this score", func(s *sheet, x, y float64) {
			for i, height := range []float64{4, 10, 6} {
				s.rect(foldFill, x-5+float64(3*float64(i)), y-float64(height/2), 2.4, height)
			}
		}})
	}
	entries = append(entries, entry{"mean", func(s *sheet, x, y float64) { s.mark(3, vermillion, x, y, 2.8) }})
	if most < leastBoxed {
		return entries
	}
	return append(entries,
		entry{"median", func(s *sheet, x, y float64) { s.line(blue, 1.8, x, y-5, x, y+5) }},
		entry{"half of the " + d.units() + ", from the lower to the upper quartile", func(s *sheet, x, y float64) {
			s.rect(boxFill, x-7, y-4, 14, 8)
			s.frame(blue, 0.7, x-7, y-4, 14, 8)
		}})
}
