package table

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/table/sheet"
)

// Sheet shows the grid, with means, average ranks and counts of wins, ties and
// losses at the foot, and the statistics over its rows.
func (g Grid) Sheet() sheet.Sheet {
	s := sheet.Section{Remarks: g.Remarks, Notes: g.Notes}
	if len(g.Rows) > 0 {
		s.Caption = g.caption()
		s.Strong = "the best of each " + strings.Join(g.RowAxes, "/")
		foot := g.foot()
		s.Lines, s.Foot = append(g.lines(), foot...), len(foot)
		s.Across = strings.Join(g.ColumnAxes, "/")
	}
	p := sheet.Sheet{Name: g.Name, Sections: []sheet.Section{s}}
	if g.Statistics != nil {
		p.Sections = append(p.Sections, g.Statistics.section(plural(g.RowAxes), strings.Join(g.ColumnAxes, "/")))
	}
	return p
}

// caption says what the numbers are.
func (g Grid) caption() string {
	direction := "larger"
	if g.SmallerIsBetter {
		direction = "smaller"
	}
	over := cmp.Or(g.pooled, "folds")
	for i, axis := range g.Hidden {
		joint := ", "
		if i == len(g.Hidden)-1 {
			joint = " and "
		}
		over += joint + plural([]string{axis})
	}
	return fmt.Sprintf("%s: mean ± standard deviation over %s, %s is better", g.Metric, over, direction)
}

func (g Grid) lines() [][]sheet.Cell {
	lines := [][]sheet.Cell{append([]sheet.Cell{sheet.Label(strings.Join(g.RowAxes, "/"))}, sheet.Labels(g.Columns)...)}
	for i, name := range g.Rows {
		line := []sheet.Cell{sheet.Label(name)}
		for _, e := range g.Entries[i] {
			c := sheet.Numeral(e.Mean)
			if !math.IsNaN(e.SD) {
				c.Tail = " ± " + sheet.Fixed(e.SD)
			}
			c.Strong, c.Mark, c.Notes = e.Best, string(e.Mark), e.Notes
			line = append(line, c)
		}
		lines = append(lines, line)
	}
	return lines
}

func (g Grid) foot() [][]sheet.Cell {
	var lines [][]sheet.Cell
	add := func(name string, numbers []float64) {
		if numbers == nil {
			return
		}
		label := sheet.Label(apart(name, g.Rows))
		lines = append(lines, append([]sheet.Cell{label}, lists.Map(numbers, sheet.Numeral)...))
	}
	add("mean", g.Means)
	add("average rank", g.Ranks)
	if g.WinTieLoss == nil {
		return lines
	}
	line := []sheet.Cell{sheet.Label(apart("win/tie/loss", g.Rows))}
	for j, w := range g.WinTieLoss {
		text := fmt.Sprintf("(%d/%d/%d)", w.Win, w.Tie, w.Loss)
		if g.Columns[j] == g.Baseline {
			text = fmt.Sprintf("(%s/ /%s)", Better, Worse)
		}
		line = append(line, sheet.Label(text))
	}
	return append(lines, line)
}
