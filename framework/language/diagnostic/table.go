package diagnostic

import (
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
)

const (
	tableMargin = "  " // before a row
	tableGap    = "  " // between columns
)

// aligned is a table of one line per row where the width allows it; else the cells
// of the widest columns are broken between words, over lines of their column.
func aligned(rows [][]string, width int) string {
	var b strings.Builder
	widths := columnWidths(rows, width-len(tableMargin))
	for _, row := range rows {
		lines := make([][]string, len(row)) // of each cell
		height := 0
		for j, cell := range row {
			lines[j] = strings.Split(wording.Wrap(cell, "", "", widths[j]), "\n")
			height = max(height, len(lines[j]))
		}
		for k := range height {
			line := tableMargin
			for j := range row {
				text := ""
				if k < len(lines[j]) {
					text = lines[j][k]
				}
				line += text + strings.Repeat(" ", widths[j]-wording.Width(text)) + tableGap
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return b.String()
}

// columnWidths are the widths of the columns: those of their longest cells, of
// which the widest give way to the room, down to their longest words.
func columnWidths(rows [][]string, room int) []int {
	widths, least := make([]int, len(rows[0])), make([]int, len(rows[0]))
	for _, row := range rows {
		for j, cell := range row {
			widths[j] = max(widths[j], wording.Width(cell))
			for _, word := range strings.Split(cell, " ") {
				least[j] = max(least[j], wording.Width(word))
			}
		}
	}
	used := len(tableGap) * (len(widths) - 1)
	for _, w := range widths {
		used += w
	}
	for ; used > room; used-- {
		widest := -1
		for j, w := range widths {
			if w > least[j] && (widest < 0 || w > widths[widest]) {
				widest = j
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return widths
}
