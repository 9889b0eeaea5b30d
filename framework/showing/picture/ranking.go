package picture

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
)

// Ranking holds what methods reach on datasets, in order of mean rank.
type Ranking struct {
	Title    string
	Metric   string // names the axis
	Labels   []string
	Ranks    []float64   // mean ranks
	Datasets []string    // at most MostNamed
	Values   [][]float64 // Values[i][d] is what Labels[i] reaches on Datasets[d]; NaN is undefined
}

// MostNamed is how many datasets a Ranking distinguishes by colours and shapes: no two marks
// are alike.
const MostNamed = 20

// rankingWidth is that of a Ranking in points: the report page shows it on its whole width.
const rankingWidth = 860

var (
	large = style{size: 10, color: ink} // no less than 11 pixels where a page shows it at 0.85 of its size
	// strong are colours of marks on white that are seen well: their contrast is at least 3.
	strong = []color.NRGBA{blue, vermillion, {0, 146, 106, 255}, {156, 58, 130, 255}, {90, 90, 90, 255},
		{166, 111, 0, 255}, {45, 130, 190, 255}, {120, 30, 30, 255}}
)

// Rankings draws a line for each method, in order, with a mark for each dataset: a colour
// and a shape, which a legend names. A bar is at the mean of the methods that have every
// value, and the mean rank at the right end.
func Rankings(w io.Writer, r Ranking) error {
	const kind = "Scores on datasets, sorted by mean rank"
	low, high, ok := extent(r.Values...)
	if !ok {
		return blank(w, r.Title, kind, "")
	}
	names := labels(r.Labels)
	left, right := margin+large.widest(names)+8, margin+large.room("mean rank")+8
	width := max(rankingWidth, left+right+260)
	entries := r.legend()
	_, legendHeight := large.flow(entries, width-2*margin)
	top := headingHeight(r.Title, width) + legendHeight + 8
	bottom := top + float64(rankingRow*float64(len(names)))
	s := newSheet(r.Title, kind, width, bottom+40)
	s.describe(fmt.Sprintf("%s of %s on %s, from %s to %s, in order of mean rank", r.Metric,
		wording.Count(len(names), "method"), wording.Count(len(r.Datasets), "dataset"), amount(low), amount(high)))
	s.legendIn(large, entries, margin, top-legendHeight-8, width-2*margin)
	a := padded(low, high)
	a.from, a.to = left, width-right
	s.belowIn(large, a, bottom, top, r.Metric)
	s.text(width-margin, top-8, "mean rank", large.right())
	for i, name := range names {
		y := top + float64(rankingRow*(float64(i)+0.5))
		s.text(left-8, y, name, large.right())
		s.text(width-margin, y, strconv.FormatFloat(r.Ranks[i], 'f', 2, 64), large.right())
		s.datasets(a, y, r, i)
	}
	return s.writeTo(w)
}

// rankingRow is the height of a method in points.
const rankingRow = 20

// datasets draws what method i reaches on the line y.
func (s *sheet) datasets(a axis, y float64, r Ranking, i int) {
	reached := sorted(r.Values[i])
	if len(reached) == 0 {
		s.text(a.from+8, y, "–", large.in(grey))
		return
	}
	s.line(silver, 0.7, a.at(reached[0]), y, a.at(reached[len(reached)-1]), y)
	if len(reached) == len(r.Values[i]) {
		mean := stats.Mean(reached)
		s.said(fmt.Sprintf("%s: mean %s over %s", label(r.Labels[i]), amount(mean), wording.Count(len(reached), "dataset")),
			func() { s.line(black, 1.6, a.at(mean), y-6, a.at(mean), y+6) })
	}
	for d, v := range r.Values[i] {
		if !math.IsNaN(v) && finite(v) {
			s.said(fmt.Sprintf("%s, %s: %s", label(r.Labels[i]), label(r.Datasets[d]), amount(v)),
				func() { s.datasetMark(d, a.at(v), y) })
		}
	}
}

// datasetMark is the mark of dataset d: its colours repeat after eight, its shapes after
// five, so that 40 differ.
func (s *sheet) datasetMark(d int, x, y float64) { s.mark(d, strong[d%len(strong)], x, y, 4) }

// legend names the datasets.
func (r Ranking) legend() []entry {
	entries := lists.Map(lists.Range(len(r.Datasets)), func(d int) entry {
		return entry{r.Datasets[d], func(s *sheet, x, y float64) { s.datasetMark(d, x, y) }}
	})
	return append(entries, entry{"mean", func(s *sheet, x, y float64) { s.line(black, 1.6, x, y-6, x, y+6) }})
}
