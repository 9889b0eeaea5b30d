package openml

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
)

// node is a value of an answer, which is the same in JSON and in XML: an object has values by name, several where there is
// a list. A list of one is not told apart from a single value.
type node struct {
	text   string
	values map[string][]*node
}

// parse reads an answer of either form.
func parse(b []byte) (*node, error) {
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

func fromJSON(value any) *node {
	n := &node{values: map[string][]*node{}}
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
		n.text = fmt.Sprint(value)
	}
	return n
}

// mostDeep bounds the elements within each other.
const mostDeep = 100

func fromXML(d *xml.Decoder) (*node, error) {
	open := []*node{{values: map[string][]*node{}}}
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
			n := &node{values: map[string][]*node{}}
			for _, a := range token.Attr {
				n.values[a.Name.Local] = []*node{{text: a.Value}}
			}
			top.values[token.Name.Local] = append(top.values[token.Name.Local], n)
			if open = append(open, n); len(open) > mostDeep {
				return nil, errors.New("the answer has too many elements within each other")
			}
		case xml.CharData:
			top.text += string(token)
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
}

// get is the first value at a path of names; an empty one if there is none.
func (n *node) get(path ...string) *node {
	for _, name := range path {
		all := n.list(name)
		if len(all) == 0 {
			return &node{}
		}
		n = all[0]
	}
	return n
}

func (n *node) list(name string) []*node { return n.values[name] }

// string is the text at a path.
func (n *node) string(path ...string) string {
	return string(bytes.TrimSpace([]byte(n.get(path...).text)))
}

// strings are the texts of a list, without empty ones.
func (n *node) strings(name string) []string {
	var all []string
	for _, one := range n.list(name) {
		if text := one.string(); text != "" {
			all = append(all, text)
		}
	}
	return all
}
