package loader

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/generate"
	"github.com/manyclass/bench/framework/data/source"
)

// hits returns how often the most frequent class of each value is that of a row
// with this value, the value being that of some columns together.
func hits(table *data.Table, columns ...data.Column) float64 {
	counts := map[[2]int32][]int{}
	for row, class := range table.Truth.Class {
		var key [2]int32
		for i, c := range columns {
			key[i] = c.Codes[row]
		}
		if counts[key] == nil {
			counts[key] = make([]int, len(table.Target.Names))
		}
		counts[key][class]++
	}
	sum := 0
	for _, of := range counts {
		best := 0
		for _, n := range of {
			best = max(best, n)
		}
		sum += best
	}
	return float64(sum) / float64(table.Rows)
}

// A column tells the class with probability purity + (1 − purity)/K where each
// class has as many values; a pair does so only together; noise does not.
func TestCategories(t *testing.T) {
	purity := 0.6
	s := source.Source{Rows: 60_000, Recipe: generate.Recipe{Generate: "categorical", Features: 1, Noise: 1, Seed: 3,
		OfCategories: generate.OfCategories{Levels: 12, Pairs: 1, Purity: &purity}}}
	table, _ := load(t, s)
	again, _ := load(t, s)
	if !reflect.DeepEqual(table, again) {
		t.Error("the same source gave other data")
	}
	var names []string
	for _, c := range table.Columns {
		names = append(names, c.Name)
		if c.Kind != data.Categorical || len(c.Levels) != 12 || c.Levels[0] != "v00" || c.Levels[11] != "v11" {
			t.Errorf("%s: %v %v", c.Name, c.Kind, c.Levels)
		}
	}
	if strings.Join(names, " ") != "x0 a0 b0 noise0" {
		t.Fatalf("columns %v", names)
	}
	x, a, b, noise := table.Columns[0], table.Columns[1], table.Columns[2], table.Columns[3]
	told, chance := purity+(1-purity)/3, 1.0/3
	for _, test := range []struct {
		name string
		got  float64
		want float64
	}{{"x0", hits(table, x), told}, {"a0", hits(table, a), chance}, {"b0", hits(table, b), chance},
		{"a0 and b0", hits(table, a, b), told}, {"noise0", hits(table, noise), chance}} {
		if math.Abs(test.got-test.want) > 0.015 {
			t.Errorf("%s tells %.3f of the rows, want %.3f", test.name, test.got, test.want)
		}
	}
}

func TestCategoriesDefaults(t *testing.T) {
	zero, one := 0.0, 1.0
	table, _ := load(t, source.Source{Recipe: generate.Recipe{Generate: "categorical"}})
	if len(table.Columns) != 2 || len(table.Columns[1].Levels) != 20 || len(table.Target.Names) != 3 || table.Rows != 100 {
		t.Errorf("%+v", table)
	}
	pairs, _ := load(t, source.Source{Recipe: generate.Recipe{Generate: "categorical",
		OfCategories: generate.OfCategories{Pairs: 2}}})
	if len(pairs.Columns) != 4 {
		t.Errorf("%d columns", len(pairs.Columns))
	}
	pure, _ := load(t, source.Source{Rows: 500, Recipe: generate.Recipe{Generate: "categorical", Classes: 5,
		OfCategories: generate.OfCategories{Purity: &one, Levels: 7}}})
	if got := hits(pure, pure.Columns[0]); got != 1 {
		t.Errorf("purity 1 tells %v of the rows", got)
	}
	noise, _ := load(t, source.Source{Rows: 60_000,
		Recipe: generate.Recipe{Generate: "categorical", OfCategories: generate.OfCategories{Purity: &zero}}})
	if got := hits(noise, noise.Columns[0]); got > 0.36 {
		t.Errorf("purity 0 tells %v of the rows", got)
	}
	if noise.SHA256 == table.SHA256 {
		t.Error("digests")
	}
	for cfg, want := range map[string]string{
		`{"generate":"categorical","spread":1}`:                       "spread does not apply to categorical",
		`{"generate":"categorical","centers":[[1],[2]]}`:              "centers does not apply to categorical",
		`{"generate":"blobs","levels":3}`:                             "levels does not apply to blobs",
		`{"generate":"moons","purity":0.1}`:                           "purity does not apply to moons",
		`{"generate":"categorical","purity":1.5}`:                     "purity must be a number from 0 to 1",
		`{"generate":"categorical","skew":-1}`:                        "skew must not be negative",
		`{"generate":"blobs","skew":1}`:                               "skew does not apply to blobs",
		`{"generate":"multilabel","skew":1}`:                          "skew does not apply to multilabel",
		`{"file":"x.csv","skew":1}`:                                   "skew does not apply here",
		`{"generate":"categorical","levels":4,"classes":5}`:           "4 levels for 5 classes",
		`{"generate":"categorical","noise":100000000}`:                "100 rows of 100000002 features are too many",
		`{"generate":"categorical","pairs":-1}`:                       "must not be negative",
		`{"generate":"categorical","counts":[1,2,3],"classes":4}`:     "4 classes but 3 counts",
		`{"generate":"categorical","rows":2}`:                         "2 rows for 3 classes",
		`{"generate":"categorical","group":"g"}`:                      "group does not apply here",
		`{"generate":"categorical","levels":100000001,"rows":100000}`: "100000001 levels",
	} {
		found := Validate(contract.Config(cfg))
		if len(found) == 0 || !strings.Contains(found[0].Summary, want) {
			t.Errorf("%s: %+v, want %q", cfg, found, want)
		}
	}
}

// With skew 1 the frequencies of values fall as 1, ½, ⅓, …, among all values of a
// column of noise and among those of each class of a pure column.
func TestCategoriesAreSkewed(t *testing.T) {
	one := 1.0
	table, _ := load(t, source.Source{Rows: 60_000, Recipe: generate.Recipe{Generate: "categorical", Features: 1,
		Noise: 1, OfCategories: generate.OfCategories{Levels: 12, Purity: &one, Skew: 1}}})
	if got := hits(table, table.Columns[0]); got != 1 {
		t.Errorf("a skewed column of purity 1 tells %v of the rows", got)
	}
	for _, test := range []struct {
		column data.Column
		alike  int // values in a place: of each class, or of all together
	}{{table.Columns[0], 3}, {table.Columns[1], 1}} {
		counts := make([]float64, 12)
		for _, code := range test.column.Codes {
			counts[code]++
		}
		slices.Sort(counts)
		slices.Reverse(counts)
		places := 12 / test.alike
		total := 0.0
		for j := range places {
			total += 1 / float64(j+1)
		}
		for i, got := range counts {
			want := 1 / float64(i/test.alike+1) / total / float64(test.alike)
			if math.Abs(got/60_000-want) > 0.008 {
				t.Errorf("%s: value %d has %.3f of the rows, want %.3f", test.column.Name, i, got/60_000, want)
			}
		}
	}
}

// The values of a seed stay what they are: others would change stored results.
func TestCategoriesArePinned(t *testing.T) {
	table, _ := load(t, source.Source{Recipe: generate.Recipe{Generate: "categorical", Seed: 1}})
	want := []int32{16, 16, 8, 10, 16, 0}
	if got := table.Columns[1].Codes[:6]; !reflect.DeepEqual(got, want) {
		t.Errorf("seed 1 gives %v, want %v", got, want)
	}
}
