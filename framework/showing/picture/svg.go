package picture

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/manyclass/bench/framework/base/lists"
)

// writeSVG writes the page as an SVG document. Its root names several fonts, since few
// machines have the one that was measured. In another font texts are longer or shorter, and
// not squeezed: each hangs at the place it is aligned to.
func (s *sheet) writeSVG(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%spt" height="%spt" viewBox="0 0 %[1]s %[2]s" `+
		`role="img" font-family="%s">`+"\n<title>%s</title>\n<desc>%s</desc>\n",
		short(s.width), short(s.height), fonts, html.EscapeString(s.title), html.EscapeString(s.description))
	for i := 0; i < len(s.steps); i++ {
		at := s.steps[i]
		switch {
		case at.does == markEndStep:
			b.WriteString("</g>\n")
		case at.does == markStep && s.steps[i+1].does == markEndStep:
			i++ // nothing was drawn
		case at.does == markStep && s.steps[i+2].does == markEndStep:
			writeElement(&b, s.steps[i+1], svgTitle(at.words))
			i += 2
		case at.does == markStep:
			fmt.Fprintf(&b, "<g>%s\n", svgTitle(at.words))
		default:
			writeElement(&b, at, "")
		}
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func svgTitle(words string) string { return "<title>" + html.EscapeString(words) + "</title>" }

// writeElement writes one step, with a title inside or none.
func writeElement(b *strings.Builder, at step, title string) {
	switch at.does {
	case fillStep:
		fmt.Fprintf(b, `<path d="%s"%s`, svgPath(at.path), svgColor("fill", at.color))
		writeEnd(b, "path", title)
	case strokeStep:
		fmt.Fprintf(b, `<path d="%s" fill="none"%s stroke-width="%s"`, svgPath(at.path), svgColor("stroke", at.color),
			short(at.line))
		if at.dash != nil {
			fmt.Fprintf(b, ` stroke-dasharray="%s"`, strings.Join(lists.Map(at.dash, short), " "))
		}
		writeEnd(b, "path", title)
	case textStep:
		down := float64(0.36 * at.style.size) // from the middle of capitals to the line they stand on
		left := float64(at.style.align * at.style.width(at.words))
		x, y, more := at.x+left, at.y+down, ""
		if at.up {
			x, y = at.x+down, at.y-left
			more = fmt.Sprintf(` transform="rotate(-90 %s %s)"`, short(x), short(y))
		}
		switch at.style.align {
		case 0.5:
			more += ` text-anchor="middle"`
		case 1:
			more += ` text-anchor="end"`
		}
		fmt.Fprintf(b, `<text x="%s" y="%s"%s font-size="%spx"`, short(x), short(y), more, short(at.style.size))
		if at.style.bold {
			b.WriteString(` font-weight="bold"`)
		}
		fmt.Fprintf(b, "%s>%s%s</text>\n", svgColor("fill", at.style.color), title, html.EscapeString(at.words))
	}
}

// writeEnd ends an element, with a title inside or none.
func writeEnd(b *strings.Builder, name, title string) {
	if title == "" {
		b.WriteString("/>\n")
		return
	}
	fmt.Fprintf(b, ">%s</%s>\n", title, name)
}

// svgColor is the attribute of a colour, with that of its opacity.
func svgColor(name string, c color.NRGBA) string {
	out := fmt.Sprintf(` %s="#%02X%02X%02X"`, name, c.R, c.G, c.B)
	if c.A < 255 {
		out += fmt.Sprintf(` %s-opacity="%s"`, name, short(float64(c.A)/255))
	}
	return out
}

// svgPath writes a path. Its arcs are whole circles.
func svgPath(path vg.Path) string {
	var b strings.Builder
	for _, part := range path {
		x, y := part.Pos.X.Points(), part.Pos.Y.Points()
		switch part.Type {
		case vg.MoveComp:
			b.WriteString("M" + short(x) + "," + short(y))
		case vg.LineComp:
			b.WriteString("L" + short(x) + "," + short(y))
		case vg.ArcComp:
			r := part.Radius.Points()
			half := "A" + short(r) + "," + short(r) + " 0 1 1 "
			b.WriteString(half + short(x-r) + "," + short(y) + half + short(x+r) + "," + short(y))
		case vg.CloseComp:
			b.WriteString("Z")
		}
	}
	return b.String()
}

// short writes a length with at most two decimals.
func short(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100+0, 'f', -1, 64)
}
