package sheet

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

// typstHead says what the tables need, and how they fit a line.
const typstHead = `// Needs Typst 0.12 or later.
#let fitline(body) = layout(size => {
  let width = measure(body).width
  if width > size.width { scale(size.width / width * 100%, reflow: true, body) } else { body }
})
#show figure.where(kind: table): set figure.caption(position: top)
#show figure.caption: set block(sticky: true)
`

// Typst writes the sheet as figures with tables: what LaTeX writes, with the same parts,
// captions, labels and footnotes. It needs no package. Text stands in strings, in which
// nothing means anything, so that labels may hold whatever they like.
func (p Sheet) Typst(w io.Writer) error {
	t := typstWriter{name: p.Name}
	for _, s := range p.Sections {
		t.section(s)
	}
	_, err := io.WriteString(w, typstHead+t.b.String())
	return err
}

// typstWriter writes figures.
type typstWriter struct {
	b      strings.Builder
	name   string
	tables int // figures so far
}

// section writes a section in as many figures as it needs.
func (t *typstWriter) section(s Section) {
	caption := s.floatCaption(s.fullTitle(t.name))
	f := s.frame()
	said := f.proseLines([]string{caption})
	var parts [][]tabular
	if s.Long && len(s.Lines) > 0 {
		lines, foot, blocks := s.blocks(f)
		if f.height = len(lines) * pageHeight; f.rows == 0 {
			f.rows = len(lines)
		}
		parts = lists.Map(inOrder(lines, blocks, foot, f), func(one tabular) []tabular { return []tabular{one} })
	} else {
		parts = s.floats(f.less(said))
	}
	notes := s.footnotes(written)
	for i, tabulars := range parts {
		t.tables++
		t.begin(s.Layout, partOf(caption, i+1, len(parts)))
		height := 0
		for k, one := range tabulars {
			if k > 0 {
				t.b.WriteString("    v(1em)\n")
			}
			one.typst(&t.b, s.Long)
			height += one.height()
		}
		below := !s.Long && height <= f.less(said+f.proseLines(notes)).height
		if i == len(parts)-1 && below {
			t.notes(notes, "    ")
			notes = nil
		}
		t.b.WriteString("  },\n")
		fmt.Fprintf(&t.b, ") <%s>\n", tagOf(s.Layout, t.name, t.tables, i+1))
		if s.Long {
			t.b.WriteString("]\n")
		}
	}
	if len(notes) > 0 {
		t.b.WriteString("\n#")
		t.notes(notes, "")
	}
}

// begin begins a figure.
func (t *typstWriter) begin(l Layout, caption string) {
	t.b.WriteString("\n")
	if l.Long {
		t.b.WriteString("#[\n#show figure: set block(breakable: true)\n")
	}
	fmt.Fprintf(&t.b, "#figure(\n  kind: table,\n  caption: %s,\n", TypstProse(caption))
	if l.Width == WidthPage {
		t.b.WriteString("  scope: \"parent\", placement: auto,\n")
	}
	t.b.WriteString("  {\n")
	if l.scale() != 1 {
		fmt.Fprintf(&t.b, "    set text(size: %vem)\n", l.scale())
	}
}

// notes writes footnotes.
func (t *typstWriter) notes(notes []string, indent string) {
	if len(notes) == 0 {
		return
	}
	fmt.Fprintf(&t.b, "%salign(left, text(size: .8em, {\n%s  set par(spacing: .5em, leading: .5em)\n", indent, indent)
	for _, line := range notes {
		fmt.Fprintf(&t.b, "%s  par(%s)\n", indent, TypstProse(line))
	}
	fmt.Fprintf(&t.b, "%s}))\n", indent)
}

// typst writes the table, scaled to the line if it is wider, unless it is long: a table
// that is scaled does not break into pages.
func (t tabular) typst(b *strings.Builder, long bool) {
	pairs, numbers := t.columns()
	before, after := "fitline(table(", "))"
	if long {
		before, after = "table(", ")"
	}
	aligns, insets := "", ""
	for j, pair := range pairs {
		switch {
		case pair:
			aligns += "right, left, "
			insets += "(left: 4pt, right: 0pt, y: 3pt), (left: 0pt, right: 4pt, y: 3pt), "
		case numbers[j]:
			aligns += "right, "
			insets += "(x: 4pt, y: 3pt), "
		default:
			aligns += "left, "
			insets += "(x: 4pt, y: 3pt), "
		}
	}
	fmt.Fprintf(b, "    %s\n      columns: %d, stroke: none,\n      align: (%s), inset: (%s),\n"+
		"      table.hline(),\n      table.header(", before, strings.Count(aligns, ","), strings.TrimSpace(aligns),
		strings.TrimSpace(insets))
	t.typstHeadings(b, pairs)
	for i := range t.lines {
		switch {
		case i == 1:
			b.WriteString("),\n      table.hline(stroke: .5pt),\n      ")
		case i > 1 && i == t.rule:
			b.WriteString("      table.hline(stroke: .5pt),\n      ")
		case i > 1:
			b.WriteString("      ")
		}
		b.WriteString(strings.Join(t.typstLine(i, pairs), ", "))
		if i > 0 {
			b.WriteString(",\n")
		}
	}
	if len(t.lines) == 1 {
		b.WriteString("),\n")
	}
	fmt.Fprintf(b, "      table.hline(),\n    %s\n", after)
}

// typstHeadings writes what stands above the head, each heading with a rule below it.
func (t tabular) typstHeadings(b *strings.Builder, pairs []bool) {
	at := []int{0} // the first column of Typst for each of the table, and the end
	for _, pair := range pairs {
		at = append(at, at[len(at)-1]+map[bool]int{true: 2, false: 1}[pair])
	}
	for level := range levelsOf(t.lines[0]) {
		next := 0
		var cells, rules []string
		empty := func(n int) { cells = append(cells, slices.Repeat([]string{"[]"}, n)...) }
		for _, r := range runsOf(t.lines[0], level) {
			empty(at[r.from] - next)
			next = at[r.to]
			cells = append(cells, fmt.Sprintf("table.cell(colspan: %d, align: center, %s)", next-at[r.from],
				typstString(Flat(r.text))))
			rules = append(rules, fmt.Sprintf("table.hline(start: %d, end: %d, stroke: .3pt)", at[r.from], next))
		}
		empty(at[len(at)-1] - next)
		b.WriteString(strings.Join(append(cells, rules...), ", ") + ",\n      ")
	}
}

// typstLine renders the cells of a line.
func (t tabular) typstLine(i int, pairs []bool) []string {
	cells := make([]string, 0, 2*len(pairs))
	for j, c := range t.lines[i] {
		switch {
		case c.Number:
			cells = append(cells, c.typstNumber(pairs[j])...)
			continue
		case c.Spaced:
			var boxes []string
			for _, word := range strings.Fields(c.Text) {
				boxes = append(boxes, "box(width: .8em, "+typstString(word)+")")
			}
			cells = append(cells, typstJoin(boxes))
			continue
		}
		text := typstString(Flat(c.Text))
		if i == 0 || j == 0 {
			parts := broken(t.lines, i, j)
			text = typstStack(parts, j == 0)
			same := Flat(shared(t.lines, i))
			if rest, has := strings.CutPrefix(parts[0], same); j == 0 && same != "" && has && len(parts) == 1 {
				text = "hide(" + typstString(same) + ") + " + typstString(rest)
			}
		}
		switch {
		case pairs[j]:
			text = "table.cell(colspan: 2, align: center + bottom, " + text + ")"
		case i == 0 && j > 0:
			text = "table.cell(align: center + bottom, " + text + ")"
		case i == 0:
			text = "table.cell(align: left + bottom, " + text + ")"
		}
		cells = append(cells, text)
	}
	return cells
}

// typstNumber renders a number, in a pair of columns divided from what follows it.
func (c Cell) typstNumber(pair bool) []string {
	set := func(text string) string {
		text = typstString(text)
		if c.Under {
			text = "underline(" + text + ")"
		}
		if c.Strong {
			text = "strong(" + text + ")"
		}
		return text
	}
	if !pair {
		return []string{set(c.Text)}
	}
	var rest []string
	if c.Tail != "" {
		tail := typstString(strings.ReplaceAll(c.Tail, " ", "\u00a0"))
		if c.Strong {
			tail = "strong(" + tail + ")"
		}
		rest = append(rest, tail)
	}
	if suffix := c.raised(); suffix != "" {
		rest = append(rest, "super("+typstString(suffix)+")")
	}
	return []string{set(c.Text), typstJoin(rest)}
}

// typstJoin is content of several parts.
func typstJoin(parts []string) string {
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, " + ")
}

// typstStack sets lines one below the other; in one flush left, lines after the first are
// indented.
func typstStack(lines []string, indented bool) string {
	texts := lists.Map(lines, typstString)
	between := " + linebreak() + "
	if indented {
		between += "h(.5em) + "
	}
	return strings.Join(texts, between)
}

// TypstProse quotes sentences; long words can be broken.
func TypstProse(text string) string {
	words := strings.Fields(Flat(text))
	for i, word := range words {
		if wording.Width(word) > longWord {
			words[i] = strings.Join(labelLines(word, longWord/3), "\u200b")
		}
	}
	return typstString(strings.Join(words, " "))
}

// typstString quotes text.
func typstString(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
