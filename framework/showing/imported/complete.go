package imported

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// key is what a value must have for itself.
type key struct {
	dataset, method string
	unit            measured.Unit
}

// unique refuses two values at one place.
func (t *Table) unique() error {
	seen := map[key]bool{}
	for _, v := range t.Values {
		k := key{v.Dataset, v.Method, v.Unit}
		if seen[k] {
			return fmt.Errorf("%q has two values on %q%s; give methods, or tasks, different names", v.Method, v.Dataset,
				strings.TrimRight(" "+v.Unit.String(), " "))
		}
		seen[k] = true
	}
	return nil
}

// whole looks for methods that have no value where others have one. It leaves out these methods, or the datasets, if
// the user wants it, and otherwise says what is missing.
func (t *Table) whole(leaveOut string) {
	var places grouped.By[key, map[string]bool] // by dataset and unit: the methods
	var methods []string
	isMethod := map[string]bool{}
	for _, v := range t.Values {
		place := places.At(key{dataset: v.Dataset, unit: v.Unit})
		if *place == nil {
			*place = map[string]bool{}
		}
		(*place)[v.Method] = true
		if !isMethod[v.Method] {
			isMethod[v.Method] = true
			methods = append(methods, v.Method)
		}
	}
	var without []string // what lacks values
	for place, there := range places.All() {
		if len(*there) == len(methods) {
			continue
		}
		if leaveOut == "methods" {
			without = append(without, lists.Filter(methods, func(m string) bool { return !(*there)[m] })...)
		} else {
			without = append(without, place.dataset)
		}
	}
	t.leave(leaveOut, distinct(without))
}

// distinct are the names without those that were there before.
func distinct(names []string) []string {
	seen := map[string]bool{}
	return lists.Filter(names, func(name string) bool {
		known := seen[name]
		seen[name] = true
		return !known
	})
}

// leave leaves out datasets or methods, and says so.
func (t *Table) leave(kind string, names []string) {
	if len(names) == 0 {
		return
	}
	quoted := wording.First(lists.Map(names, strconv.Quote), 8)
	if kind == "" {
		t.note("bench compare needs a value of every method: some have none on %s. -complete datasets leaves out these "+
			"datasets, -complete methods leaves out the methods.", quoted)
		return
	}
	t.Values = slices.DeleteFunc(t.Values, func(v measured.Value) bool {
		name := v.Dataset
		if kind == "methods" {
			name = v.Method
		}
		return slices.Contains(names, name)
	})
	t.note("Left out, because values are missing there: %s.", quoted)
}
