package look

import (
	"html/template"
	"strings"
)

// Inline is a picture, a whole SVG document, as it is in a <figure> of a page:
// without what comes before its root element, which tells the page its width.
func Inline(svg string) template.HTML {
	svg = strings.TrimSpace(svg[strings.Index(svg, "<svg"):])
	_, after, _ := strings.Cut(svg, ` width="`)
	width, _, _ := strings.Cut(after, `"`)
	return template.HTML(strings.Replace(svg, "<svg ", `<svg style="--width: `+width+`" `, 1))
}
