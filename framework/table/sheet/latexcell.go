package sheet

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

// write writes the tabular, scaled to the line if it is wider.
func (t tabular) write(b *strings.Builder) {
	pairs, numbers := t.columns()
	fmt.Fprintf(b, "  \\fitline{\\begin{tabular}{%s}\n    \\toprule\n", latexColumns(pairs, numbers))
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

// writeHeadings writes what stands above the head, each heading with a rule below it.
func (t tabular) writeHeadings(b *strings.Builder, pairs []bool) {
	at := []int{1} // the first column of LaTeX, from 1, for each of the table, and the end
	for _, pair := range pairs {
		at = append(at, at[len(at)-1]+map[bool]int{true: 2, false: 1}[pair])
	}
	for level := range levelsOf(t.lines[0]) {
		next, line, below := at[1], "    ", ""
		for _, r := range runsOf(t.lines[0], level) {
			from, to := at[r.from], at[r.to]
			line += strings.Repeat("& ", from-next+1) +
				fmt.Sprintf(`\multicolumn{%d}{c}{%s} `, to-from, latexCell(r.text))
			below += fmt.Sprintf(`\cmidrule(lr){%d-%d}`, from, to-1)
			next = to
		}
		b.WriteString(line + `\\` + "\n    " + below + "\n")
	}
}

// columns reports for each column whether it has numbers, and whether it is a pair of
// columns, so that what follows the numbers does not move them.
func (t tabular) columns() (pairs, numbers []bool) {
	for j := range t.lines[0] {
		number, pair := false, false
		for _, line := range t.lines[1:] {
			number = number || line[j].Number
			pair = pair || line[j].Tail != "" || line[j].suffix() != ""
		}
		pairs, numbers = append(pairs, pair), append(numbers, number)
	}
	return pairs, numbers
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
	place, align := "t", "l"
	if i == 0 {
		place = "b"
	}
	if j > 0 {
		align = "c"
	}
	text := latexStack([]string{t.lines[i][j].Text}, place, align)
	if i == 0 || j == 0 {
		parts := broken(t.lines, i, j)
		text = latexStack(parts, place, align)
		same := Flat(shared(t.lines, i))
		if rest, has := strings.CutPrefix(parts[0], same); j == 0 && same != "" && has && len(parts) == 1 {
			text = `\phantom{` + latexEscape(same) + "}" + latexEscape(rest)
		}
	}
	if pair {
		return `\multicolumn{2}{c}{` + text + "}"
	}
	return text
}

// latexStack sets lines one below the other in one cell; the place is that of the
// first line, "t", or of the last, "b". In a stack flush left, lines after the
// first are indented.
func latexStack(lines []string, place, align string) string {
	if len(lines) == 1 {
		return latexCell(lines[0])
	}
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = latexCell(line)
		if i > 0 && align == "l" {
			texts[i] = `\enspace ` + latexEscape(line)
		}
	}
	return `\begin{tabular}[` + place + `]{@{}` + align + `@{}}` + strings.Join(texts, `\\`) + `\end{tabular}`
}

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

// longWord is the width from which words in sentences can be broken.
const longWord = 24

// LaTeXProse escapes sentences; long words can be broken.
func LaTeXProse(text string) string {
	words := strings.Fields(Flat(text))
	for i, word := range words {
		if wording.Width(word) <= longWord {
			words[i] = latexEscape(word)
			continue
		}
		words[i] = strings.Join(lists.Map(labelLines(word, longWord/3), latexEscape), breakHere)
	}
	return strings.Join(words, " ")
}
