package table

import (
	"strings"

	"github.com/manyclass/bench/framework/wording"
)

// labelLines divides text into lines of about the given width at 10 pt: where words
// and the parts of names end; a part that is wider by itself, after an equals sign
// or else anywhere.
func labelLines(text string, width float64) []string {
	var lines []string
	line := ""
	flush := func() {
		if line != "" {
			lines, line = append(lines, strings.TrimSpace(line)), ""
		}
	}
	add := func(part string) {
		if printed(strings.TrimSpace(line+part)) > width {
			flush()
		}
		line += part
	}
	fits := func(part string) bool { return printed(strings.TrimSpace(part)) <= width }
	for _, part := range wording.Parts(Flat(text)) {
		if fits(part) {
			add(part)
			continue
		}
		flush()
		for _, piece := range strings.SplitAfter(part, "=") {
			if fits(piece) {
				add(piece)
				continue
			}
			for _, r := range piece {
				add(string(r))
			}
		}
	}
	if len(lines) == 0 || line != "" {
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}

// headLines divides the head of a column: at slashes, and where a part is wider.
func headLines(text string, width float64) []string {
	var lines []string
	for _, part := range strings.Split(text, "/") {
		lines = append(lines, labelLines(part, width)...)
	}
	return lines
}

// stacked sets lines one below the other in one cell; the place is that of the
// first line, "t", or of the last, "b". In a stack flush left, lines after the
// first are indented.
func stacked(lines []string, place, align string) string {
	if len(lines) == 1 {
		return latexLabel(lines[0])
	}
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = latexLabel(line)
		if i > 0 && align == "l" {
			texts[i] = `\enspace ` + latexEscape(line)
		}
	}
	return `\begin{tabular}[` + place + `]{@{}` + align + `@{}}` + strings.Join(texts, `\\`) + `\end{tabular}`
}

// latexLabel keeps brackets and stars from being read as an argument of \\.
func latexLabel(text string) string {
	text = latexEscape(text)
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "*") {
		return "{}" + text
	}
	return text
}

// breakHere lets a line end, stretches where it ends before, and keeps what
// follows from being hyphenated.
const breakHere = `\hskip 0pt plus 4pt\hbox{}`

// latexProse escapes sentences; long words can be broken.
func latexProse(text string) string {
	words := strings.Fields(Flat(text))
	for i, word := range words {
		if printed(word) <= longWord {
			words[i] = latexEscape(word)
			continue
		}
		parts := labelLines(word, longWord/2)
		for n := range parts {
			parts[n] = latexEscape(parts[n])
		}
		words[i] = strings.Join(parts, breakHere)
	}
	return strings.Join(words, " ")
}
