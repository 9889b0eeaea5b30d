package sheet

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// floatsKept is how many environments are written before LaTeX is told to place
// them.
const floatsKept = 10

// needs says what the tables need, and how they fit a line.
const needs = `% Needs \usepackage{booktabs,graphicx}.
\providecommand{\fitline}[1]{\sbox0{#1}\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi}
`

const needsLetters = `% Has letters beyond ASCII: \usepackage[T1]{fontenc} serves European ones, [T2A] Cyrillic ones;
% others need LuaLaTeX or XeLaTeX and a font that has them.
`

// LaTeX writes the sheet as table environments in the style of booktabs, with
// caption, label tab:<name>, what is strong in bold, marks and numbers of footnotes
// as superscripts and the footnotes below. It needs the packages booktabs and
// graphicx and nothing else unless labels go beyond ASCII; a comment at the top says
// so. A table that is wider than the line, whatever the class of the document, is
// scaled to it. One that would be illegible then is split, or rows and columns change
// places, whichever makes fewer parts; one too long for a page is split too. Long
// labels are broken into lines. Footnotes that do not fit the page of the last part
// follow as text. After ten environments \clearpage places them, since LaTeX keeps
// only some dozens waiting.
func (p Sheet) LaTeX(w io.Writer) error {
	l := latexWriter{name: p.Name}
	for _, s := range p.Sections {
		l.section(s)
	}
	tables, head := l.b.String(), needs
	if strings.Contains(tables, longBegin) {
		head = strings.Replace(needs, "graphicx", "graphicx,longtable", 1)
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
	f := s.frame()
	said := f.proseLines([]string{caption})
	parts := s.floats(f.less(said))
	notes := s.footnotes(written)
	for i, tabulars := range parts {
		l.begin(s.Layout, title, caption, i+1, len(parts))
		height := 0
		for k, t := range tabulars {
			if k > 0 {
				l.b.WriteString("\n  \\bigskip\n")
			}
			t.write(&l.b)
			height += t.height()
		}
		below := i == len(parts)-1 && height <= f.less(said+f.proseLines(notes)).height
		if below {
			l.notes(notes)
			notes = nil
		}
		fmt.Fprintf(&l.b, "\\end{%s}\n", s.environment())
	}
	if len(notes) > 0 {
		l.after(s.Layout, len(parts), notes)
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
	fmt.Fprintf(&l.b, "\n\\begin{%s}%s\n  \\centering\\sloppy\\setlength{\\tabcolsep}{4pt}\n"+
		"  \\setlength{\\abovecaptionskip}{0pt}\\setlength{\\belowcaptionskip}{6pt}\n", layout.environment(), place)
	fmt.Fprintf(&l.b, "  \\caption[{%s}]{%s}\n", LaTeXProse(title), LaTeXProse(partOf(caption, part, parts)))
	fmt.Fprintf(&l.b, "  \\label{%s}\n", l.tag(layout, part))
	if layout.FontSize != "" {
		fmt.Fprintf(&l.b, "  \\%s\n", layout.FontSize)
	}
}

// partOf adds to a caption which part of a table it is on.
func partOf(caption string, part, parts int) string {
	if parts < 2 {
		return caption
	}
	return caption + fmt.Sprintf(" Part %d of %d.", part, parts)
}

// tag is the label of the last environment, which holds a part.
func (l *latexWriter) tag(layout Layout, part int) string {
	return tagOf(layout, l.name, l.tables, part)
}

// tagOf is the label of the n-th table of a document, which holds a part: what the layout
// says, with the number of a later part.
func tagOf(layout Layout, name string, n, part int) string {
	switch {
	case layout.Label == "":
		return tag(name, n)
	case part > 1:
		return fmt.Sprintf("%s:%d", layout.Label, part)
	}
	return layout.Label
}

// notes writes footnotes below a table.
func (l *latexWriter) notes(notes []string) {
	if len(notes) == 0 {
		return
	}
	l.b.WriteString("\n  \\medskip\n  \\begin{minipage}{\\linewidth}\\footnotesize\\raggedright\n")
	for _, line := range notes {
		fmt.Fprintf(&l.b, "    %s\\par\n", LaTeXProse(line))
	}
	l.b.WriteString("  \\end{minipage}\n")
}

// after writes footnotes as text, which LaTeX divides into pages.
func (l *latexWriter) after(layout Layout, part int, notes []string) {
	fmt.Fprintf(&l.b, "\n\\begingroup\\footnotesize\\raggedright\\setlength{\\parindent}{0pt}\n"+
		"  Notes on Table~\\ref{%s}\\par\n", l.tag(layout, part))
	for _, line := range notes {
		fmt.Fprintf(&l.b, "  %s\\par\n", LaTeXProse(line))
	}
	l.b.WriteString("\\endgroup\n")
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
