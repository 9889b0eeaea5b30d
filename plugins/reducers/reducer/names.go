package reducer

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/wording"
)

// words are what messages call that of which there are K.
type words struct{ one, many string }

var (
	classWords = words{"class", "classes"}
	labelWords = words{"label", "labels"}
)

// checkOrder refuses lists in the attribute order that name nothing or something
// twice.
func (w words) checkOrder(names []any) []contract.Diagnostic {
	var ds []contract.Diagnostic
	seen := map[string]int{}
	for i, name := range names {
		text, ok := className(name)
		first, again := seen[text]
		switch {
		case !ok:
			ds = append(ds, contract.Errorf([]any{"order", i}, fmt.Sprintf("this is no %s name", w.one),
				"Write the names of the %s as texts.", w.many))
		case again:
			ds = append(ds, contract.Errorf([]any{"order", i}, fmt.Sprintf("%s %q is named twice", w.one, text),
				"It is already number %d.", first+1))
		default:
			seen[text] = i
		}
	}
	return ds
}

// order returns numbers by names, all of which there must be.
func (w words) order(names []any, all []string) ([]int, []contract.Diagnostic) {
	var ds []contract.Diagnostic
	var order []int
	for i, name := range names {
		text, _ := className(name)
		k := slices.Index(all, text)
		if k < 0 {
			ds = append(ds, contract.Errorf([]any{"order", i}, fmt.Sprintf("the data have no %s %q", w.one, text), "%s",
				w.suggest(text, all)))
			continue
		}
		order = append(order, k)
	}
	var missing []string
	for k, name := range all {
		if !slices.Contains(order, k) {
			missing = append(missing, name)
		}
	}
	if ds == nil && missing != nil {
		ds = append(ds, contract.Errorf([]any{"order"}, w.many+" that order does not name", "The data have also: %s.",
			wording.List(missing)))
	}
	return order, ds
}

// suggest names the one that was probably meant, or all of them.
func (w words) suggest(name string, all []string) string {
	if question := wording.DidYouMean(name, all); question != "" {
		return question
	}
	return fmt.Sprintf("Its %s are %s.", w.many, wording.List(all))
}

// className returns what a class or label is called by a value of the experiment file.
func className(value any) (name string, ok bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	}
	return "", false
}
