package table

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/manyclass/bench/framework/wording"
)

// Markdown writes the table as GitHub Markdown: a title, the table with the
// best mean of each row in bold, the footnotes, and the statistics over rows as
// a second table.
func (g Grid) Markdown(w io.Writer) error { return g.page().markdown(w) }

func (p page) markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", escape(p.name))
	for _, s := range p.sections {
		if s.title != "" {
			fmt.Fprintf(&b, "\n## %s\n", escape(s.title))
		}
		if len(s.lines) > 0 {
			fmt.Fprintf(&b, "\n%s.\n\n", escape(s.says("; %s is bold")))
			writeMarkdownTable(&b, s.lines)
		}
		for i, line := range s.footnotes() {
			if i == 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "- %s\n", escape(line))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// says is the caption with what is strong in a format's own words.
func (s section) says(strong string) string {
	if s.strong == "" {
		return s.caption
	}
	return s.caption + fmt.Sprintf(strong, s.strong)
}

func markdownCell(c cell) string {
	text := escape(c.plain())
	if c.strong {
		text = "**" + text + "**"
	}
	if suffix := c.suffix(); suffix != "" {
		text += " " + escape(suffix)
	}
	return text
}

func writeMarkdownTable(b *strings.Builder, lines [][]cell) {
	texts := make([][]string, len(lines))
	widths := make([]int, len(lines[0]))
	for i, line := range lines {
		for j, c := range line {
			texts[i] = append(texts[i], markdownCell(c))
			widths[j] = max(widths[j], wording.Width(texts[i][j]))
		}
	}
	for i, line := range texts {
		for j, text := range line {
			b.WriteString("| " + text + blanks(widths[j]-wording.Width(text)) + " ")
		}
		b.WriteString("|\n")
		if i > 0 {
			continue
		}
		for j, width := range widths {
			if j == 0 {
				b.WriteString("|:" + strings.Repeat("-", width+1))
			} else {
				b.WriteString("|" + strings.Repeat("-", width+1) + ":")
			}
		}
		b.WriteString("|\n")
	}
}

// escape keeps text on one line and from being read as Markdown or HTML. An
// underscore within a word means nothing and stays as it is, as do brackets that
// make no link.
func escape(text string) string {
	var b strings.Builder
	runes := []rune(Flat(text))
	word := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsDigit(runes[i]))
	}
	for i, r := range runes {
		switch {
		case strings.ContainsRune("\\|*`<>&~$#", r),
			r == '_' && !(word(i-1) && word(i+1)),
			r == '(' && i > 0 && runes[i-1] == ']':
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
