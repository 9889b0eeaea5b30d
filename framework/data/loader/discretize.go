package loader

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/source"
)

// discretize makes classes of a numeric target: one up to each threshold, and one above
// the last. Classes without rows are left out.
func (l *loader) discretize(t *data.Table, c *collect.Collector) error {
	known, err := l.quantities(t, c)
	if err != nil {
		return err
	}
	if len(known) == 0 {
		return data.Place{File: l.source.File}.Errorf("target %q has no values", c.Name).Of("discretize")
	}
	thresholds := l.source.Discretize.Thresholds
	if thresholds == nil {
		thresholds = thresholdsBetween(known, l.source.Discretize.Quantiles)
	}
	codes := make([]int32, len(t.Quantity))
	for row, v := range t.Quantity {
		codes[row] = -1
		if v == v {
			codes[row] = int32(sort.SearchFloat64s(thresholds, v)) // as many are below v
		}
	}
	names := intervals(thresholds)
	t.Target.Names, t.Target.Counts, t.Truth.Class = occurring(names, data.CountCodes(codes, len(names)), codes)
	t.Declared = t.Target
	at := data.Place{File: l.source.File}
	if n := len(t.Target.Names); n < 2 {
		return at.Errorf("discretize leaves %d class of target %q, whose values are from %s to %s", n, c.Name,
			notation.Shortest(slices.Min(known)), notation.Shortest(slices.Max(known))).Of("discretize")
	}
	if err := source.CheckClassCount(len(t.Target.Names), "classes", at); err != nil {
		return err
	}
	l.warnOfGaps(t.Truth.Class, fmt.Sprintf("target %q", c.Name))
	return nil
}

// quantities reads the numbers of the target into the table, and returns those that are not missing.
func (l *loader) quantities(t *data.Table, c *collect.Collector) (known []float64, err error) {
	levels := make([]float64, len(c.Text.Levels))
	for i, text := range c.Text.Levels {
		v, kind := c.Notation.Number([]byte(text))
		if kind != notation.Finite {
			return nil, c.Text.First[i].Errorf("target %q holds %q, and discretize needs numbers. If it means a missing "+
				"value, list it in missing", c.Name, text).Of("discretize")
		}
		levels[i] = v
	}
	t.Quantity = make([]float64, len(c.Text.Codes))
	for row, code := range c.Text.Codes {
		t.Quantity[row] = math.NaN()
		if code >= 0 {
			t.Quantity[row] = levels[code]
			known = append(known, levels[code])
		}
	}
	return known, nil
}

// thresholdsBetween returns what divides values into n classes of about as many
// rows: the i-th is the smallest value that at least the share i/n of the values are up
// to. Classes of equal values cannot be divided, so that there may be fewer.
func thresholdsBetween(values []float64, n int) []float64 {
	slices.Sort(values)
	var list []float64
	for i := 1; i < n; i++ {
		list = append(list, values[(i*len(values)+n-1)/n-1])
	}
	return slices.Compact(list)
}

// intervals names the classes between thresholds: "<=10", "(10,20]", ">20".
func intervals(thresholds []float64) []string {
	names := []string{"<=" + notation.Shortest(thresholds[0])}
	for i, low := range thresholds {
		if i+1 < len(thresholds) {
			names = append(names, "("+notation.Shortest(low)+","+notation.Shortest(thresholds[i+1])+"]")
		} else {
			names = append(names, ">"+notation.Shortest(low))
		}
	}
	return names
}

// occurring drops the classes without rows and renumbers the codes.
func occurring(names []string, counts []int, codes []int32) (classes []string, rows, labels []int) {
	number := make([]int, len(names))
	for i, name := range names {
		if counts[i] > 0 {
			number[i] = len(classes)
			classes = append(classes, name)
			rows = append(rows, counts[i])
		}
	}
	labels = mapped.Make[int](len(codes), mapped.Lists)
	for i, code := range codes {
		labels[i] = -1
		if code >= 0 {
			labels[i] = number[code]
		}
	}
	return classes, rows, labels
}
