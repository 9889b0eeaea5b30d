package sheet

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/manyclass/bench/framework/base/wording"
)

// Markdown writes the sheet as GitHub Markdown: titles, tables with what is strong
// in bold, remarks and footnotes.
func (p Sheet) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", escape(p.Name))
	for _, s := range p.Sections {
		if s.Title != "" {
			fmt.Fprintf(&b, "\n## %s\n", escape(s.Title))
		}
		if len(s.Lines) > 0 {
			fmt.Fprintf(&b, "\n%s\n\n", escape(s.caption(written)))
			writeMarkdownTable(&b, s.Lines)
		}
		for i, line := range s.footnotes(written) {
			if i == 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "- %s\n", escape(line))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func markdownCell(c Cell) string {
	text := escape(c.plain())
	if c.Strong {
		text = "**" + text + "**"
	}
	if c.Under {
		text = "<ins>" + text + "</ins>" // GitHub takes <u> out
	}
	if suffix := c.suffix(); suffix != "" {
		text += " " + escape(suffix)
	}
	return text
}

func writeMarkdownTable(b *strings.Builder, lines [][]Cell) {
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
