package picture

import (
	"io"
)

// writeTo writes the document.
func (s *sheet) writeTo(w io.Writer) error {
	if to, ok := w.(pdfWriter); ok {
		return s.writePDF(to.Writer)
	}
	return s.writeSVG(w)
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
