package sheet

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/manyclass/bench/framework/base/lists"
)

// floatsKept is how many environments are written before LaTeX is told to place
// them.
const floatsKept = 10

// latexNeeds says what the tables need, and has the macros that fit them to a page.
//
//go:embed fit.tex
var latexNeeds string

const needsLetters = `% Has letters beyond ASCII: \usepackage[T1]{fontenc} serves European ones, [T2A] Cyrillic ones;
% others need LuaLaTeX or XeLaTeX and a font that has them.
`

// LaTeX writes the sheet as table environments in the style of booktabs, with
// caption, label tab:<name>, what is strong in bold, marks and numbers of footnotes
// as superscripts and the footnotes below. It needs the packages booktabs and
// graphicx and nothing else unless labels go beyond ASCII; a comment at the top says
// so. LaTeX itself measures: it scales a table that is wider than the line or higher
// than the page, breaks long labels into lines, and sets footnotes that do not fit the
// page as text. A table that would be illegible then is split, or rows and columns change
// places, whichever makes fewer parts; one of many rows is split too. After ten environments
// \clearpage places them, since LaTeX keeps only some dozens waiting.
func (p Sheet) LaTeX(w io.Writer) error {
	l := latexWriter{name: p.Name}
	for _, s := range p.Sections {
		l.section(s)
	}
	tables, head := l.b.String(), latexNeeds
	if strings.Contains(tables, longBegin) {
		head = strings.Replace(head, "graphicx", "graphicx,longtable", 1)
	}
	if strings.ContainsFunc(tables, func(r rune) bool { return r > unicode.MaxASCII }) {
		head += needsLetters
	}
	_, err := io.WriteString(w, head+tables)
	return err
}

// latexWriter writes table environments.
type latexWriter struct {
	b      strings.Builder
	name   string
	tables int // environments so far
}

// section writes a section in as many environments as it needs.
func (l *latexWriter) section(s Section) {
	title := s.fullTitle(l.name)
	caption := s.floatCaption(title)
	if s.Long && len(s.Lines) > 0 {
		l.long(s, title, caption)
		return
	}
	parts := s.parts()
	notes := s.footnotes(written)
	for i, tabulars := range parts {
		l.begin(s.Layout, title, caption, i+1, len(parts))
		for k, t := range tabulars {
			if k > 0 {
				l.b.WriteString("\n  \\bigskip\n")
			}
			t.write(&l.b)
		}
		last := i == len(parts)-1 && len(notes) > 0
		if last {
			l.notes(`\fitnotes`, s.Layout, len(parts), notes)
		}
		fmt.Fprintf(&l.b, "\\end{%s}\n", s.environment())
		if last {
			l.b.WriteString("\\latenotes\n")
		}
	}
}

// environment is the name of the environment of a table.
func (l Layout) environment() string {
	if l.Width == WidthPage {
		return "table*"
	}
	return "table"
}

// begin begins an environment with one of several parts; the list of tables gets
// the title alone.
func (l *latexWriter) begin(layout Layout, title, caption string, part, parts int) {
	if l.tables > 0 && l.tables%floatsKept == 0 {
		l.b.WriteString("\n\\clearpage\n")
	}
	l.tables++
	place := "[htbp]"
	if layout.Width == WidthPage {
		place = "[tp]" // LaTeX puts such tables nowhere else
	}
	fmt.Fprintf(&l.b, "\n\\begin{%s}%s\n  \\tablestyle\n", layout.environment(), place)
	fmt.Fprintf(&l.b, "  \\caption[{%s}]{%s}\n", LaTeXProse(title), LaTeXProse(partOf(caption, part, parts)))
	fmt.Fprintf(&l.b, "  \\label{%s}\n", l.tag(layout, part))
	if layout.FontSize != "" {
		fmt.Fprintf(&l.b, "  \\%s\n", layout.FontSize)
	}
}

// notes writes the footnotes on a table with a macro that says where they go.
func (l *latexWriter) notes(macro string, layout Layout, part int, notes []string) {
	fmt.Fprintf(&l.b, "  %s{%s}{%%\n", macro, l.tag(layout, part))
	for _, line := range notes {
		fmt.Fprintf(&l.b, "    %s\\par\n", LaTeXProse(line))
	}
	l.b.WriteString("  }\n")
}

// tag is the label of the last environment, which holds a part.
func (l *latexWriter) tag(layout Layout, part int) string {
	return tagOf(layout, l.name, l.tables, part)
}

// tagOf is the label of the n-th table of a document, which holds a part: what the layout
// says, with the number of a later part, or tab:<name>, tab:<name>:2.
func tagOf(layout Layout, name string, n, part int) string {
	label := layout.Label
	if label == "" {
		label, part = "tab:"+strings.Map(inLabel, name), n
	}
	if part > 1 {
		return fmt.Sprintf("%s:%d", label, part)
	}
	return label
}

// inLabel is a character as labels may have it.
func inLabel(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
		return r
	}
	return '-'
}

// fullTitle is what lists of tables have, by the name of the sheet.
func (s Section) fullTitle(name string) string {
	switch {
	case s.Layout.Caption != "":
		return s.Layout.Caption
	case s.Title != "":
		return name + ": " + s.Title
	}
	return name
}

// floatCaption is the title and what the numbers are, unless that begins with
// the title; or what the layout says.
func (s Section) floatCaption(title string) string {
	says := s.says(written) + "."
	switch {
	case s.Layout.Caption != "":
		return s.Layout.Caption
	case strings.HasPrefix(says, title+":"):
		return says
	case len(s.Lines) > 0:
		return title + ". " + says
	}
	return title + "."
}

// longBegin begins a longtable.
const longBegin = "\\begin{longtable}"

// long writes a section as longtables, one for each block of columns, which LaTeX breaks
// into pages, with the foot before the rows; the footnotes follow as text.
func (l *latexWriter) long(s Section, title, caption string) {
	lines, foot, blocks := s.printed()
	for i, b := range blocks {
		l.tables++
		t := tabular{lines: lists.Map(footFirst(lines, foot), b.of)}
		if foot > 0 {
			t.rule = 1 + foot
		}
		pairs, numbers := t.columns()
		columns := places(pairs)[len(pairs)]
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
		l.notes(`\notesbelow`, s.Layout, len(blocks), notes)
	}
}
