package generate

import (
	"math/rand/v2"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/data"
)

// MaxGenerated bounds the values of a generated table.
const MaxGenerated = 100_000_000

// Recipe says what table to generate: the attributes of a dataset block that go
// with generate. What is left out has a default.
type Recipe struct {
	Generate string      `json:"generate,omitempty"`
	Rows     int         `json:"-"` // see Source.Rows
	Classes  int         `json:"classes,omitempty"`
	Counts   []int       `json:"counts,omitempty"`
	Features int         `json:"features,omitempty"`
	Noise    int         `json:"noise,omitempty"`
	Spread   *float64    `json:"spread,omitempty"`
	Centers  [][]float64 `json:"centers,omitempty"`
	Seed     uint64      `json:"seed,omitempty"`
	OfCategories
	OfLabels
}

// OfCategories are the attributes of categorical data alone.
type OfCategories struct {
	Levels int      `json:"levels,omitempty"`
	Pairs  int      `json:"pairs,omitempty"`
	Purity *float64 `json:"purity,omitempty"`
	Skew   float64  `json:"skew,omitempty"`
}

// OfLabels are the attributes of multi-label data alone.
type OfLabels struct {
	Labels      int      `json:"labels,omitempty"`
	Cardinality *float64 `json:"cardinality,omitempty"`
}

// width is the number of columns.
func (r Recipe) width() int { return r.Features + 2*r.Pairs + r.Noise }

// addNumeric appends a number of the numeric columns of a recipe, all 0: x0, x1, …
func addNumeric(r Recipe, t *data.Table, name string, columns int) {
	for j := range columns {
		values := mapped.Make[float64](t.Rows, r.width())
		t.Columns = append(t.Columns, data.Column{Name: name + strconv.Itoa(j), Values: values})
	}
}

// deal gives each row a class, in turn as long as the class has rows left.
func deal(r Recipe, t *data.Table, random *rand.Rand) {
	labels, counts := mapped.Make[int](r.Rows, mapped.Lists), make([]int, r.Classes)
	class := 0
	for _, row := range random.Perm(r.Rows) {
		for r.Counts != nil && counts[class] == r.Counts[class] {
			class = (class + 1) % r.Classes
		}
		labels[row] = class
		counts[class]++
		class = (class + 1) % r.Classes
	}
	names := lists.Map(lists.Range(r.Classes), strconv.Itoa)
	t.Target, t.Truth.Class = target.Target{Names: names, Counts: counts}, labels
	t.Declared = t.Target
}
