package sheet

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// write writes the tabular, scaled to the line if it is wider.
func (t tabular) write(b *strings.Builder) {
	pairs, numbers := t.columns()
	fmt.Fprintf(b, "  \\fittable{\\begin{tabular}{%s}\n    \\toprule\n", latexColumns(pairs, numbers))
	for i := range t.lines {
		if i == 1 || t.rule > 0 && i == t.rule {
			b.WriteString("    \\midrule\n")
		}
		if i == 0 {
			t.writeHeadings(b, pairs)
		}
		t.writeLine(b, i, pairs)
	}
	b.WriteString("    \\bottomrule\n  \\end{tabular}}\n")
}

// writeLine writes a line of the tabular.
func (t tabular) writeLine(b *strings.Builder, i int, pairs []bool) {
	b.WriteString("    ")
	for j, c := range t.lines[i] {
		if j > 0 {
			b.WriteString(" & ")
		}
		switch {
		case c.Number:
			b.WriteString(c.latexNumber(pairs[j]))
		case c.Spaced:
			b.WriteString(latexSpaced(c.Text))
		default:
			b.WriteString(t.latexLabel(i, j, pairs[j]))
		}
	}
	b.WriteString(" \\\\\n")
}

// writeHeadings writes what is above the head, each heading with a rule below it.
func (t tabular) writeHeadings(b *strings.Builder, pairs []bool) {
	at := places(pairs)
	for level := range levelsOf(t.lines[0]) {
		next, line, below := at[1], "    ", ""
		for _, r := range runsOf(t.lines[0], level) {
			from, to := at[r.from], at[r.to]
			line += strings.Repeat("& ", from-next+1) +
				fmt.Sprintf(`\multicolumn{%d}{c}{%s} `, to-from, latexCell(r.text))
			below += fmt.Sprintf(`\cmidrule(lr){%d-%d}`, from+1, to)
			next = to
		}
		b.WriteString(line + `\\` + "\n    " + below + "\n")
	}
}

// latexColumns is the specification of the tabular.
func latexColumns(pairs, numbers []bool) string {
	spec := ""
	for j := range pairs {
		switch {
		case pairs[j]:
			spec += "r@{}l"
		case numbers[j]:
			spec += "r"
		default:
			spec += "l"
		}
	}
	return spec
}

// latexNumber renders a number, in a pair of columns divided from what follows it.
func (c Cell) latexNumber(pair bool) string {
	bold := func(text string) string {
		if c.Strong && text != "" {
			return `\textbf{` + text + "}"
		}
		return text
	}
	text, rest := bold(latexEscape(c.Text)), bold(latexTail(c.Tail))
	if c.Under {
		text = `\underline{` + text + "}"
	}
	if suffix := c.raised(); suffix != "" {
		rest += `\textsuperscript{` + latexEscape(suffix) + "}"
	}
	if pair {
		return text + " & " + rest
	}
	return text
}

// latexLabel renders the label in line i and column j.
func (t tabular) latexLabel(i, j int, pair bool) string {
	label := t.lines[i][j]
	text := latexCell(label.Text)
	same := Flat(shared(t.lines, i))
	rest, has := strings.CutPrefix(Flat(label.Text), same)
	switch {
	case i == 0 && j > 0:
		text = latexHead(headParts(label))
	case j == 0 && same != "" && has && wording.Width(label.Text) <= labelWidth:
		text = `\phantom{` + latexEscape(same) + "}" + latexEscape(rest)
	case j == 0 && wording.Width(label.Text) > longPiece:
		text = `\rowlabel{` + latexPieces(label.Text) + "}"
	}
	if pair {
		return `\multicolumn{2}{c}{` + text + "}"
	}
	return text
}

// latexHead sets the lines of a head one below the other.
func latexHead(lines []string) string {
	if len(lines) == 1 && wording.Width(lines[0]) <= longPiece {
		return latexCell(lines[0])
	}
	texts := lists.Map(lines, func(line string) string { return "{}" + latexPieces(line) })
	texts[0] = strings.TrimPrefix(texts[0], "{}")
	return `\columnhead{` + strings.Join(texts, `\\`) + "}"
}

// latexPieces is a label in which lines can end.
func latexPieces(text string) string { return breakable(text, `\allowbreak{}`, latexEscape) }

// latexCell keeps brackets and stars from being read as an argument of \\.
func latexCell(text string) string {
	text = latexEscape(text)
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "*") {
		return "{}" + text
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
	'±': `$\pm$`, '×': `$\times$`, '·': `$\cdot$`, '≤': `$\le$`, '≥': `$\ge$`, '−': `$-$`, '∞': `$\infty$`,
	'²': `\textsuperscript{2}`,
	'—': `---`, '–': `--`, '…': `\dots{}`, '\uFFFD': "?",
}

// LaTeXText escapes a piece of a paragraph, with the spaces at its ends.
func LaTeXText(text string) string {
	inner := strings.TrimSpace(text)
	if inner == "" {
		return text
	}
	before, after, _ := strings.Cut(text, inner)
	return before + latexEscape(inner) + after
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

// breakHere lets a line end, stretches where it ends before, and keeps what
// follows from being hyphenated.
const breakHere = `\hskip 0pt plus 4pt\hbox{}`

// LaTeXProse escapes sentences; long words can be broken.
func LaTeXProse(text string) string { return breakable(text, breakHere, latexEscape) }
