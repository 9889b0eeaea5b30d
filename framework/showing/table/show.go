package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// Sheet shows the grid, with means, average ranks and counts of wins, ties and
// losses at the foot, and the statistics over its rows.
func (g Grid) Sheet() sheet.Sheet {
	s := sheet.Section{Means: true, Remarks: g.Remarks, Notes: g.Notes, Layout: g.layout()}
	if len(g.Rows) > 0 {
		s.Caption = g.caption()
		best := "the best of each " + strings.Join(g.RowAxes, "/")
		switch g.print.Highlight {
		case highlightSecond:
			s.Strong, s.Under = best, "the second best"
		case highlightNone:
		default:
			s.Strong = best
		}
		foot := g.foot()
		s.Lines, s.Foot = append(g.lines(), foot...), len(foot)
		s.Across = strings.Join(g.ColumnAxes, "/")
		if g.print.Transpose != nil && *g.print.Transpose {
			s = s.Transposed()
		}
	}
	p := sheet.Sheet{Name: g.Name, Sections: []sheet.Section{s}}
	if g.Statistics != nil {
		statistics := g.Statistics.section(plural(g.RowAxes), strings.Join(g.ColumnAxes, "/"))
		statistics.Layout = sheet.Layout{Width: s.Layout.Width, FontSize: s.Layout.FontSize}
		p.Sections = append(p.Sections, statistics)
	}
	return p
}

// The values of highlight that are not its default.
const highlightSecond, highlightNone = "second_best", "none"

// layout is what the table block says of it.
func (g Grid) layout() sheet.Layout {
	p := g.print
	return sheet.Layout{Caption: p.Caption, Label: p.Label, Width: p.Width, FontSize: p.FontSize,
		Fixed: p.Transpose != nil, Long: p.LongTable, Rows: p.RowsPerPage, Columns: p.ColumnsPerPage}
}

// caption says what the numbers are.
func (g Grid) caption() string {
	direction := "larger"
	if g.SmallerIsBetter {
		direction = "smaller"
	}
	over := cmp.Or(g.pooled, "folds")
	if len(g.Average) > 0 {
		over = wording.List(g.Average) + ", of means over " + over
	}
	for i, axis := range g.Hidden {
		joint := ", "
		if i == len(g.Hidden)-1 {
			joint = " and "
		}
		over += joint + plural([]string{axis})
	}
	return fmt.Sprintf("%s: %s over %s, %s is better", g.Metric, g.spreadName(), over, direction)
}

func (g Grid) lines() [][]sheet.Cell {
	head := []sheet.Cell{sheet.Label(strings.Join(g.RowAxes, "/"))}
	for j := range g.Columns {
		head = append(head, label(g.Columns, g.axes.columns, j))
	}
	lines := [][]sheet.Cell{head}
	for i := range g.Rows {
		line := []sheet.Cell{label(g.Rows, g.axes.rows, i)}
		shades := g.shades(g.Entries[i])
		for j, e := range g.Entries[i] {
			c := g.cell(e)
			c.Shade = shades[j]
			line = append(line, c)
		}
		lines = append(lines, line)
	}
	return lines
}

// label is that of a row or column, in parts if these are known.
func label(names []string, parts [][]string, i int) sheet.Cell {
	if parts == nil {
		return sheet.Label(names[i])
	}
	return sheet.Leveled(parts[i])
}

// shades say how near the entries of a row are to the best of it, on the way from the worst.
func (g Grid) shades(row []Entry) []int {
	best, worst := math.Inf(1), math.Inf(-1)
	for _, e := range row {
		if c := g.cost(e); !math.IsNaN(c) && !math.IsInf(c, 0) {
			best, worst = min(best, c), max(worst, c)
		}
	}
	return lists.Map(row, func(e Entry) int {
		near := (worst - g.cost(e)) / (worst - best)
		if !(worst > best) || !(near >= 0 && near <= 1) {
			return 0
		}
		return int(math.Round(near * sheet.MostShade))
	})
}

// ByRank is the grid with its columns in order of mean rank, those without one last, and as
// it is where it has no ranks or columns are sorted by settings.
func (g Grid) ByRank() Grid {
	if g.Ranks == nil || g.axes.columns != nil {
		return g
	}
	order := lists.Range(len(g.Columns))
	rank := func(j int) float64 {
		if math.IsNaN(g.Ranks[j]) {
			return math.Inf(1)
		}
		return g.Ranks[j]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	sorted := g
	sorted.Columns, sorted.Ranks = lists.Pick(g.Columns, order), lists.Pick(g.Ranks, order)
	sorted.Entries = lists.Map(g.Entries, func(row []Entry) []Entry { return lists.Pick(row, order) })
	sorted.Means = lists.Pick(g.Means, order)
	sorted.WinTieLoss = lists.Map(g.WinTieLoss, func(counts []WinTieLoss) []WinTieLoss {
		return lists.Pick(counts, order)
	})
	sorted.axes.namedColumns = lists.Pick(named(g.Columns, g.axes.namedColumns), order)
	return sorted
}

// cell shows an entry.
func (g Grid) cell(e Entry) sheet.Cell {
	n := g.decimals(e.SD)
	c := sheet.Decimal(e.Mean, n)
	c.Tail = g.spread(e, n)
	c.Strong, c.Notes = e.Best && g.print.Highlight != highlightNone, e.Notes
	c.Under = e.Second && g.print.Highlight == highlightSecond
	for baseline, mark := range e.Marks {
		if mark != NoMark {
			c.Marks = append(c.Marks, g.shown(mark, baseline))
		}
	}
	return c
}

func (g Grid) foot() [][]sheet.Cell {
	var lines [][]sheet.Cell
	add := func(name string, numbers []float64, decimals int) {
		if numbers == nil {
			return
		}
		line := []sheet.Cell{sheet.Label(apart(name, g.Rows))}
		for _, v := range numbers {
			line = append(line, sheet.Decimal(v, decimals))
		}
		lines = append(lines, line)
	}
	add("mean", g.Means, g.meanDecimals())
	add("average rank", g.Ranks, sheet.RankDigits)
	for n, counts := range g.WinTieLoss {
		if counts != nil {
			lines = append(lines, g.counts(n, counts))
		}
	}
	return lines
}

// counts are the wins, ties and losses against a baseline.
func (g Grid) counts(n int, counts []WinTieLoss) []sheet.Cell {
	name := "win/tie/loss"
	if len(g.Baselines) > 1 {
		name += " " + strconv.Itoa(n+1)
	}
	line := []sheet.Cell{sheet.Label(apart(name, g.Rows))}
	for j, w := range counts {
		text := fmt.Sprintf("(%d/%d/%d)", w.Win, w.Tie, w.Loss)
		if g.Columns[j] == g.Baselines[n] {
			text = fmt.Sprintf("(%s/ /%s)", g.shown(Better, n), g.shown(Worse, n))
		}
		line = append(line, sheet.Label(text))
	}
	return line
}
