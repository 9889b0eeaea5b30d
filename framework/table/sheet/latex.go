package sheet

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/manyclass/bench/framework/wording"
)

// proseWidth is how many characters of a caption or note are counted as a line.
const proseWidth = 70

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
	title := l.name
	if s.Title != "" {
		title += ": " + s.Title
	}
	caption := s.latexCaption(title)
	parts := s.floats(pageHeight - proseLines([]string{caption}))
	notes := s.footnotes()
	for i, tabulars := range parts {
		l.begin(title, caption, i+1, len(parts))
		height := proseLines([]string{caption})
		for k, t := range tabulars {
			if k > 0 {
				l.b.WriteString("\n  \\bigskip\n")
			}
			t.write(&l.b)
			height += t.height()
		}
		below := i == len(parts)-1 && height+proseLines(notes) <= pageHeight
		if below {
			l.notes(notes)
			notes = nil
		}
		l.b.WriteString("\\end{table}\n")
	}
	if len(notes) > 0 {
		l.after(notes)
	}
}

// begin begins an environment with one of several parts; the list of tables gets
// the title alone.
func (l *latexWriter) begin(title, caption string, part, parts int) {
	if l.tables > 0 && l.tables%floatsKept == 0 {
		l.b.WriteString("\n\\clearpage\n")
	}
	l.tables++
	if parts > 1 {
		caption += fmt.Sprintf(" Part %d of %d.", part, parts)
	}
	l.b.WriteString("\n\\begin{table}[htbp]\n  \\centering\\sloppy\\setlength{\\tabcolsep}{4pt}\n" +
		"  \\setlength{\\abovecaptionskip}{0pt}\\setlength{\\belowcaptionskip}{6pt}\n")
	fmt.Fprintf(&l.b, "  \\caption[{%s}]{%s}\n", LaTeXProse(title), LaTeXProse(caption))
	fmt.Fprintf(&l.b, "  \\label{%s}\n", tag(l.name, l.tables))
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
func (l *latexWriter) after(notes []string) {
	fmt.Fprintf(&l.b, "\n\\begingroup\\footnotesize\\raggedright\\setlength{\\parindent}{0pt}\n"+
		"  Notes on Table~\\ref{%s}\\par\n", tag(l.name, l.tables))
	for _, line := range notes {
		fmt.Fprintf(&l.b, "  %s\\par\n", LaTeXProse(line))
	}
	l.b.WriteString("\\endgroup\n")
}

// latexCaption is the title and what the numbers are, unless that begins with
// the title.
func (s Section) latexCaption(title string) string {
	says := s.says("; %s is bold") + "."
	switch {
	case strings.HasPrefix(says, title+":"):
		return says
	case len(s.Lines) > 0:
		return title + ". " + says
	}
	return title + "."
}

// proseLines counts the lines of sentences, each a paragraph.
func proseLines(sentences []string) int {
	n := 0
	for _, text := range sentences {
		n += 1 + wording.Width(text)/proseWidth
	}
	return n
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
