// Package answer reads what servers say, in JSON or in XML.
package answer

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Node is a value of an answer, which is the same in JSON and in XML: an object has values by name, several
// where there is a list. A list of one is the same as a single value.
type Node struct {
	Text   string
	values map[string][]*Node
}

// Parse reads an answer of either form.
func Parse(b []byte) (*Node, error) {
	b = bytes.TrimSpace(b)
	switch {
	case bytes.HasPrefix(b, []byte("{")):
		var value any
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		return fromJSON(value), nil
	case bytes.HasPrefix(b, []byte("<")):
		return fromXML(xml.NewDecoder(bytes.NewReader(b)))
	}
	return nil, errors.New("the answer is neither JSON nor XML")
}

func fromJSON(value any) *Node {
	n := &Node{values: map[string][]*Node{}}
	switch value := value.(type) {
	case nil:
	case map[string]any:
		for name, inner := range value {
			list, several := inner.([]any)
			if !several {
				list = []any{inner}
			}
			for _, one := range list {
				n.values[name] = append(n.values[name], fromJSON(one))
			}
		}
	default:
		n.Text = fmt.Sprint(value)
	}
	return n
}

// mostDeep bounds the elements within each other.
const mostDeep = 100

func fromXML(d *xml.Decoder) (*Node, error) {
	open := []*Node{{values: map[string][]*Node{}}}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return open[0], nil
		}
		if err != nil {
			return nil, err
		}
		top := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			n := &Node{values: map[string][]*Node{}}
			for _, a := range token.Attr {
				n.values[a.Name.Local] = []*Node{{Text: a.Value}}
			}
			top.values[token.Name.Local] = append(top.values[token.Name.Local], n)
			if open = append(open, n); len(open) > mostDeep {
				return nil, errors.New("the answer has too many elements within each other")
			}
		case xml.CharData:
			top.Text += string(token)
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
}

// Get is the first value at a path of names; an empty one if there is none.
func (n *Node) Get(path ...string) *Node {
	for _, name := range path {
		all := n.List(name)
		if len(all) == 0 {
			return &Node{}
		}
		n = all[0]
	}
	return n
}

// List are the values of a name, one where there is no list.
func (n *Node) List(name string) []*Node { return n.values[name] }

// String is the text at a path.
func (n *Node) String(path ...string) string {
	return string(bytes.TrimSpace([]byte(n.Get(path...).Text)))
}

// Strings are the texts of a list, without empty ones.
func (n *Node) Strings(name string) []string {
	var all []string
	for _, one := range n.List(name) {
		if text := one.String(); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// Names are the names of the values of an object, in no order.
func (n *Node) Names() []string { return slices.Collect(maps.Keys(n.values)) }

// Has reports whether an object has a value of a name.
func (n *Node) Has(name string) bool { return len(n.values[name]) > 0 }
