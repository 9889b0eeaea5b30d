// Package experimenter reads setups of WEKA's Experimenter, as it saves them in XML, and writes the
// experiment file that compares the same classifiers on the same data.
package experimenter

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Limits on a setup.
const (
	MostBytes   = 1 << 24 // of the file
	mostObjects = 100_000
	mostDepth   = 100
)

// object is one object of WEKA's XML: its name in the object around it, its class, and what it holds.
type object struct {
	name, class, text string
	parts             []*object
}

// part is the object of a name within another, nil if there is none.
func (o *object) part(name string) *object {
	if o != nil {
		for _, p := range o.parts {
			if p.name == name {
				return p
			}
		}
	}
	return nil
}

// value is the text of the object of a name, "" if there is none.
func (o *object) value(name string) string {
	if p := o.part(name); p != nil {
		return p.text
	}
	return ""
}

// texts are the texts of all parts of the object of a name, such as options.
func (o *object) texts(name string) (list []string) {
	if p := o.part(name); p != nil {
		for _, q := range p.parts {
			list = append(list, q.text)
		}
	}
	return list
}

// find is the first object of a class, this one or within it; nil if there is none.
func (o *object) find(class string) *object {
	if o.class == class {
		return o
	}
	for _, p := range o.parts {
		if found := p.find(class); found != nil {
			return found
		}
	}
	return nil
}

// parseXML reads the objects of a file.
func parseXML(content []byte) (*object, error) {
	d := xml.NewDecoder(bytes.NewReader(content))
	root := &object{}
	open := []*object{root}
	for count := 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			line, _ := d.InputPos()
			return nil, fmt.Errorf("line %d: this is not XML: %w", line, err)
		}
		inner := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			if count++; count > mostObjects || len(open) > mostDepth {
				return nil, fmt.Errorf("there are more than %d objects, or more than %d within each "+
					"other", mostObjects, mostDepth)
			}
			o := objectOf(t)
			inner.parts = append(inner.parts, o)
			open = append(open, o)
		case xml.EndElement:
			inner.text = strings.TrimSpace(inner.text)
			open = open[:len(open)-1]
		case xml.CharData:
			inner.text += string(t)
		}
	}
	if len(root.parts) != 1 {
		return nil, errors.New("there is no object in the file")
	}
	return root.parts[0], nil
}

func objectOf(t xml.StartElement) *object {
	o := &object{}
	for _, a := range t.Attr {
		switch a.Name.Local {
		case "name":
			o.name = a.Value
		case "class":
			o.class = a.Value
		}
	}
	return o
}
