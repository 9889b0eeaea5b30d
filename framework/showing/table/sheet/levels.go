package sheet

import (
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// Leveled is a label of several parts, each under the one before: heads that share the
// first ones are under one heading, and below a row that shares them they are not
// repeated. Its text is the parts joined by "/".
func Leveled(parts []string) Cell {
	c := Label(strings.Join(parts, "/"))
	if len(parts) > 1 {
		c.Levels = parts
	}
	return c
}

// leveled reports whether labels of a section stand under headings.
func (s Section) leveled() bool {
	return slices.ContainsFunc(s.Lines, func(line []Cell) bool {
		return slices.ContainsFunc(line, func(c Cell) bool { return c.Levels != nil })
	})
}

// own is the text of a head under the headings that it shares.
func (c Cell) own() string {
	if c.Levels == nil {
		return c.Text
	}
	return c.Levels[len(c.Levels)-1]
}

// above are the headings over a head.
func (c Cell) above() []string {
	if c.Levels == nil {
		return nil
	}
	return c.Levels[:len(c.Levels)-1]
}

// levelsOf is how many lines of headings are above a head.
func levelsOf(head []Cell) int {
	most := 0
	for _, c := range head[1:] {
		most = max(most, len(c.above()))
	}
	return most
}

// run is a heading of neighbouring columns.
type run struct {
	from, to int // columns
	text     string
}

// runsOf are the headings of a level above a head, from left to right. Columns without
// any have none.
func runsOf(head []Cell, level int) []run {
	var runs []run
	for j := 1; j < len(head); j++ {
		above := head[j].above()
		if len(above) <= level {
			continue
		}
		last := len(runs) - 1
		if last >= 0 && runs[last].to == j && slices.Equal(head[j-1].above()[:level+1], above[:level+1]) {
			runs[last].to++
			continue
		}
		runs = append(runs, run{j, j + 1, above[level]})
	}
	return runs
}

// shared is the beginning of the label of row i that the row above it has too, "glass/":
// what need not be said again.
func shared(lines [][]Cell, i int) string {
	if i < 2 {
		return ""
	}
	one, before := lines[i][0].above(), lines[i-1][0].above()
	n := 0
	for n < min(len(one), len(before)) && one[n] == before[n] {
		n++
	}
	return strings.Join(lists.Map(one[:n], func(part string) string { return part + "/" }), "")
}

// indented is a label with blanks in the place of what is shared.
func indented(text, same string) string {
	if rest, has := strings.CutPrefix(text, same); has {
		return blanks(wording.Width(same)) + rest
	}
	return text
}
