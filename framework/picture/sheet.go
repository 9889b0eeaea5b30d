// Package picture draws results as SVG documents for papers, pages and terminals
// that open files. It is pure: values in, SVG out, and the same values give the
// same bytes.
//
// Lengths are in points (1/72 inch) from the upper left corner. Every picture has
// a white background of its own, a title element, a viewBox, and colours of the
// palette of Okabe and Ito (Color Universal Design, 2008), which people with
// colour-blindness can tell apart. Text is text, in any script. A picture without a
// finite value says "no values". Functions return only the errors of the writer.
package picture

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

const (
	pageWidth = 480 // points, at least
	margin    = 10
)

// sheet is a page that is drawn on.
type sheet struct {
	title  string
	width  float64
	height float64
	canvas draw.Canvas
	svg    *vgsvg.Canvas
	spans  []float64 // the widths of the texts drawn, in their order
}

// newSheet returns a white page with its heading at the top; what is drawn below
// begins at headingHeight of the same title and width.
func newSheet(title, kind string, width, height float64) *sheet {
	title = clean(title)
	svg := vgsvg.NewWith(vgsvg.UseWH(vg.Length(width), vg.Length(height)))
	s := &sheet{title: title, width: width, height: height, svg: svg, canvas: draw.New(svg)}
	if title == "" {
		s.title = kind
	}
	s.rect(white, 0, 0, width, height)
	for i, line := range wrap(title, width-2*margin) {
		s.text(margin, margin+headingSize*(0.6+1.25*float64(i)), line, heading)
	}
	return s
}

// headingHeight returns how far down a title reaches, with the space around it.
func headingHeight(title string, width float64) float64 {
	lines := wrap(clean(title), width-2*margin)
	if len(lines) == 0 {
		return margin
	}
	return margin + headingSize*1.25*float64(len(lines)) + 8
}

func (s *sheet) point(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(x), Y: vg.Length(s.height - y)}
}

// rect fills a rectangle, given by its upper left corner and its size.
func (s *sheet) rect(fill color.Color, x, y, w, h float64) {
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

func (s *sheet) fill(fill color.Color, path vg.Path) {
	s.canvas.SetColor(fill)
	s.canvas.Fill(path)
}

// line draws a line through points x0, y0, x1, y1, …
func (s *sheet) line(c color.Color, width float64, xy ...float64) {
	var path vg.Path
	path.Move(s.point(xy[0], xy[1]))
	for i := 2; i < len(xy); i += 2 {
		path.Line(s.point(xy[i], xy[i+1]))
	}
	s.stroke(c, width, path)
}

func (s *sheet) stroke(c color.Color, width float64, path vg.Path) {
	s.canvas.SetLineStyle(draw.LineStyle{Color: c, Width: vg.Length(width)})
	s.canvas.Stroke(path)
}

// frame draws the border of a rectangle.
func (s *sheet) frame(c color.Color, width, x, y, w, h float64) {
	s.line(c, width, x, y, x+w, y, x+w, y+h, x, y+h, x, y)
}

// text writes one line whose left end (or middle, or right end, as the style says)
// is at x and whose capitals are centred at y.
func (s *sheet) text(x, y float64, words string, style style) {
	words = clean(words)
	if words == "" {
		return
	}
	width := style.width(words)
	s.spans = append(s.spans, width)
	s.canvas.SetColor(style.color)
	s.canvas.FillString(style.face(), s.point(x-style.align*width, y+0.36*style.size), words)
}

// textUp writes one line from below to above, centred at x, y.
func (s *sheet) textUp(x, y float64, words string, style style) {
	words = clean(words)
	if words == "" {
		return
	}
	width := style.width(words)
	s.spans = append(s.spans, width)
	s.canvas.SetColor(style.color)
	s.canvas.Push()
	s.canvas.Translate(s.point(x+0.36*style.size, y))
	s.canvas.Rotate(quarterTurn)
	s.canvas.FillString(style.face(), vg.Point{X: vg.Length(-style.align * width)}, words)
	s.canvas.Pop()
}

// writeTo writes the document. The canvas names one font that few machines have; so
// the root names several, and every text says how long it is, whatever the font.
func (s *sheet) writeTo(w io.Writer) error {
	var b bytes.Buffer
	if _, err := s.svg.WriteTo(&b); err != nil {
		return err
	}
	_, body, _ := strings.Cut(b.String(), "<g ")
	body = strings.NewReplacer(
		"font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;", "",
		"font-family:Liberation Sans;font-variant:normal;font-weight:bold;font-style:normal;", "font-weight:bold;",
		"\n\tstyle=", " style=",
	).Replace(body)
	parts := strings.Split(body, "<text ")
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%spt" height="%spt" viewBox="0 0 %[1]s %[2]s" `+
		`role="img" font-family="%s">`+"\n<title>%s</title>\n<g %s",
		short(s.width), short(s.height), fonts, html.EscapeString(s.title), parts[0])
	for i, part := range parts[1:] {
		fmt.Fprintf(&out, `<text textLength="%s" lengthAdjust="spacingAndGlyphs" %s`, short(s.spans[i]), part)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// short writes a length with at most two decimals.
func short(v float64) string {
	return strconv.FormatFloat(float64(int(v*100+0.5))/100, 'f', -1, 64)
}

// blank writes a page that says that there are no values, and why if a reason is
// given.
func blank(w io.Writer, title, kind, reason string) error {
	words := "no values"
	if reason != "" {
		words += ": " + reason
	}
	top := headingHeight(title, pageWidth)
	s := newSheet(title, kind, pageWidth, top+40)
	s.text(pageWidth/2, top+12, normal.cut(words, pageWidth-2*margin), normal.in(grey).centred())
	return s.writeTo(w)
}
