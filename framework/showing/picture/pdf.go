package picture

import (
	"bytes"
	"io"
	"math"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
)

// pdfWriter is a writer that gets pictures as PDF.
type pdfWriter struct{ io.Writer }

// PDF returns a writer into which the functions of this package write PDF in place of
// SVG: one page of the picture's size, with the same lines and colours and the letters
// of Liberation Sans that it uses. Characters that this font lacks are boxes.
func PDF(w io.Writer) io.Writer { return pdfWriter{w} }

// Formats are the formats of pictures, and the ends of their files.
var Formats = []string{"svg", "pdf"}

// As returns a writer into which the functions of this package write one of Formats.
func As(w io.Writer, format string) io.Writer {
	if format == "pdf" {
		return PDF(w)
	}
	return w
}

// pdfDate is the date of every document, so that the same picture has the same bytes.
var pdfDate = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

const pdfFont = "liberation"

// writePDF writes the page as a PDF document.
func (s *sheet) writePDF(w io.Writer) error {
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: s.width, Ht: s.height}})
	doc.SetCatalogSort(true)
	doc.SetCreationDate(pdfDate)
	doc.SetModificationDate(pdfDate)
	doc.SetTitle(s.title, true)
	doc.SetSubject(s.description, true)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	for _, weight := range []string{"", "B"} {
		doc.AddUTF8FontFromBytes(pdfFont, weight, fontBytes(weight == "B"))
	}
	doc.AddPage()
	for _, at := range s.steps {
		drawPDF(doc, at)
	}
	var b bytes.Buffer
	if err := doc.Output(&b); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// fontBytes is the file of the font that texts are measured with.
func fontBytes(bold bool) []byte {
	var b bytes.Buffer
	if _, err := (style{size: textSize, bold: bold}).face().Face.WriteSourceTo(nil, &b); err != nil {
		panic("picture: the font has no source: " + err.Error())
	}
	return b.Bytes()
}

// drawPDF draws one step. PDF has no marks that speak.
func drawPDF(doc *fpdf.Fpdf, at step) {
	c := at.color
	switch at.does {
	case fillStep:
		doc.SetAlpha(float64(c.A)/255, "Normal")
		doc.SetFillColor(int(c.R), int(c.G), int(c.B))
		pathPDF(doc, at.path)
		doc.DrawPath("F")
	case strokeStep:
		doc.SetAlpha(float64(c.A)/255, "Normal")
		doc.SetDrawColor(int(c.R), int(c.G), int(c.B))
		doc.SetLineWidth(at.line)
		doc.SetDashPattern(at.dash, 0)
		pathPDF(doc, at.path)
		doc.DrawPath("D")
	case textStep:
		textPDF(doc, at)
	}
}

func textPDF(doc *fpdf.Fpdf, at step) {
	c, weight := at.style.color, ""
	if at.style.bold {
		weight = "B"
	}
	doc.SetAlpha(1, "Normal")
	doc.SetTextColor(int(c.R), int(c.G), int(c.B))
	doc.SetFont(pdfFont, weight, at.style.size)
	down := float64(0.36 * at.style.size)
	if !at.up {
		doc.Text(at.x, at.y+down, at.words)
		return
	}
	doc.TransformBegin()
	doc.TransformRotate(90, at.x+down, at.y)
	doc.Text(at.x+down, at.y, at.words)
	doc.TransformEnd()
}

// pathPDF makes a path the current one. Its arcs are whole circles, drawn as four curves.
func pathPDF(doc *fpdf.Fpdf, path vg.Path) {
	const handle = 0.5522847498 // of a curve that is nearly a quarter of a circle
	for _, part := range path {
		x, y := part.Pos.X.Points(), part.Pos.Y.Points()
		switch part.Type {
		case vg.MoveComp:
			doc.MoveTo(x, y)
		case vg.LineComp:
			doc.LineTo(x, y)
		case vg.ArcComp:
			r := part.Radius.Points()
			for quarter := range 4 {
				sin, cos := math.Sincos(float64(quarter) * math.Pi / 2)
				along, down := float64(handle*sin), float64(handle*cos)
				doc.CurveBezierCubicTo(x+float64(r*(cos-along)), y+float64(r*(sin+down)),
					x+float64(r*(-sin+down)), y+float64(r*(cos+along)), x-float64(r*sin), y+float64(r*cos))
			}
		case vg.CloseComp:
			doc.ClosePath()
		}
	}
}
