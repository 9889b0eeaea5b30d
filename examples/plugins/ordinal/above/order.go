package above

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

// validate checks what can be said of an order without the data.
func validate(c contract.Config) []contract.Diagnostic {
	var r Reducer
	if err := c.Decode(&r); err != nil {
		return []contract.Diagnostic{contract.Errorf(nil, "unreadable configuration", "%v", err)}
	}
	if r.Order != nil && len(r.Order) < 2 {
		return []contract.Diagnostic{contract.Errorf([]any{"order"}, "order names too few classes",
			"Write all classes, the lowest first, or leave the attribute out for class order.")}
	}
	var ds []contract.Diagnostic
	for i, name := range r.Order {
		if first := slices.Index(r.Order, name); first < i {
			ds = append(ds, contract.Errorf([]any{"order", i}, fmt.Sprintf("class %q is named twice", name),
				"It is number %d of the order already.", first+1))
		}
	}
	return ds
}

// numbers returns the class numbers in order, the lowest first, or what is wrong
// with the order for these classes.
func (r Reducer) numbers(classes []string) ([]int, []contract.Diagnostic) {
	if len(classes) < 2 {
		return nil, []contract.Diagnostic{contract.Errorf(nil, "too few classes", "There is nothing to order in %d.", len(classes))}
	}
	names := r.Order
	if names == nil {
		names = classes
	}
	var missing []string
	for _, class := range classes {
		if !slices.Contains(names, class) {
			missing = append(missing, class)
		}
	}
	var order []int
	var ds []contract.Diagnostic
	for i, name := range names {
		number := slices.Index(classes, name)
		if number < 0 {
			ds = append(ds, contract.Errorf([]any{"order", i}, fmt.Sprintf("the data have no class %q", name), "%s", suggest(missing)))
		}
		order = append(order, number)
	}
	if ds == nil && missing != nil {
		ds = append(ds, contract.Errorf([]any{"order"}, "order does not name every class", "%s", suggest(missing)))
	}
	return order, ds
}

// most is how many class names a message holds.
const most = 10

// suggest says which classes an order has yet to name.
func suggest(missing []string) string {
	if len(missing) == 0 {
		return "Every class of the data is named already: leave it out."
	}
	list := strings.Join(missing[:min(most, len(missing))], ", ")
	if more := len(missing) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return "Classes that order does not name: " + list + "."
}
