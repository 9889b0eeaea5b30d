package sheet

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/wording"
)

// HTML writes a complete page with all sections, legible by day and night, on a
// phone and on paper.
func (p Sheet) HTML(w io.Writer) error {
	leveled := slices.ContainsFunc(p.Sections, Section.leveled)
	if err := templates.ExecuteTemplate(w, "page", pageView{p.Name, leveled, p.views()}); err != nil {
		return fmt.Errorf("writing HTML: %w", err)
	}
	return nil
}

// TableHTML returns the <table class="grid means"> element of a section alone, with
// what its columns are as data-across: the head in <thead>, rows in <tbody>, the
// foot in <tfoot>. A number is in data-value, empty in a hole; what is strong has the
// class best. Footnotes are links to the list of NotesHTML. No lines give nothing.
func (p Sheet) TableHTML(section int) template.HTML { return fragment("table", p.views()[section]) }

// NotesHTML returns what stands below the table of a section: remarks in <p>,
// footnotes in <ol>. The ids of footnotes contain the name of the sheet, so that
// several sheets can share a page.
func (p Sheet) NotesHTML(section int) template.HTML { return fragment("notes", p.views()[section]) }

// SectionHTML returns heading, table and notes of a section.
func (p Sheet) SectionHTML(section int) template.HTML {
	return fragment("section", p.views()[section])
}

// fragment renders a part of the page.
func fragment(name string, v sectionView) template.HTML {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, v); err != nil {
		panic(err) // the templates fit the views, and a buffer takes everything
	}
	return template.HTML(b.String())
}

// pageView, sectionView and cellView are what the templates show.
type pageView struct {
	Name     string
	Leveled  bool // whether labels stand under headings
	Sections []sectionView
}

type sectionView struct {
	Title, Caption string
	Across         string          // what the heads of columns are
	Means          bool            // cells are means with marks, not bare numbers
	Scale          int             // of the type in percent, 0 for 100
	Shaded         bool            // some cells have a shade
	Tail, After    int             // places of the longest tail and the longest marks with notes
	Headings       [][]headingView // above the head, a line for each level
	Head           []cellView
	Body, Foot     [][]cellView
	Remarks        []string
	Notes          []noteView
}

// headingView is a heading over some columns, or a place without any.
type headingView struct {
	Text  string
	Width int
}

type cellView struct {
	Above              string // what stands above a head: "dense/"
	Same               string // what a label shares with the one before: "glass/"
	Text, Value, Class string
	Tail               string // what follows the number
	Marks              []string
	Number, Under      bool
	Shade              int
	Notes              []noteView
}

// lineView is a line of a section, and placedView a cell of it.
type lineView struct {
	Section sectionView
	Cells   []cellView
	Blank   string // the class of what follows its numbers, which is nothing
}

type placedView struct {
	cellView
	lineView
}

type noteView struct {
	ID, Text string
	Number   int
}

func (p Sheet) views() []sectionView {
	var views []sectionView
	for i, s := range p.Sections {
		v := sectionView{Title: s.Title, Remarks: s.remarks(written), Scale: percentOf(s.Layout)}
		for n, text := range s.Notes {
			id := fmt.Sprintf("note-%s-%d-%d", url.PathEscape(p.Name), i+1, n+1)
			v.Notes = append(v.Notes, noteView{ID: id, Text: text, Number: n + 1})
		}
		if len(s.Lines) > 0 {
			v.Caption, v.Across, v.Means = s.caption(written), s.Across, s.Means
			v.measure(s.Lines)
			v.Headings, v.Head = viewHeadings(s.Lines[0]), viewLine(s.Lines[0], v.Notes)
			for j, c := range s.Lines[0] {
				if own := c.own(); own != c.Text {
					v.Head[j].Above, v.Head[j].Text = Flat(strings.TrimSuffix(c.Text, own)), Flat(own)
				}
			}
			body := s.body()
			for i, line := range body {
				view := viewLine(line, v.Notes)
				same := Flat(shared(s.Lines, i+1))
				if rest, has := strings.CutPrefix(view[0].Text, same); has {
					view[0].Same, view[0].Text = same, rest
				}
				v.Body = append(v.Body, view)
			}
			for _, line := range s.Lines[1+len(body):] {
				v.Foot = append(v.Foot, viewLine(line, v.Notes))
			}
		}
		views = append(views, v)
	}
	return views
}

// measure says how much room what follows numbers takes, so that they stand below each other.
func (v *sectionView) measure(lines [][]Cell) {
	for _, line := range lines {
		for _, c := range line {
			v.Shaded = v.Shaded || c.Shade > 0
			v.Tail = max(v.Tail, wording.Width(c.Tail))
			after := len(c.Notes)
			for _, mark := range c.Marks {
				after += 1 + wording.Width(mark)
			}
			v.After = max(v.After, after)
		}
	}
}

// viewHeadings are the lines above a head. A run without a heading has a place of its own.
func viewHeadings(head []Cell) [][]headingView {
	var lines [][]headingView
	for level := range levelsOf(head) {
		var line []headingView
		next := 0
		for _, r := range runsOf(head, level) {
			if r.from > next {
				line = append(line, headingView{Width: r.from - next})
			}
			line, next = append(line, headingView{Flat(r.text), r.to - r.from}), r.to
		}
		if next < len(head) {
			line = append(line, headingView{Width: len(head) - next})
		}
		lines = append(lines, line)
	}
	return lines
}

// percentOf is the size of type of a layout in percent, 0 for the usual one.
func percentOf(l Layout) int {
	if l.scale() == 1 {
		return 0
	}
	return int(math.Round(100 * l.scale()))
}

func viewLine(line []Cell, notes []noteView) []cellView {
	views := make([]cellView, len(line))
	for i, c := range line {
		v := cellView{Text: Flat(c.Text), Tail: c.Tail, Marks: c.Marks, Number: c.Number, Under: c.Under, Shade: c.Shade}
		switch {
		case c.Spaced:
			v.Class = "letters"
		case c.Strong:
			v.Class = "best"
		case c.Number && math.IsNaN(c.Value):
			v.Class = "hole"
		}
		if c.Number && !math.IsNaN(c.Value) {
			v.Value = strings.Replace(strconv.FormatFloat(c.Value, 'g', -1, 64), "Inf", "Infinity", 1) // as JavaScript reads it
		}
		for _, n := range c.Notes {
			v.Notes = append(v.Notes, notes[n])
		}
		views[i] = v
	}
	return views
}

// Breakable is the text of a label in HTML that says where a line may end: between
// the parts of a name, never inside a word.
func Breakable(text string) template.HTML {
	var b strings.Builder
	for i, part := range wording.Parts(Flat(text)) {
		if i > 0 && !strings.HasSuffix(b.String(), " ") {
			b.WriteString("<wbr>")
		}
		template.HTMLEscape(&b, []byte(part))
	}
	return template.HTML(b.String())
}

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"breakable": Breakable,
	"in":        func(s sectionView, line []cellView) lineView { return lineView{s, line, ""} },
	"foot":      func(s sectionView, line []cellView) lineView { return lineView{s, line, " blank"} },
	"cell":      func(l lineView, c cellView) placedView { return placedView{c, l} },
}).Parse(`
{{- define "page"}}<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Name}}</title>
<style>
:root { color-scheme: light dark; --line: #8886; --faint: #8882; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 75rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; border-block: 2px solid; font-variant-numeric: tabular-nums; }
caption { text-align: start; padding-bottom: .5rem; }
caption span { position: sticky; left: 0; display: inline-block; max-width: min(100%, 100vw - 3rem); }
th, td { padding: .2rem .7rem; text-align: end; white-space: nowrap; }
tr > :first-child { text-align: start; }
th { font-weight: 500; }
thead { border-bottom: 1px solid; } tfoot { border-top: 1px solid; }
{{if .Leveled}}.headings th { border-bottom: 1px solid var(--line); } .headings th { text-align: center; } .same { opacity: .75; }
{{end}}.tail, .after { display: inline-block; min-width: calc(1ch * var(--room)); text-align: start; white-space: pre; }
@media screen { [data-shade="1"] { background: #0b63a50a; } [data-shade="2"] { background: #0b63a517; } [data-shade="3"] { background: #0b63a524; } [data-shade="4"] { background: #0b63a533; } }
tbody tr:hover { background: var(--faint); }
sup { line-height: 0; }
.best { font-weight: 700; }
.letters { font-family: ui-monospace, monospace; }
.hole { opacity: .6; }
.notes { font-size: .875rem; }
.notes :target { background: var(--faint); }
@media print { body { margin: 0; font-size: 9pt; } .scroll { overflow: visible; } tr { break-inside: avoid; } a { color: inherit; text-decoration: none; } }
</style>
</head>
<body>
<h1>{{.Name}}</h1>
{{range .Sections}}{{template "section" .}}{{end -}}
</body>
</html>
{{end}}

{{- define "section"}}{{with .Title}}<h2>{{.}}</h2>
{{end}}{{if .Head}}<div class="scroll">
{{template "table" .}}</div>
{{end}}{{template "notes" .}}{{end}}

{{- define "table"}}{{if .Head}}<table class="grid{{if .Means}} means{{end}}"{{if and .Means .Across}} data-across="{{.Across}}"{{end}}{{with .Scale}} style="font-size: {{.}}%"{{end}}>
<caption><span>{{.Caption}}{{if .Shaded}} <span class="shaded">The stronger its ground, the nearer a number is to the best.</span>{{end}}</span></caption>
<thead>
{{range .Headings}}<tr class="headings">{{range .}}{{if .Text}}<th scope="colgroup" colspan="{{.Width}}">{{breakable .Text}}</th>{{else}}<td colspan="{{.Width}}"></td>{{end}}{{end}}</tr>
{{end}}<tr>{{range .Head}}<th scope="col">{{with .Above}}<span class="above" hidden>{{.}}</span>{{end}}{{breakable .Text}}</th>{{end}}</tr>
</thead>
<tbody>
{{range .Body}}{{template "line" (in $ .)}}{{end}}</tbody>
{{with .Foot}}<tfoot>
{{range .}}{{template "line" (foot $ .)}}{{end}}</tfoot>
{{end}}</table>
{{end}}{{end}}

{{- define "line"}}<tr>{{range $i, $c := .Cells}}
	{{- if eq $i 0}}<th scope="row">{{with .Same}}<span class="same">{{breakable .}}</span>{{end}}{{breakable .Text}}</th>{{else}}{{template "cell" (cell $ .)}}{{end}}
{{- end}}</tr>
{{end}}

{{- define "cell"}}<td{{with .Class}} class="{{.}}"{{end}}{{if .Number}} data-value="{{.Value}}"{{end}}{{with .Shade}} data-shade="{{.}}"{{end}}>{{if .Under}}<u>{{.Text}}</u>{{else}}{{.Text}}{{end}}
	{{- if .Number}}{{with .Section.Tail}}<span class="tail{{$.Blank}}" style="--room: {{.}}">{{$.Tail}}</span>{{end}}
	{{- with .Section.After}}<span class="after{{$.Blank}}" style="--room: {{.}}">{{range $.Marks}} <span class="mark">{{.}}</span>{{end}}
	{{- range $.Notes}}<sup> <a href="#{{.ID}}">{{.Number}}</a></sup>{{end}}</span>{{end}}{{end}}</td>{{end}}

{{- define "notes"}}{{if or .Remarks .Notes}}<div class="notes">
{{range .Remarks}}<p>{{.}}</p>
{{end}}{{with .Notes}}<ol>
{{range .}}<li id="{{.ID}}">{{.Text}}</li>
{{end}}</ol>
{{end}}</div>
{{end}}{{end}}`))
