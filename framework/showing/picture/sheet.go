// Package picture draws results for papers, pages and terminals that open files: as SVG
// documents, or as PDF for LaTeX. It is pure: values in, a document out, and the same
// values give the same bytes.
//
// Lengths are in points (1/72 inch) from the upper left corner. Every picture has
// a white background of its own, a title and a description, a viewBox, and colours of
// the palette of Okabe and Ito (Color Universal Design, 2008), which people with
// colour-blindness can distinguish. Text is text, in any script. A mark says its value
// when it is pointed at. A picture without a finite value says "no values". Functions
// write SVG or, into what PDF returns, PDF. They return only the errors of the writer.
package picture

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

const (
	pageWidth = 480 // points, at least
	margin    = 10
)

// sheet is a page that is drawn on: what was drawn, in its order.
type sheet struct {
	title         string
	kind          string // what a picture like this one is called
	description   string
	width, height float64
	steps         []step
}

// step is something drawn: a path that is filled, one that is stroked, or a text. Those
// between the beginning of a mark and its end are that mark.
type step struct {
	does  stepKind
	path  vg.Path
	color color.NRGBA
	line  float64   // width of the stroke
	dash  []float64 // lengths of dashes and gaps, nil for none
	words string    // the text, or what a mark says
	style style     // of a text
	x, y  float64   // where the middle of its capitals is at the left end of a text
	up    bool      // whether it is written upwards
}

type stepKind int

const (
	fillStep stepKind = iota
	strokeStep
	textStep
	markStep    // the beginning of a mark
	markEndStep // and its end
)

// newSheet returns a white page with its heading at the top; what is drawn below
// begins at headingHeight of the same title and width.
func newSheet(title, kind string, width, height float64) *sheet {
	title = clean(title)
	s := &sheet{title: title, kind: kind, description: kind + ".", width: width, height: height}
	if title == "" {
		s.title = kind
	}
	s.rect(white, 0, 0, width, height)
	for i, line := range wrap(title, width-2*margin) {
		s.text(margin, margin+float64(headingSize*(0.6+float64(1.25*float64(i)))), line, heading)
	}
	return s
}

// describe says what the picture shows, for those who do not see it.
func (s *sheet) describe(words string) { s.description = s.kind + ": " + clean(words) + "." }

// headingHeight returns how far down a title reaches, with the space around it.
func headingHeight(title string, width float64) float64 {
	lines := wrap(clean(title), width-2*margin)
	if len(lines) == 0 {
		return margin
	}
	return margin + float64(headingSize*1.25*float64(len(lines))) + 8
}

// said draws a mark, which says some words when it is pointed at.
func (s *sheet) said(words string, draw func()) {
	s.steps = append(s.steps, step{does: markStep, words: clean(words)})
	draw()
	s.steps = append(s.steps, step{does: markEndStep})
}

func (s *sheet) point(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(x), Y: vg.Length(y)}
}

// rect fills a rectangle, given by its upper left corner and its size.
func (s *sheet) rect(fill color.NRGBA, x, y, w, h float64) {
	var path vg.Path
	s.addRect(&path, x, y, w, h)
	s.fill(fill, path)
}

// addRect adds a rectangle to a path.
func (s *sheet) addRect(path *vg.Path, x, y, w, h float64) {
	path.Move(s.point(x, y))
	path.Line(s.point(x+w, y))
	path.Line(s.point(x+w, y+h))
	path.Line(s.point(x, y+h))
	path.Close()
}

func (s *sheet) fill(c color.NRGBA, path vg.Path) {
	s.steps = append(s.steps, step{does: fillStep, color: c, path: path})
}

// line draws a line through points x0, y0, x1, y1, …
func (s *sheet) line(c color.NRGBA, width float64, xy ...float64) { s.stroke(c, width, s.through(xy)) }

// dashed draws a line of dashes through points.
func (s *sheet) dashed(c color.NRGBA, width float64, xy ...float64) {
	s.steps = append(s.steps, step{does: strokeStep, color: c, line: width, dash: []float64{3, 2}, path: s.through(xy)})
}

// through is a path through points x0, y0, x1, y1, …
func (s *sheet) through(xy []float64) vg.Path {
	var path vg.Path
	path.Move(s.point(xy[0], xy[1]))
	for i := 2; i < len(xy); i += 2 {
		path.Line(s.point(xy[i], xy[i+1]))
	}
	return path
}

func (s *sheet) stroke(c color.NRGBA, width float64, path vg.Path) {
	s.steps = append(s.steps, step{does: strokeStep, color: c, line: width, path: path})
}

// frame draws the border of a rectangle.
func (s *sheet) frame(c color.NRGBA, width, x, y, w, h float64) {
	s.line(c, width, x, y, x+w, y, x+w, y+h, x, y+h, x, y)
}

// text writes one line whose left end (or middle, or right end, as the style says)
// is at x and whose capitals are centred at y.
func (s *sheet) text(x, y float64, words string, style style) {
	if words = clean(words); words != "" {
		x -= float64(style.align * style.width(words))
		s.steps = append(s.steps, step{does: textStep, words: words, style: style, x: x, y: y})
	}
}

// textUp writes one line from below to above, centred at x, y.
func (s *sheet) textUp(x, y float64, words string, style style) {
	if words = clean(words); words != "" {
		y += float64(style.align * style.width(words))
		s.steps = append(s.steps, step{does: textStep, words: words, style: style, x: x, y: y, up: true})
	}
}
