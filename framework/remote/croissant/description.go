package croissant

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/remote/answer"
)

// description is what a file says.
type description struct {
	*answer.Node
	terms terms
}

// conforms refuses other versions of the standard.
func (d *description) conforms() error {
	said := d.List("conformsTo")
	for _, one := range said {
		_, standard, _ := strings.Cut(reference(one), ":")
		if standard == "//mlcommons.org/croissant/1.0" || standard == "//mlcommons.org/croissant/1.1" {
			return nil
		}
	}
	if len(said) == 0 {
		return errors.New("the description does not say that it conforms to Croissant 1.0 or 1.1 (conformsTo)")
	}
	return fmt.Errorf("the description conforms to %s, and bench reads Croissant 1.0 and 1.1",
		reference(said[0]))
}

// about is what the description says of the data.
func (d *description) about() *named.About {
	names := func(property string) []string {
		return lists.Map(d.List(property), func(n *answer.Node) string {
			return cmp.Or(n.String("name"), n.String("url"), n.String("@id"), n.String())
		})
	}
	return &named.About{Licence: strings.Join(names("license"), ", "), Creators: names("creator"),
		Citation: d.String("citeAs"), Page: d.String("url")}
}

// name is that of a part of the description.
func name(n *answer.Node) string { return cmp.Or(n.String("@id"), n.String("name")) }

// reference is the name that a value refers to.
func reference(n *answer.Node) string { return cmp.Or(n.String("@id"), n.String()) }

// has reports whether a part is of a type.
func (d *description) has(n *answer.Node, property, kind string) bool {
	return slices.ContainsFunc(n.List(property), func(one *answer.Node) bool {
		return d.terms.plain(reference(one)) == kind
	})
}

// choose finds the record set with rows, which must be named if there are several.
func (d *description) choose(wanted string) (*answer.Node, error) {
	sets := lists.Filter(d.List("recordSet"), func(n *answer.Node) bool {
		return !n.Has("data") && !d.has(n, "dataType", "Enumeration") && !d.has(n, "dataType", "Split")
	})
	names := lists.Map(sets, name)
	switch {
	case len(sets) == 0:
		return nil, errors.New("the description has no record set with rows")
	case wanted == "" && len(sets) == 1:
		return sets[0], nil
	case wanted == "":
		return nil, fmt.Errorf("the description has several record sets, %s; name one: record_set = %q",
			wording.First(names, 20), names[0])
	}
	for _, set := range sets {
		if name(set) == wanted || set.String("name") == wanted {
			return set, nil
		}
	}
	return nil, fmt.Errorf("the description has no record set %q with rows.%s It has %s", wanted,
		wording.Meant(wanted, names), wording.First(names, 20))
}

// named finds a part of the description.
func (d *description) named(list, id string) *answer.Node {
	for _, n := range d.List(list) {
		if name(n) == id || n.String("name") == id {
			return n
		}
	}
	return nil
}
