// Package measured reads tables of scores from anywhere: what was measured of some
// methods on some datasets, once or on folds.
package measured

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
)

// Limits on a table of scores. Tests compare all pairs of methods, so that time and memory
// grow with their square.
const (
	MostBytes    = 1 << 28 // of the file
	MostMethods  = 500
	MostDatasets = 10_000
	MostName     = 200 // characters of the name of a dataset, method, fold or repeat
)

// Table holds the values of at least two methods on at least one dataset. None is
// missing: what was measured of one method was measured of all.
type Table struct {
	Datasets, Methods []string // in the order of the file
	Parts             []Parts  // of each dataset
	// Singles are what was measured of single predictions of each dataset, 1 or 0, where
	// values are not of those; nil if there is nothing but the values.
	Singles []Parts
	Metric  string // what the values are, where that is known
	// OtherMetrics are those of the file that the values are not of.
	OtherMetrics []string
	// Without are datasets that were left out, since a method has no value there, and
	// Never methods without any value.
	Without, Never []string
	// Incomplete are the datasets of Without, with what there is.
	Incomplete []Incomplete
	costs      []Costs // of each method, summed; nil where none are known
	// Others have the same methods by other metrics, or without a setting that is averaged.
	Others []Other
}

// Other is a table that a conclusion from the first may be checked with.
type Other struct {
	What, Name      string // "metric" or "setting", and its name
	Table           *Table
	SmallerIsBetter bool
}

// Incomplete is a dataset on which a method has no value.
type Incomplete struct {
	Dataset string
	// Means are those of each method over the units, NaN for a method that lacks a value.
	Means []float64
}

// Omitted says what was left out of the table, in sentences.
func (t *Table) Omitted() []string {
	var sentences []string
	if len(t.Without) > 0 {
		sentences = append(sentences, fmt.Sprintf("Left out, because not every method has a value there: %s.",
			strings.Join(t.Without, ", ")))
	}
	if len(t.Never) > 0 {
		sentences = append(sentences, fmt.Sprintf("Not compared, because they have no value: %s.",
			strings.Join(t.Never, ", ")))
	}
	return sentences
}

// Single returns what was measured of single predictions: Singles or, without them, the
// values themselves.
func (t *Table) Single() []Parts {
	if t.Singles != nil {
		return t.Singles
	}
	return t.Parts
}

// Parts are what was measured on one dataset.
type Parts struct {
	Units  []Unit      // where: one unit without names if there are no folds
	Values [][]float64 // of each method on each unit
	// TestRows and TrainRows are summed over the units; 0 where that is not known. A row
	// that trains several times in a unit counts once.
	TestRows, TrainRows int
}

// Shares are in the proportion of test and training rows: where these are not known, of
// one fold and all others.
func (p Parts) Shares() (test, train float64) {
	if p.TrainRows > 0 {
		return float64(p.TestRows), float64(p.TrainRows)
	}
	_, folds, _ := p.Division()
	return 1, float64(folds - 1)
}

// CrossValidated reports whether every repeat tests all rows once, as far as is known.
func (p Parts) CrossValidated() bool {
	_, folds, whole := p.Division()
	return whole && folds > 1 && (p.TrainRows == 0 || p.TrainRows == p.TestRows*(folds-1))
}

// Unit is a fold of a repeat, as the file names them.
type Unit struct{ Repeat, Fold string }

// String names the unit, "" without folds.
func (u Unit) String() string {
	switch {
	case u.Repeat != "":
		return fmt.Sprintf("fold %s of repeat %s", u.Fold, u.Repeat)
	case u.Fold != "":
		return "fold " + u.Fold
	}
	return ""
}

// Means returns the mean of a method over the units of each dataset.
func (t *Table) Means(method int) []float64 {
	means := make([]float64, len(t.Datasets))
	for i, parts := range t.Parts {
		means[i] = stats.Mean(parts.Values[method])
	}
	return means
}

// Folded reports whether there are folds.
func (t *Table) Folded() bool {
	return slices.ContainsFunc(t.Parts, func(p Parts) bool { return p.Units[0] != Unit{} })
}

// Division returns how many repeats and how many folds each a dataset has, and whether
// every repeat has each fold.
func (p Parts) Division() (repeats, folds int, whole bool) {
	ofRepeats, ofFolds := map[string]bool{}, map[string]bool{}
	for _, u := range p.Units {
		ofRepeats[u.Repeat], ofFolds[u.Fold] = true, true
	}
	repeats, folds = len(ofRepeats), len(ofFolds)
	return repeats, folds, repeats*folds == len(p.Units)
}

// Value is what was measured of a method at one place.
type Value struct {
	Dataset, Method string
	Unit            Unit
	Value           float64
	// TestRows and TrainRows are those of the unit, 0 where they are not known.
	TestRows, TrainRows int
	Costs
}

// key is what a value must have for itself.
type key struct {
	dataset, method string
	unit            Unit
}

// Averaged makes one value of those that a method has at one place, such as those of
// several draws of a code: their mean, NaN where one of them is.
func Averaged(values []Value) (means []Value) {
	places, of := map[key]int{}, [][]Value{}
	for _, v := range values {
		at, known := places[key{v.Dataset, v.Method, v.Unit}]
		if !known {
			at = len(means)
			places[key{v.Dataset, v.Method, v.Unit}] = at
			means, of = append(means, v), append(of, nil)
		}
		of[at] = append(of[at], v)
	}
	for at := range means {
		means[at].Value = stats.Mean(lists.Map(of[at], func(v Value) float64 { return v.Value }))
		for i := range means[at].Costs {
			means[at].Costs[i] = stats.Mean(lists.Map(of[at], func(v Value) float64 { return v.Costs[i] }))
		}
	}
	return means
}

// WithoutEach leaves out the first of the values that each method has at each place, the
// second, and so on; nil unless all have as many, at least two.
func WithoutEach(values []Value) [][]Value {
	count := map[key]int{}
	numbers := make([]int, len(values))
	for i, v := range values {
		numbers[i] = count[key{v.Dataset, v.Method, v.Unit}]
		count[key{v.Dataset, v.Method, v.Unit}]++
	}
	most := 0
	for _, n := range count {
		most = max(most, n)
	}
	for _, n := range count {
		if n < most || n < 2 {
			return nil
		}
	}
	return lists.Map(lists.Range(most), func(out int) []Value {
		kept := lists.Filter(lists.Range(len(values)), func(i int) bool { return numbers[i] != out })
		return lists.Pick(values, kept)
	})
}

// AddOther adds a table that conclusions are checked with, if it has values of all methods.
func (t *Table) AddOther(o Other) {
	lacks := func(name string) bool { return !slices.Contains(o.Table.Methods, name) }
	if len(o.Table.Datasets) > 0 && !slices.ContainsFunc(t.Methods, lacks) {
		t.Others = append(t.Others, o)
	}
}

// New makes a table of values, NaN where there is none. Datasets on which some method
// lacks a value that another has are left out and returned. There may be no dataset left,
// or fewer than two methods.
func New(values []Value) (t *Table, without []string) {
	t = &Table{}
	seen := map[key]float64{}
	var datasets grouped.By[string, Parts]
	for _, v := range values {
		parts := datasets.At(v.Dataset)
		place := key{dataset: v.Dataset, unit: v.Unit}
		if _, known := seen[place]; !known {
			seen[place] = 0
			parts.Units = append(parts.Units, v.Unit)
			parts.TestRows, parts.TrainRows = parts.TestRows+v.TestRows, parts.TrainRows+v.TrainRows
		}
		seen[key{v.Dataset, v.Method, v.Unit}] = v.Value
		if !slices.Contains(t.Methods, v.Method) {
			t.Methods = append(t.Methods, v.Method)
		}
	}
	for dataset, parts := range datasets.All() {
		parts.Values = make([][]float64, len(t.Methods))
		whole := true
		for j, method := range t.Methods {
			for _, unit := range parts.Units {
				v, there := seen[key{dataset, method, unit}]
				if !there || math.IsInf(v, 0) {
					v = math.NaN()
				}
				whole = whole && !math.IsNaN(v)
				parts.Values[j] = append(parts.Values[j], v)
			}
		}
		if !whole {
			without = append(without, dataset)
			t.Incomplete = append(t.Incomplete, incomplete(dataset, *parts))
			continue
		}
		t.Datasets, t.Parts = append(t.Datasets, dataset), append(t.Parts, *parts)
	}
	t.addCosts(values)
	return t, without
}

// Sums returns a cost, a number of CostNames, of each method over all units of all datasets.
// It is NaN for a method of which it is not known somewhere.
func (t *Table) Sums(cost int) []float64 {
	if t.costs == nil {
		return slices.Repeat([]float64{math.NaN()}, len(t.Methods))
	}
	return lists.Map(t.costs, func(c Costs) float64 { return c[cost] })
}

// addCosts sums the costs of values on the datasets that the table has.
func (t *Table) addCosts(values []Value) {
	if !slices.ContainsFunc(values, func(v Value) bool { return v.Costs != Costs{} }) {
		return
	}
	t.costs = make([]Costs, len(t.Methods))
	for _, v := range values {
		if !slices.Contains(t.Datasets, v.Dataset) {
			continue
		}
		method := slices.Index(t.Methods, v.Method)
		for i, cost := range v.Costs {
			if cost == 0 {
				cost = math.NaN()
			}
			t.costs[method][i] += cost
		}
	}
}

// incomplete are the means of a dataset with values that are NaN.
func incomplete(dataset string, parts Parts) Incomplete {
	return Incomplete{dataset, lists.Map(parts.Values, stats.Mean)}
}

// Valued leaves out the methods that have no value anywhere, and names them.
func Valued(values []Value) (kept []Value, never []string) {
	valued := map[string]bool{}
	for _, v := range values {
		valued[v.Method] = valued[v.Method] || !math.IsNaN(v.Value)
	}
	for _, v := range values {
		switch {
		case valued[v.Method]:
			kept = append(kept, v)
		case !slices.Contains(never, v.Method):
			never = append(never, v.Method)
		}
	}
	return kept, never
}
