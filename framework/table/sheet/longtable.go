package sheet

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/lists"
)

// longBegin begins a longtable.
const longBegin = "\\begin{longtable}"

// long writes a section as longtables, one for each block of columns, which LaTeX breaks
// into pages, with the foot before the rows; the footnotes follow as text.
func (l *latexWriter) long(s Section, title, caption string) {
	lines, foot, blocks := s.blocks(s.frame())
	for i, b := range blocks {
		l.tables++
		t := tabular{lines: columnsOf(footFirst(lines, foot), b)}
		if foot > 0 {
			t.rule = 1 + foot
		}
		pairs, numbers := t.columns()
		columns := len(pairs) + lists.Count(pairs, func(pair bool) bool { return pair })
		l.b.WriteString("\n\\begingroup\\setlength{\\tabcolsep}{4pt}")
		if s.FontSize != "" {
			fmt.Fprintf(&l.b, "\\%s", s.FontSize)
		}
		fmt.Fprintf(&l.b, "\n%s{%s}\n", longBegin, latexColumns(pairs, numbers))
		fmt.Fprintf(&l.b, "    \\caption[{%s}]{%s}\n", LaTeXProse(title), LaTeXProse(partOf(caption, i+1, len(blocks))))
		fmt.Fprintf(&l.b, "    \\label{%s}\\\\\n", l.tag(s.Layout, i+1))
		t.longHead(&l.b, pairs, "endfirsthead", "")
		t.longHead(&l.b, pairs, "endhead",
			fmt.Sprintf("    \\multicolumn{%d}{l}{\\tablename~\\thetable, continued}\\\\\n", columns))
		fmt.Fprintf(&l.b, "    \\midrule\\multicolumn{%d}{r}{continued on the next page}\\\\\n    \\endfoot\n"+
			"    \\bottomrule\n    \\endlastfoot\n", columns)
		t.longRows(&l.b, pairs, s.Rows)
		l.b.WriteString("\\end{longtable}\n\\endgroup\n")
	}
	if notes := s.footnotes(written); len(notes) > 0 {
		l.after(s.Layout, len(blocks), notes)
	}
}

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
