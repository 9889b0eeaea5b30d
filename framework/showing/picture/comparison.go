package picture

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
)

// Comparison holds what a critical-difference diagram shows.
type Comparison struct {
	Title  string
	Labels []string
	Ranks  []float64 // mean rank of each label, 1 is best; as many as Labels
	// CD is the critical difference of mean ranks. Without one (0 or NaN) there is
	// no ruler.
	CD float64
	// Groups are sets of labels, by their numbers, that are not significantly different. Groups of
	// fewer than two are not drawn.
	Groups [][]int
	// Control is the label that all others are compared with, "" for all pairs. Apart
	// says of each label whether it is significantly different from it; as many as Labels.
	Control string
	Apart   []bool
}

const (
	leaderGap = 14  // points between the lines of two labels
	barGap    = 6   // points between two bars
	rankAxis  = 220 // points, at least; and rankGap for each label
	rankGap   = 11
)

// CriticalDifference draws mean ranks on an axis, joins by bars those that are not
// significantly different, and shows the critical difference as a ruler: figure 1 of Demšar
// (JMLR 7, 2006). The best rank is at the right. Against a control there is, in place of
// bars of groups, the interval of its rank ± the critical difference, where there is one
// (figure 1b there), and marks on the axis say which labels are significantly different from it. Labels
// whose rank is not between 1 and their number are named below.
func CriticalDifference(w io.Writer, c Comparison) error {
	const kind = "Critical difference"
	order, without := c.order()
	if len(order) == 0 {
		return blank(w, c.Title, kind, "")
	}
	d := newDiagram(c, order)
	entries := c.legend()
	_, legendHeight := flow(entries, d.width-2*margin)
	s := newSheet(c.Title, kind, d.width, d.bottom+margin+float64(16*float64(min(1, len(without))))+legendHeight)
	s.describe(d.summary())
	s.rankAxis(d)
	for i := range order {
		s.said(fmt.Sprintf("%s: mean rank %.4g", d.names[i], d.ranks[i]), func() { s.leader(d, i) })
	}
	for i, group := range d.groups {
		y := d.axisY + 9 + float64(barGap*float64(d.levels[i]))
		right, left := d.barEnds(group)
		s.said("not significantly different: "+strings.Join(d.names[group[0]:group[1]+1], ", "),
			func() { s.line(black, 2.6, right, y, left, y) })
	}
	if c.Control != "" {
		s.control(d, c, order)
	}
	s.legend(entries, margin, d.bottom, d.width-2*margin)
	if len(without) > 0 {
		d.bottom += legendHeight
		s.text(margin, d.bottom+8, small.cut("without a rank: "+strings.Join(without, ", "), d.width-2*margin),
			small.in(grey))
	}
	return s.writeTo(w)
}

// Marks of labels that are compared with a control, and the words of their legend.
const (
	controlMark = 3
	apartMark   = 1
	alikeMark   = 0
)

func (s *sheet) controlSign(mark int, x, y float64) {
	if mark != alikeMark {
		s.mark(mark, map[int]color.NRGBA{controlMark: black, apartMark: vermillion}[mark], x, y, 3.4)
		return
	}
	s.fill(white, s.outline(mark, x, y, 3))
	s.stroke(black, 1, s.outline(mark, x, y, 3))
}

// legend explains the marks of a comparison with a control.
func (c Comparison) legend() []entry {
	if c.Control == "" {
		return nil
	}
	var entries []entry
	for _, e := range []struct {
		mark  int
		words string
	}{{controlMark, "the control"}, {alikeMark, "not significantly different from it"}, {apartMark, "significantly " +
		"different from it"}} {
		entries = append(entries, entry{e.words, func(s *sheet, x, y float64) { s.controlSign(e.mark, x, y) }})
	}
	return entries
}

// control draws the interval about the control's rank and the marks on the axis.
func (s *sheet) control(d diagram, c Comparison, order []int) {
	for _, j := range order {
		if c.Labels[j] != c.Control || d.cd == 0 {
			continue
		}
		from, to := min(d.low, c.Ranks[j]+d.cd), max(1, c.Ranks[j]-d.cd)
		y := d.axisY + 9
		s.said(fmt.Sprintf("%s ± the critical difference: mean ranks %.2f to %.2f", label(c.Control), to, from), func() {
			s.line(black, 2.6, d.at(from), y, d.at(to), y)
		})
	}
	for i, j := range order {
		mark, words := alikeMark, "not significantly different from "+label(c.Control)
		switch {
		case c.Labels[j] == c.Control:
			mark, words = controlMark, "the control"
		case c.Apart[j]:
			mark, words = apartMark, "significantly different from "+label(c.Control)
		}
		s.said(fmt.Sprintf("%s: mean rank %.4g, %s", d.names[i], d.ranks[i], words), func() {
			s.controlSign(mark, d.at(d.ranks[i]), d.axisY)
		})
	}
}

// order returns the numbers of the labels that have a rank, best first, and the
// names of the others.
func (c Comparison) order() (order []int, without []string) {
	for i, name := range c.Labels {
		if rank := c.Ranks[i]; rank >= 1 && rank <= float64(len(c.Labels)) {
			order = append(order, i)
		} else {
			without = append(without, clean(name))
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.Ranks[a], c.Ranks[b]) })
	return order, without
}

// diagram is the layout of a critical-difference diagram. Labels are in the order of
// their ranks, best first; the first right ones are written at the right.
type diagram struct {
	axis
	names          []string
	ranks          []float64
	right          int
	cd             float64
	groups         [][2]int
	levels         []int
	width          float64
	edges          [2]float64 // where the names at the left end, and those at the right begin
	axisY, labelsY float64    // of the axis and of the first label
	bottom         float64
}

func newDiagram(c Comparison, order []int) diagram {
	d := diagram{right: (len(order) + 1) / 2}
	d.low, d.high = float64(max(2, len(c.Labels))), 1 // the axis has the last rank at its left
	for _, i := range order {
		d.names = append(d.names, label(c.Labels[i]))
		d.ranks = append(d.ranks, c.Ranks[i])
	}
	if c.CD > 0 && finite(c.CD) {
		d.cd = c.CD
	}
	d.groups = spans(c.Groups, order)
	d.levels = stack(d.groups)
	left := d.reach(d.names[d.right:])
	right := d.reach(d.names[:d.right])
	d.width = max(pageWidth, left+right+max(rankAxis, rankGap*float64(len(order))))
	// The axis is shorter than its room if the ruler would not fit otherwise.
	length := float64((d.width - left - right) * min(1, (d.low-1)/max(d.cd, 1e-9)))
	d.from, d.to = left, left+length
	d.axisY = headingHeight(c.Title, d.width) + 22
	if d.cd > 0 {
		d.axisY += 24
	}
	d.labelsY = d.axisY + 20
	if len(d.levels) > 0 {
		d.labelsY += float64(barGap * float64(slices.Max(d.levels)))
	}
	d.bottom = d.labelsY + float64(leaderGap*float64(d.right-1)) + 10
	d.edges = [2]float64{
		margin + normal.widest(d.names[d.right:]) + 4,
		d.width - margin - normal.widest(d.names[:d.right]) - 4,
	}
	return d
}

// reach returns the room that labels at one side need.
func (d diagram) reach(names []string) float64 {
	return margin + normal.widest(names) + small.room("00.00") + 26
}

// summary says what the diagram shows.
func (d diagram) summary() string {
	words := fmt.Sprintf("mean ranks of %d methods, from %s (%.2f) to %s (%.2f)", len(d.names), d.names[0], d.ranks[0],
		d.names[len(d.names)-1], d.ranks[len(d.names)-1])
	if len(d.groups) > 0 {
		words += fmt.Sprintf("; %s of methods that are not significantly different", wording.Count(len(d.groups), "group"))
	}
	return words
}

// spans translates groups to the first and last place in the order, and leaves out
// those of fewer than two and those inside others.
func spans(groups [][]int, order []int) [][2]int {
	var all [][2]int
	for _, group := range groups {
		first, last := len(order), -1
		for _, label := range group {
			if at := slices.Index(order, label); at >= 0 {
				first, last = min(first, at), max(last, at)
			}
		}
		if first < last {
			all = append(all, [2]int{first, last})
		}
	}
	slices.SortFunc(all, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], b[1]-a[1]) })
	var out [][2]int
	for _, g := range all {
		if len(out) == 0 || g[1] > out[len(out)-1][1] {
			out = append(out, g)
		}
	}
	return out
}

// stack gives each bar the highest level at which it touches no other.
func stack(groups [][2]int) []int {
	var levels, ends []int
	for _, g := range groups {
		level := slices.IndexFunc(ends, func(end int) bool { return end < g[0] })
		if level < 0 {
			level = len(ends)
			ends = append(ends, 0)
		}
		ends[level] = g[1]
		levels = append(levels, level)
	}
	return levels
}

// barEnds returns where the bar of a group begins, at the right, and ends: a little
// beyond the lines of its outermost labels, but not near those of other labels.
func (d diagram) barEnds(group [2]int) (right, left float64) {
	const over = 3
	best, worst := d.at(d.ranks[group[0]]), d.at(d.ranks[group[1]])
	right, left = best+over, worst-over
	if group[0] > 0 {
		right = min(right, best+(d.at(d.ranks[group[0]-1])-best)/3)
	}
	if group[1] < len(d.ranks)-1 {
		left = max(left, worst-(worst-d.at(d.ranks[group[1]+1]))/3)
	}
	return right, left
}

// rankAxis draws the axis with its ticks and the ruler above it.
func (s *sheet) rankAxis(d diagram) {
	y := d.axisY
	s.line(black, 1, d.from, y, d.to, y)
	unit := (d.to - d.from) / (d.low - d.high)
	step := max(1, roundStep(18/unit))
	for rank := 1.0; rank <= d.low; rank++ {
		x := d.at(rank)
		if rank == 1 || int(rank)%int(step) == 0 {
			s.line(black, 0.8, x, y-5, x, y)
			s.text(x, y-12, fmt.Sprintf("%g", rank), small.centred())
		} else {
			s.line(black, 0.5, x, y-3, x, y)
		}
	}
	if d.cd == 0 {
		return
	}
	x, ruler := d.from+float64(d.cd*unit), y-26
	s.line(black, 1, d.from, ruler, x, ruler)
	s.line(black, 1, d.from, ruler-3, d.from, ruler+3)
	s.line(black, 1, x, ruler-3, x, ruler+3)
	s.text((d.from+x)/2, ruler-8, fmt.Sprintf("CD = %.2f", d.cd), small.centred())
}

// leader draws the line from the axis to label number i, its rank and its name.
func (s *sheet) leader(d diagram, i int) {
	x, row, edge, side := d.at(d.ranks[i]), i, d.edges[1], 1.0
	style := normal
	if i >= d.right {
		row, side, style = len(d.names)-1-i, -1, normal.right()
		edge = d.edges[0]
	}
	y := d.labelsY + float64(leaderGap*float64(row))
	rank := fmt.Sprintf("%.2f", d.ranks[i])
	room := small.room(rank) + 6
	s.line(grey, 0.7, x, d.axisY, x, y, edge-float64(side*room), y)
	s.text(edge-float64(side*room/2), y, rank, small.in(grey).centred())
	s.text(edge+float64(side*2), y, d.names[i], style)
}
