package generate

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strconv"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// categories is the recipe of generated categorical data. Each column can take
// the same number of values, each of which belongs to one class; a class has
// ⌊levels/classes⌋ or one more of them. With probability purity, the value of an
// informative column is drawn from the values of the row's class, else from all:
// evenly, or with skew s the j-th of them in proportion to 1/j^s.
//
// In a pair of columns a and b the value of a is drawn from all. With probability
// purity that of b is drawn from the values of which the class is k − class(a)
// mod K in a row of class k, so that the sum of both classes tells k, and else
// from all: where each class has as many values, neither column depends on the
// class by itself.
type categories struct {
	classes int
	purity  float64
	weights []float64 // sums of 1/j^skew over the first 1, 2, …; nil where values are drawn evenly
	random  *rand.Rand
}

// vocabulary lists the values of a column, frequent ones first.
type vocabulary struct {
	all    []int32
	of     [][]int32 // of each class
	owner  []int     // class of each value
	levels []string
}

// generateCategories makes the columns of a table: features informative ones, then the pairs, then the noise.
func generateCategories(r Recipe, t *data.Table, random *rand.Rand) {
	deal(r, t, random)
	g := categories{r.Classes, *r.Purity, rankWeights(r.Skew, r.Levels), random}
	levels := levelNames(r.Levels)
	add := func(name string, value func(class, row int) int32) {
		c := data.Column{Name: name, Kind: data.Categorical, Codes: make([]int32, t.Rows), Levels: levels}
		for row, class := range t.Truth.Class {
			c.Codes[row] = value(class, row)
		}
		t.Columns = append(t.Columns, c)
	}
	for j := range r.Features {
		words := g.vocabulary(levels)
		add("x"+strconv.Itoa(j), func(class, _ int) int32 { return g.draw(words, class) })
	}
	for j := range r.Pairs {
		first, second := g.vocabulary(levels), g.vocabulary(levels)
		add("a"+strconv.Itoa(j), func(int, int) int32 { return g.any(first) })
		partner := t.Columns[len(t.Columns)-1].Codes
		add("b"+strconv.Itoa(j), func(class, row int) int32 {
			return g.draw(second, (class-first.owner[partner[row]]+g.classes)%g.classes)
		})
	}
	for j := range r.Noise {
		words := g.vocabulary(levels)
		add("noise"+strconv.Itoa(j), func(int, int) int32 { return g.any(words) })
	}
}

// levelNames returns v0, v1, … with as many digits as the last one needs.
func levelNames(count int) []string {
	digits := len(strconv.Itoa(count - 1))
	return lists.Map(lists.Range(count), func(i int) string { return fmt.Sprintf("v%0*d", digits, i) })
}

// vocabulary deals the values of a column to the classes, in random order.
func (g categories) vocabulary(levels []string) vocabulary {
	v := vocabulary{of: make([][]int32, g.classes), owner: make([]int, len(levels)), levels: levels}
	for i, level := range g.random.Perm(len(levels)) {
		class := i % g.classes
		v.owner[level] = class
		v.all = append(v.all, int32(level))
		v.of[class] = append(v.of[class], int32(level))
	}
	return v
}

// draw returns a value of a class with probability purity, else any.
func (g categories) draw(v vocabulary, class int) int32 {
	if g.random.Float64() >= g.purity {
		return g.any(v)
	}
	return v.of[class][g.rank(len(v.of[class]))]
}

// any returns a value of any class.
func (g categories) any(v vocabulary) int32 {
	if g.weights == nil {
		return int32(g.random.IntN(len(v.levels)))
	}
	return v.all[g.rank(len(v.all))]
}

// rank draws a place in a list of n values.
func (g categories) rank(n int) int {
	if g.weights == nil {
		return g.random.IntN(n)
	}
	at := g.random.Float64() * g.weights[n-1]
	return sort.Search(n-1, func(j int) bool { return at < g.weights[j] })
}

// rankWeights returns the sums of 1/j^skew over the first 1, 2, … n, nil without
// a skew.
func rankWeights(skew float64, n int) []float64 {
	if skew == 0 {
		return nil
	}
	sums, total := make([]float64, n), 0.0
	for j := range sums {
		total += elementary.Pow(float64(j+1), -skew)
		sums[j] = total
	}
	return sums
}

// checkCategories refuses what the generator of categorical data cannot do.
func (r Recipe) checkCategories() []contract.Diagnostic {
	var found []contract.Diagnostic
	if p := *r.Purity; !(p >= 0 && p <= 1) {
		found = data.Failure("purity", "purity must be a number from 0 to 1", "Write for example purity = 0.5.")
	}
	if !(r.Skew >= 0) {
		found = append(found, data.Failure("skew", "skew must not be negative", "Write for example skew = 1.")...)
	}
	switch {
	case r.Pairs < 0 || r.Noise < 0 || r.Levels < 0:
		return append(found, data.Failure("levels", "levels, pairs and noise must not be negative",
			"Write larger numbers.")...)
	case r.Levels < r.Classes || r.Levels > MaxGenerated:
		return append(found, data.Failure("levels", fmt.Sprintf("%d levels for %d classes", r.Levels, r.Classes),
			"Every class needs a value of its own: write %d levels or more.", r.Classes)...)
	}
	return found
}
