package table

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// LaTeX writes the table as table environments in the style of booktabs, with
// caption, label tab:<name>, the best mean of each row in bold, marks and numbers
// of footnotes as superscripts and the footnotes below. It needs
// \usepackage{booktabs} and nothing else unless labels go beyond ASCII; a comment
// at the top says so. A table too wide for a line of the article class is set in
// smaller type; if that does not suffice, rows and columns change places or the
// table is split into several, whichever makes fewer. A table too long for a page
// is split too. Long labels are broken into lines. Footnotes that do not fit the
// page of the last part have the next. After ten environments \clearpage places
// them, since LaTeX keeps only some dozens waiting.
func (g Grid) LaTeX(w io.Writer) error { return g.page().latex(w) }

// floatsKept is how many environments are written before LaTeX is told to place
// them.
const floatsKept = 10

func (p page) latex(w io.Writer) error {
	l := latexWriter{name: p.name}
	for _, s := range p.sections {
		l.section(s)
	}
	tables := l.b.String()
	_, err := io.WriteString(w, preamble(tables)+tables)
	return err
}

// latexWriter writes table environments.
type latexWriter struct {
	b      strings.Builder
	name   string
	floats int // environments so far
	tables int // those with a caption
}

// section writes a section in as many environments as it needs.
func (l *latexWriter) section(s section) {
	title := l.name
	if s.title != "" {
		title += ": " + s.title
	}
	caption := s.latexCaption(title)
	height := pageHeight - proseHeight([]string{caption + " Part 100 of 100."}, typeSizes[0])
	parts := s.floats(height)
	notes := s.footnotes()
	below := fitsBelow(notes, parts[len(parts)-1], height)
	for i, sheets := range parts {
		l.begin()
		l.tables++
		writeCaption(&l.b, title, caption, i+1, len(parts))
		fmt.Fprintf(&l.b, "  \\label{%s}\n", tag(l.name, l.tables))
		writeSheets(&l.b, sheets)
		if i == len(parts)-1 && below {
			writeFootnotes(&l.b, notes)
		}
		l.end()
	}
	if !below {
		l.notesApart(notes)
	}
}

// notesApart writes footnotes that do not fit below their table in environments
// of their own.
func (l *latexWriter) notesApart(notes []string) {
	for len(notes) > 0 {
		n := 1
		for n < len(notes) && proseHeight(notes[:n+1], typeSizes[2]) <= pageHeight {
			n++
		}
		l.begin()
		fmt.Fprintf(&l.b, "  Notes on Table~\\ref{%s}\n", tag(l.name, l.tables))
		writeFootnotes(&l.b, notes[:n])
		l.end()
		notes = notes[n:]
	}
}

func (l *latexWriter) begin() {
	if l.floats > 0 && l.floats%floatsKept == 0 {
		l.b.WriteString("\n\\clearpage\n")
	}
	l.floats++
	l.b.WriteString("\n\\begin{table}[htbp]\n  \\centering\\sloppy\n")
}

func (l *latexWriter) end() { l.b.WriteString("\\end{table}\n") }

// latexCaption is the title and what the numbers are, unless that begins with
// the title.
func (s section) latexCaption(title string) string {
	says := s.says("; %s is bold") + "."
	switch {
	case strings.HasPrefix(says, title+":"):
		return says
	case len(s.lines) > 0:
		return title + ". " + says
	}
	return title + "."
}

// preamble says in comments what the tables need.
func preamble(tables string) string {
	text := "% Needs \\usepackage{booktabs}.\n"
	if strings.ContainsFunc(tables, func(r rune) bool { return r > unicode.MaxASCII }) {
		text += "% Has letters beyond ASCII: \\usepackage[T1]{fontenc} serves European ones, [T2A] Cyrillic ones;\n" +
			"% others need LuaLaTeX or XeLaTeX and a font that has them.\n"
	}
	return text
}

// writeCaption writes the caption of one of several parts; the list of tables
// gets the title alone.
func writeCaption(b *strings.Builder, title, caption string, part, parts int) {
	if parts > 1 {
		caption += fmt.Sprintf(" Part %d of %d.", part, parts)
	}
	b.WriteString("  \\setlength{\\abovecaptionskip}{0pt}\\setlength{\\belowcaptionskip}{6pt}\n")
	fmt.Fprintf(b, "  \\caption[{%s}]{%s}\n", latexProse(title), latexProse(caption))
}

func writeSheets(b *strings.Builder, sheets []sheet) {
	for i, sheet := range sheets {
		if i > 0 {
			fmt.Fprintf(b, "\n  \\vspace{%dpt}\n", space)
		}
		sheet.write(b)
	}
}

// fitsBelow reports whether footnotes fit the page of tabulars below them.
func fitsBelow(notes []string, sheets []sheet, height float64) bool {
	for _, s := range sheets {
		if len(s.lines) > 0 {
			height -= s.height() + space
		}
	}
	return proseHeight(notes, typeSizes[2]) <= height
}

func writeFootnotes(b *strings.Builder, lines []string) {
	if len(lines) == 0 {
		return
	}
	b.WriteString("\n  \\medskip\n  \\begin{minipage}{\\linewidth}\\footnotesize\\raggedright\n")
	for _, line := range lines {
		fmt.Fprintf(b, "    %s\\par\n", latexProse(line))
	}
	b.WriteString("  \\end{minipage}\n")
}

// tag is the label of the n-th table of a document: tab:<name>, tab:<name>:2.
func tag(name string, n int) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '-'
	}, name)
	if n > 1 {
		safe += fmt.Sprintf(":%d", n)
	}
	return "tab:" + safe
}

func (s sheet) write(b *strings.Builder) {
	if len(s.lines) == 0 {
		return
	}
	fmt.Fprintf(b, "  %s\\setlength{\\tabcolsep}{%dpt}\n", s.command, columnGap)
	pairs, spec := s.columns()
	fmt.Fprintf(b, "  \\begin{tabular}{%s}\n    \\toprule\n", spec)
	for i, line := range s.lines {
		if i == 1 || s.foot > 0 && i == len(s.lines)-s.foot {
			b.WriteString("    \\midrule\n")
		}
		b.WriteString("    ")
		for j, c := range line {
			if j > 0 {
				b.WriteString(" & ")
			}
			b.WriteString(s.latexCell(c, i, j, pairs[j]))
		}
		b.WriteString(" \\\\\n")
	}
	b.WriteString("    \\bottomrule\n  \\end{tabular}\n")
}

// columns returns the specification of the tabular, and for each column whether
// it is a pair of columns, so that what follows the numbers does not move them.
func (s sheet) columns() (pairs []bool, spec string) {
	for j := range s.lines[0] {
		numbers, pair := false, false
		for _, line := range s.lines[1:] {
			numbers = numbers || line[j].number
			pair = pair || line[j].tail != "" || line[j].suffix() != ""
		}
		switch {
		case pair:
			spec += "r@{}l"
		case numbers:
			spec += "r"
		default:
			spec += "l"
		}
		pairs = append(pairs, pair)
	}
	return pairs, spec
}

// latexCell renders the cell in line i and column j.
func (s sheet) latexCell(c cell, i, j int, pair bool) string {
	bold := func(text string) string {
		if c.strong && text != "" {
			return `\textbf{` + text + "}"
		}
		return text
	}
	if c.spaced {
		return latexSpaced(c.text)
	}
	if !c.number {
		place, align := "t", "l"
		if i == 0 {
			place = "b"
		}
		if j > 0 {
			align = "c"
		}
		text := stacked(s.broken(i, j), place, align)
		if pair {
			return `\multicolumn{2}{c}{` + text + "}"
		}
		return text
	}
	text, rest := bold(latexEscape(c.text)), bold(latexTail(c.tail))
	if suffix := strings.ReplaceAll(c.suffix(), " ", ""); suffix != "" {
		rest += `\textsuperscript{` + latexEscape(suffix) + "}"
	}
	if pair {
		return text + " & " + rest
	}
	return text
}

// latexSpaced gives every word the same width.
func latexSpaced(text string) string {
	var b strings.Builder
	for _, word := range strings.Fields(text) {
		b.WriteString(`\makebox[1.6ex]{` + latexEscape(word) + "}")
	}
	return b.String()
}

// latexTail keeps its spaces at the edge of a column.
func latexTail(tail string) string {
	text := ""
	for i, word := range strings.Split(tail, " ") {
		if i > 0 {
			text += `\,`
		}
		text += latexEscape(word)
	}
	return text
}

var latexSpecial = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '_': `\_`, '%': `\%`,
	'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `$<$`, '>': `$>$`, '|': `$|$`, '`': "{`}",
	'±': `$\pm$`, '×': `$\times$`, '·': `$\cdot$`, '≤': `$\le$`, '≥': `$\ge$`, '−': `$-$`, '∞': `$\infty$`, '²': `\textsuperscript{2}`,
	'—': `---`, '–': `--`, '…': `\dots{}`, '\uFFFD': "?",
}

// latexEscape keeps text on one line and from being read as LaTeX.
func latexEscape(text string) string {
	var b strings.Builder
	var last rune
	for _, r := range Flat(text) {
		special, known := latexSpecial[r]
		switch {
		case known:
			b.WriteString(special)
		case r == last && strings.ContainsRune("-',", r):
			b.WriteString("{}" + string(r)) // no ligature
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}
