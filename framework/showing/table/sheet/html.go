package sheet

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/manyclass/bench/framework/base/wording"
)

// HTML writes a complete page with all sections, legible by day and night, on a
// phone and on paper.
func (p Sheet) HTML(w io.Writer) error {
	leveled := slices.ContainsFunc(p.Sections, Section.leveled)
	if err := templates().ExecuteTemplate(w, "page", pageView{p.Name, leveled, p.views()}); err != nil {
		return fmt.Errorf("writing HTML: %w", err)
	}
	return nil
}

// TableHTML returns the <table class="grid means"> element of a section alone, with
// what its columns are as data-across: the head in <thead>, rows in <tbody>, the
// foot in <tfoot>. A number is in data-value, empty in a hole; what is strong has the
// class best. Footnotes are links to the list of NotesHTML. No lines give nothing.
func (p Sheet) TableHTML(section int) template.HTML { return fragment("table", p.views()[section]) }

// NotesHTML returns what is below the table of a section: remarks in <p>,
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
	if err := templates().ExecuteTemplate(&b, name, v); err != nil {
		panic(err) // the templates fit the views, and a buffer takes everything
	}
	return template.HTML(b.String())
}

// pageView, sectionView and cellView are what the templates show.
type pageView struct {
	Name     string
	Leveled  bool // whether labels are under headings
	Sections []sectionView
}

type sectionView struct {
	Title, Caption string
	Across         string // what the heads of columns are
	Means          bool   // cells are means with marks, not bare numbers
	Scale          int    // of the type in percent, 0 for 100
	Shaded         bool   // some cells have a shade
	Tail, After    int    // places of the longest tail and the longest marks with notes
	linesView
	Remarks []string
	Notes   []noteView
}

// linesView are the lines of a section.
type linesView struct {
	Headings   [][]headingView // above the head, a line for each level
	Head       []cellView
	Body, Foot [][]cellView
}

// headingView is a heading over some columns, or a place without any.
type headingView struct {
	Text  string
	Width int
}

type cellView struct {
	Above              string // what is above a head: "dense/"
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

// measure says how much room what follows numbers takes, so that they are aligned.
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

//go:embed html.tmpl
var pageTemplate string

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"breakable": Breakable,
		"in":        func(s sectionView, line []cellView) lineView { return lineView{s, line, ""} },
		"foot":      func(s sectionView, line []cellView) lineView { return lineView{s, line, " blank"} },
		"cell":      func(l lineView, c cellView) placedView { return placedView{c, l} },
	}).Parse(pageTemplate))
})
