package encode

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/wording"
)

// prior is c: a number for each class, or a weight of the classes' shares.
type prior struct {
	name   string // what sets its features apart, "" for the only one
	c      []float64
	weight float64 // in place of c
	sum    float64 // of c
}

// priorsOf returns the priors for some classes.
func (e *encoder) priorsOf(classes []string) []prior {
	if e.PriorWeight != nil {
		return []prior{{weight: *e.PriorWeight, sum: *e.PriorWeight}}
	}
	if e.Priors == nil {
		written := e.Prior
		if written == nil {
			written = 1.0
		}
		return []prior{constants("", written, classes)}
	}
	var list []prior
	for i, written := range e.Priors {
		name := fmt.Sprintf("[prior #%d]", i+1)
		if c, ok := written.(float64); ok {
			name = "[prior=" + strconv.FormatFloat(c, 'g', -1, 64) + "]"
		}
		list = append(list, constants(name, written, classes))
	}
	return list
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

// checkClasses checks that priors by class name the classes, or labels, of a
// table.
func checkClasses(e *encoder, t *data.Table) error {
	classes, kind, kinds := t.Target.Names, t.Target.Unit(), t.Target.Kind()
	written := e.Priors
	if e.Prior != nil {
		written = []any{e.Prior}
	}
	for _, p := range written {
		byClass, ok := p.(map[string]any)
		if !ok {
			continue
		}
		for _, class := range slices.Sorted(maps.Keys(byClass)) {
			if !slices.Contains(classes, class) {
				return fmt.Errorf("prior names %s %q, and there is no such %[1]s; the %[3]s are %[4]s", kind, class, kinds,
					wording.Names(classes))
			}
		}
		for _, class := range classes {
			if _, ok := byClass[class]; !ok {
				return fmt.Errorf("prior names no number for %s %q", kind, class)
			}
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
	return (successes + p.weight*share) / (count + p.weight)
}
