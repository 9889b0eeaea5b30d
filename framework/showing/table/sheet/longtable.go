package sheet

import (
	"fmt"
	"strings"
)

// longHead writes a head of the pages, below a line.
func (t tabular) longHead(b *strings.Builder, pairs []bool, end, above string) {
	b.WriteString(above + "    \\toprule\n")
	t.writeHeadings(b, pairs)
	t.writeLine(b, 0, pairs)
	fmt.Fprintf(b, "    \\midrule\n    \\%s\n", end)
}

// longRows writes the rows, at most a number of them a page besides the foot, unless that
// is 0.
func (t tabular) longRows(b *strings.Builder, pairs []bool, most int) {
	first := max(1, t.rule)
	for i := range t.lines[1:] {
		i := i + 1
		switch {
		case i == t.rule:
			b.WriteString("    \\midrule\n")
		case i > first && most > 0 && (i-first)%most == 0:
			b.WriteString("    \\pagebreak\n")
		}
		t.writeLine(b, i, pairs)
	}
}
