package step

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
)

// Names are what messages call that of which there are K.
type Names struct{ one, many string }

// What reductions are of.
var (
	Classes = Names{"class", "classes"}
	Labels  = Names{"label", "labels"}
)

// CheckOrder refuses a value of the attribute order that is wrong whatever the data: an order is
// one of some words or a list of names, or not written.
func (n Names) CheckOrder(ds *Diagnostics, order any, known ...string) {
	choice := fmt.Sprintf("It is one of %s, or a list of all %s names.", strings.Join(known, ", "), n.one)
	switch order := order.(type) {
	case nil:
	case []any:
		n.checkList(ds, order)
	case string:
		if !slices.Contains(known, order) {
			ds.At("order").Errorf(fmt.Sprintf("order is %q", order), "%s", choice)
		}
	default:
		ds.At("order").Errorf("order is neither a text nor a list", "%s", choice)
	}
}

// checkList refuses lists that name something twice, or that have other elements than names.
func (n Names) checkList(ds *Diagnostics, names []any) {
	seen := map[string]int{}
	for i, name := range names {
		text, ok := nameOf(name)
		first, again := seen[text]
		switch {
		case !ok:
			ds.At("order", i).Errorf(fmt.Sprintf("this is not a %s name", n.one), "Write the names of the %s as texts.", n.many)
		case again:
			ds.At("order", i).Errorf(fmt.Sprintf("%s %q is named twice", n.one, text), "It is already number %d.", first+1)
		default:
			seen[text] = i
		}
	}
}

// Order returns the numbers of names in the attribute order, which must name all there are.
func (n Names) Order(ds *Diagnostics, names []any, all []string) []int {
	var order []int
	for i, name := range names {
		text, _ := nameOf(name)
		if k := slices.Index(all, text); k >= 0 {
			order = append(order, k)
			continue
		}
		ds.At("order", i).Errorf(fmt.Sprintf("the data have no %s %q", n.one, text), "%s", n.Suggest(text, all))
	}
	var missing []string
	for k, name := range all {
		if !slices.Contains(order, k) {
			missing = append(missing, name)
		}
	}
	if missing != nil && !ds.Failed() {
		ds.At("order").Errorf(n.many+" that order does not name", "The data have also: %s.", wording.List(missing))
	}
	return order
}

// Suggest names the one that was probably meant, or all of them.
func (n Names) Suggest(name string, all []string) string {
	if question := wording.DidYouMean(name, all); question != "" {
		return question
	}
	return fmt.Sprintf("Its %s are %s.", n.many, wording.List(all))
}

// nameOf returns what a class or label is called by a value of the experiment file.
func nameOf(value any) (name string, ok bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	}
	return "", false
}
