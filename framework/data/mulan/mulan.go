// Package mulan reads the XML files by which Mulan names the labels of a dataset.
package mulan

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/textfile"
)

// Label is a label that an XML file names.
type Label struct {
	Name string
	At   data.Place
}

// Labels reads the labels of a file in Mulan's form: elements label with an
// attribute name in an element labels. A label may hold others (a hierarchy);
// all count, in the order in which they begin.
func Labels(path string) ([]Label, error) {
	s, err := textfile.Open(path, "")
	if err != nil {
		return nil, err
	}
	defer s.Close()
	r := &labelReader{path: path, xml: xml.NewDecoder(s.Text), lineOf: map[string]int{}}
	r.xml.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, errors.New("the text is in " + charset + "; save the file in UTF-8")
	}
	if err := r.read(); err != nil {
		return nil, err
	}
	if len(r.labels) == 0 {
		return nil, data.Place{File: path}.Errorf("the file names no labels; expected <labels><label " +
			"name=\"…\"></label>…</labels>")
	}
	return r.labels, nil
}

// labelReader goes through the elements of an XML file.
type labelReader struct {
	path   string
	xml    *xml.Decoder
	depth  int // elements that are open
	closed bool
	labels []Label
	lineOf map[string]int
}

func (r *labelReader) read() error {
	for {
		token, err := r.xml.Token()
		line, _ := r.xml.InputPos()
		at := data.Place{File: r.path, Line: line}
		switch {
		case err == io.EOF && r.depth == 0:
			return nil
		case err != nil:
			return badXML(at, err)
		}
		if err := r.take(token, at); err != nil {
			return err
		}
	}
}

// badXML is the defect that the decoder found.
func badXML(p data.Place, err error) *data.Error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		p.Line = syntax.Line
		return p.Errorf("this is not XML: %s", syntax.Msg)
	}
	return p.Errorf("the XML file cannot be read: %v", strings.TrimPrefix(err.Error(), "xml: "))
}

// take takes a token that ends at a place.
func (r *labelReader) take(token xml.Token, at data.Place) error {
	switch token := token.(type) {
	case xml.StartElement:
		r.depth++
		return r.open(token, at)
	case xml.EndElement:
		r.depth--
		r.closed = r.depth == 0
	case xml.CharData:
		if text := strings.TrimSpace(string(token)); text != "" {
			return at.Errorf("unexpected text %q; expected <label name=\"…\">", textfile.Shortened(text))
		}
	}
	return nil
}

// open takes the beginning of an element.
func (r *labelReader) open(element xml.StartElement, at data.Place) error {
	kind := "label"
	if r.depth == 1 {
		kind = "labels"
	}
	if element.Name.Local != kind || r.closed {
		return at.Errorf("unexpected element <%s>; expected one <labels>, and in it <label name=\"…\">",
			textfile.Shortened(element.Name.Local))
	}
	if r.depth == 1 {
		return nil
	}
	name := ""
	for _, attribute := range element.Attr {
		if attribute.Name.Local == "name" && attribute.Name.Space == "" {
			name = attribute.Value
		}
	}
	if name == "" {
		return at.Errorf("a label has no name")
	}
	if before, dup := r.lineOf[name]; dup {
		return at.Errorf("label %q is already named in line %d", name, before)
	}
	r.lineOf[name] = at.Line
	r.labels = append(r.labels, Label{name, at})
	return nil
}
