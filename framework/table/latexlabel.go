package table

import (
	"strings"
	"unicode/utf8"
)

// breakAfter and breakBefore are where labels are broken into lines if they
// must be.
const breakAfter, breakBefore = "/,=-_ :;)]}|", "[({"

// labelLines divides text into lines of about the given width at 10 pt: where words
// and the parts of names end, or anywhere if a line would be less than half full.
func labelLines(text string, width float64) []string {
	var lines []string
	text = Flat(text)
	for printed(text) > width {
		end, broken := 0, 0
		for i, r := range text {
			next := i + utf8.RuneLen(r)
			if end > 0 && printed(text[:next]) > width {
				break
			}
			end = next
			following, _ := utf8.DecodeRuneInString(text[next:])
			if strings.ContainsRune(breakAfter, r) || strings.ContainsRune(breakBefore, following) {
				broken = next
			}
		}
		if printed(text[:broken]) >= width/2 {
			end = broken
		}
		lines = append(lines, strings.TrimSpace(text[:end]))
		text = strings.TrimSpace(text[end:])
	}
	if text != "" || len(lines) == 0 {
		lines = append(lines, text)
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
		parts := labelLines(word, longWord/4)
		for n := range parts {
			parts[n] = latexEscape(parts[n])
		}
		words[i] = strings.Join(parts, breakHere)
	}
	return strings.Join(words, " ")
}
