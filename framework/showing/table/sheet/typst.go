package sheet

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// typstHead says what the tables need, and has the functions that fit them to a page.
//
//go:embed fit.typ
var typstHead string

// notesInFloat are the most notes that a float over both columns has; others follow as text.
const notesInFloat = 20

// Typst writes the sheet as figures with tables: what LaTeX writes, with the same parts,
// captions, labels and footnotes, fitted by Typst itself. It needs no package. Text is in
// strings, in which no character is special, so that labels may hold whatever they like.
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
	parts := s.parts()
	notes := s.footnotes(written)
	for i, tabulars := range parts {
		t.tables++
		t.begin(s.Layout, partOf(caption, i+1, len(parts)))
		for k, one := range tabulars {
			if k > 0 {
				t.b.WriteString("    v(1em)\n")
			}
			one.typst(&t.b, s.Long)
		}
		if i == len(parts)-1 && (s.Width != WidthPage || len(notes) <= notesInFloat) {
			t.notes(notes, "    ")
			notes = nil
		}
		fmt.Fprintf(&t.b, "  },\n) <%s>\n", tagOf(s.Layout, t.name, t.tables, i+1))
	}
	if len(notes) > 0 {
		t.b.WriteString("\n#")
		t.notes(notes, "")
	}
}

// begin begins a figure.
func (t *typstWriter) begin(l Layout, caption string) {
	fmt.Fprintf(&t.b, "\n#figure(\n  kind: table,\n  caption: %s,\n", TypstProse(caption))
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

// typst writes the table; a long one breaks into pages.
func (t tabular) typst(b *strings.Builder, long bool) {
	pairs, numbers := t.columns()
	before, after := "fit(table(", "))"
	if long {
		before = "fit(long: true, table("
	}
	aligns, insets := typstColumns(pairs, numbers)
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

// typstColumns are how columns are aligned and how far their texts are from the borders; a
// pair of columns is aligned at the border between them.
func typstColumns(pairs, numbers []bool) (aligns, insets string) {
	for j, pair := range pairs {
		switch {
		case pair:
			aligns += "right, left, "
			insets += "(left: .4em, right: 0pt, y: .3em), (left: 0pt, right: .4em, y: .3em), "
		case numbers[j]:
			aligns += "right, "
			insets += "(x: .4em, y: .3em), "
		default:
			aligns += "left, "
			insets += "(x: .4em, y: .3em), "
		}
	}
	return aligns, insets
}

// typstHeadings writes what is above the head, each heading with a rule below it.
func (t tabular) typstHeadings(b *strings.Builder, pairs []bool) {
	at := places(pairs)
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
		text := t.typstLabel(i, j)
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

// typstLabel renders the label in line i and column j.
func (t tabular) typstLabel(i, j int) string {
	text := Flat(t.lines[i][j].Text)
	same := Flat(shared(t.lines, i))
	rest, has := strings.CutPrefix(text, same)
	switch short := wording.Width(text) <= longPiece; {
	case i == 0 && j > 0:
		lines := headParts(t.lines[i][j])
		if len(lines) == 1 && short {
			return typstString(lines[0])
		}
		return "columnhead(" + strings.Join(lists.Map(lines, TypstProse), " + linebreak() + ") + ")"
	case j == 0 && same != "" && has && wording.Width(text) <= labelWidth:
		return "hide(" + typstString(same) + ") + " + typstString(rest)
	case j == 0 && !short:
		return "rowlabel(" + TypstProse(text) + ")"
	}
	return typstString(text)
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

// TypstProse quotes sentences; long words can be broken.
func TypstProse(text string) string { return typstString(breakable(text, "\u200b", strings.Clone)) }

// typstString quotes text.
func typstString(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
