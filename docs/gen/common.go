package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

// several is how many types must have an attribute for it to be described once.
const several = 2

// differs stands for the values or the default of an attribute where types differ.
const differs = "see the type"

// common are the attributes that several types of a kind have, said in the same words.
type common struct {
	kind   contract.Kind
	params []contract.Param // of Type differs where values or defaults are not alike
	all    []string         // names of those that every type has, with the same values
}

func commonOf(list []contract.Component) common {
	var c common
	counts := map[[2]string]int{}
	most := map[string]int{} // the largest count of a name
	for _, component := range list {
		c.kind = component.Kind
		for _, p := range component.Params {
			counts[key(p)]++
			most[p.Name] = max(most[p.Name], counts[key(p)])
		}
	}
	for _, component := range list {
		for _, p := range component.Params {
			if counts[key(p)] < max(several, most[p.Name]) { // of two meanings of a name, the rarer is told with its types
				continue
			}
			if at := c.find(p); at < 0 {
				c.params = append(c.params, p)
			} else if !reflect.DeepEqual(c.params[at], p) {
				c.params[at] = contract.Param{Name: p.Name, Doc: p.Doc, Type: differs}
			}
		}
	}
	for _, p := range c.params {
		if p.Type != differs && counts[key(p)] == len(list) {
			c.all = append(c.all, "`"+p.Name+"`")
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
// are described above, without those that every type has. One of which only the meaning
// is common is among the first.
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
			if name := "`" + p.Name + "`"; !slices.Contains(c.all, name) {
				shared = append(shared, name)
			}
		}
	}
	return own, shared
}

// title is the heading over the attributes.
func (c common) title() string {
	return "Attributes of several " + c.types()
}

// types is what the types of the kind are called.
func (c common) types() string {
	if c.kind == contract.KindValidation {
		return "methods"
	}
	return string(c.kind) + "s"
}

// everywhere says which attributes every type has.
func (c common) everywhere() string {
	if len(c.all) == 0 {
		return ""
	}
	return fmt.Sprintf("All %s take %s.\n\n", c.types(), strings.Join(c.all, ", "))
}

// anchor is how links name the heading.
func (c common) anchor() string { return strings.ReplaceAll(strings.ToLower(c.title()), " ", "-") }
