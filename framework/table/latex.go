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
// is split too.
func (g Grid) LaTeX(w io.Writer) error { return g.page().latex(w) }

func (p page) latex(w io.Writer) error {
	var b strings.Builder
	written := 0
	for _, s := range p.sections {
		title := p.name
		if s.title != "" {
			title += ": " + s.title
		}
		parts := s.sheets()
		for i, sheet := range parts {
			written++
			b.WriteByte('\n')
			b.WriteString("\\begin{table}[htbp]\n  \\centering\\sloppy\n")
			writeCaption(&b, title, s, i+1, len(parts))
			fmt.Fprintf(&b, "  \\label{%s}\n", tag(p.name, written))
			sheet.write(&b)
			if i == len(parts)-1 {
				writeFootnotes(&b, s.footnotes())
			}
			b.WriteString("\\end{table}\n")
		}
	}
	_, err := io.WriteString(w, preamble(b.String())+b.String())
	return err
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
func writeCaption(b *strings.Builder, title string, s section, part, parts int) {
	text := latexEscape(title) + "."
	if says := latexEscape(s.says("; %s is bold")) + "."; strings.HasPrefix(says, latexEscape(title)+":") {
		text = says
	} else if len(s.lines) > 0 {
		text += " " + says
	}
	if parts > 1 {
		text += fmt.Sprintf(" Part %d of %d.", part, parts)
	}
	b.WriteString("  \\setlength{\\abovecaptionskip}{0pt}\\setlength{\\belowcaptionskip}{6pt}\n")
	fmt.Fprintf(b, "  \\caption[{%s}]{%s}\n", latexEscape(title), text)
}

func writeFootnotes(b *strings.Builder, lines []string) {
	if len(lines) == 0 {
		return
	}
	b.WriteString("\n  \\medskip\n  \\begin{minipage}{\\linewidth}\\footnotesize\\raggedright\n")
	for _, line := range lines {
		fmt.Fprintf(b, "    %s\\par\n", latexEscape(line))
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

// sheet is one tabular.
type sheet struct {
	size  typeSize
	lines [][]cell
	foot  int // the number of last lines that a rule divides from the others
}

func (s sheet) write(b *strings.Builder) {
	if len(s.lines) == 0 {
		return
	}
	fmt.Fprintf(b, "  %s\\setlength{\\tabcolsep}{%dpt}\n", s.size.command, columnGap)
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
			b.WriteString(latexCell(c, pairs[j], i == 0 && j > 0))
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
		case j == 0 && s.brokenLabels():
			spec += fmt.Sprintf("p{%dpt}", labelWidth)
		default:
			spec += "l"
		}
		pairs = append(pairs, pair)
	}
	return pairs, spec
}

// latexCell renders a cell. The head of a column has a line for each part
// between slashes.
func latexCell(c cell, pair, head bool) string {
	bold := func(text string) string {
		if c.strong && text != "" {
			return `\textbf{` + text + "}"
		}
		return text
	}
	if !c.number {
		text := latexLabel(c.text)
		if lines := strings.Split(c.text, "/"); head && len(lines) > 1 {
			for i := range lines {
				lines[i] = latexLabel(lines[i])
			}
			text = `\begin{tabular}[b]{@{}c@{}}` + strings.Join(lines, `\\`) + `\end{tabular}`
		}
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

// latexLabel keeps brackets and stars from being read as an argument of \\.
func latexLabel(text string) string {
	text = latexEscape(text)
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "*") {
		return "{}" + text
	}
	return text
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
