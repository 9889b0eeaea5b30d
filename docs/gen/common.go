package main

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

// many is how many types must have an attribute for it to be described once.
const many = 3

// differs stands for the values or the default of an attribute where types differ.
const differs = "see the type"

// common are the attributes that many types of a kind have, said in the same words.
type common struct {
	kind   contract.Kind
	params []contract.Param // of Type differs where values or defaults are not alike
}

func commonOf(list []contract.Component) common {
	var c common
	counts := map[[2]string]int{}
	for _, component := range list {
		c.kind = component.Kind
		for _, p := range component.Params {
			counts[key(p)]++
		}
	}
	for _, component := range list {
		for _, p := range component.Params {
			if counts[key(p)] < many {
				continue
			}
			if at := c.find(p); at < 0 {
				c.params = append(c.params, p)
			} else if !reflect.DeepEqual(c.params[at], p) {
				c.params[at] = contract.Param{Name: p.Name, Doc: p.Doc, Type: differs}
			}
		}
	}
	return c
}

// key is what makes two attributes the same for a reader.
func key(p contract.Param) [2]string { return [2]string{p.Name, p.Doc} }

func (c common) find(p contract.Param) int {
	for i, have := range c.params {
		if key(have) == key(p) {
			return i
		}
	}
	return -1
}

// split returns the attributes to be described with a type, and the names of those that
// are described above. One of which only the meaning is common is among both.
func (c common) split(params []contract.Param) (own []contract.Param, shared []string) {
	for _, p := range params {
		at := c.find(p)
		switch {
		case at < 0:
			own = append(own, p)
		case c.params[at].Type == differs:
			p.Doc = fmt.Sprintf("[Above](#%s).", c.anchor())
			own = append(own, p)
		default:
			shared = append(shared, "`"+p.Name+"`")
		}
	}
	return own, shared
}

// title is the heading over the attributes.
func (c common) title() string {
	of := string(c.kind) + "s"
	if c.kind == contract.KindValidation {
		of = "methods"
	}
	return "Attributes of several " + of
}

// anchor is how links name the heading.
func (c common) anchor() string { return strings.ReplaceAll(strings.ToLower(c.title()), " ", "-") }
