package encode

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
)

// prior is c: a number for each class, or a weight of the classes' shares.
type prior struct {
	name   string // the end of its features' names, "" for the only one
	c      []float64
	weight float64 // in place of c
	sum    float64 // of c
}

// constants returns a prior with c as it is written.
func constants(name string, written any, classes []string) prior {
	p := prior{name: name, c: make([]float64, len(classes))}
	for k, class := range classes {
		switch v := written.(type) {
		case float64:
			p.c[k] = v
		case map[string]any:
			p.c[k], _ = v[class].(float64)
		}
		p.sum += p.c[k]
	}
	return p
}

// checkPrior checks that a prior is a number or an object of numbers.
func checkPrior(prior any) error {
	good := func(v any) bool { c, ok := v.(float64); return ok && c >= 0 && isFinite(c) }
	byClass, is := prior.(map[string]any)
	if !is {
		if !good(prior) {
			return errors.New("a prior is a number of at least 0, or an object with such a number for each class")
		}
		return nil
	}
	for _, class := range slices.Sorted(maps.Keys(byClass)) {
		if !good(byClass[class]) {
			return fmt.Errorf("the prior of class %q must be a number of at least 0", class)
		}
	}
	return nil
}

// checkClasses checks that a prior by class names the classes, or labels, of a table.
func checkClasses(t *data.Table, byClass map[string]any) error {
	classes, kind := t.Target.Names, t.Target.Unit()
	for _, class := range slices.Sorted(maps.Keys(byClass)) {
		if !slices.Contains(classes, class) {
			return fmt.Errorf("prior names %s %q, and there is no such %[1]s; the %[3]s are %[4]s", kind, class,
				t.Target.Kind(), wording.Names(classes))
		}
	}
	for _, class := range classes {
		if _, ok := byClass[class]; !ok {
			return fmt.Errorf("prior names no number for %s %q", kind, class)
		}
	}
	return nil
}

// byShare is the counter of a class where c is a weight of its share in the rows
// counted over, and that share where the counter is 0/0.
func (p *prior) byShare(successes, count, share float64) float64 {
	if count+p.weight == 0 {
		return share
	}
	return (successes + float64(p.weight*share)) / (count + p.weight)
}
