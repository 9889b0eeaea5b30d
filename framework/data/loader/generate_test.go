package loader

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/generate"
	"github.com/manyclass/bench/framework/data/source"
)

func TestBlobs(t *testing.T) {
	s := source.Source{Rows: 4002, Recipe: generate.Recipe{Generate: "blobs", Classes: 4, Features: 3, Seed: 7}}
	table, _ := load(t, s)
	again, _ := load(t, s)
	if !reflect.DeepEqual(table, again) {
		t.Error("the same seed gave other data")
	}
	s.Seed = 8
	if other, _ := load(t, s); other.SHA256 == table.SHA256 || other.Columns[0].Values[0] == table.Columns[0].Values[0] {
		t.Error("another seed gave the same data")
	}
	if !reflect.DeepEqual(table.Target.Counts, []int{1001, 1001, 1000, 1000}) ||
		!reflect.DeepEqual(table.Target.Names, []string{"0", "1", "2", "3"}) {
		t.Errorf("counts %v", table.Target.Counts)
	}
	if slices.IsSorted(table.Truth.Class) || table.Columns[2].Name != "x2" {
		t.Error("rows are not shuffled, or columns not named")
	}
	for _, c := range table.Columns {
		for k := range table.Target.Names {
			mean, sd := moments(c.Values, table.Truth.Class, k)
			if math.Abs(mean) > 10.2 || math.Abs(sd-1) > 0.1 {
				t.Errorf("class %d: mean %v, deviation %v", k, mean, sd)
			}
		}
	}
	zero := 0.0
	exact, _ := load(t, source.Source{Rows: 4, Recipe: generate.Recipe{Generate: "blobs",
		Centers: [][]float64{{1, 2}, {3, 4}}, Spread: &zero}})
	for row, class := range exact.Truth.Class {
		if exact.Columns[1].Values[row] != float64(2+2*class) {
			t.Errorf("row %d of class %d: %v", row, class, exact.Columns[1].Values[row])
		}
	}
}

func moments(values []float64, labels []int, class int) (mean, sd float64) {
	n, sum, squares := 0.0, 0.0, 0.0
	for i, v := range values {
		if labels[i] == class {
			n++
			sum += v
			squares += v * v
		}
	}
	return sum / n, math.Sqrt(squares/n - sum*sum/n/n)
}

func TestBlobsArePinned(t *testing.T) {
	table, _ := load(t, source.Source{Recipe: generate.Recipe{Generate: "blobs", Seed: 1}})
	got := fmt.Sprintf("%.6f %.6f %d", table.Columns[0].Values[0], table.Columns[1].Values[99], table.Truth.Class[0])
	if want := "-2.405240 1.359005 0"; got != want {
		t.Errorf("seed 1 gives %q, want %q", got, want)
	}
}

// The first and last values of every generator: other numbers for the same
// source would change results that are stored.
func TestGeneratorsArePinned(t *testing.T) {
	for name, want := range map[string]string{
		"collinear": "1.090412 0.866650 0",
		"circles":   "-0.166329 0.667567 1",
		"moons":     "0.111884 -0.165485 1",
	} {
		table, _ := load(t, source.Source{Recipe: generate.Recipe{Generate: name, Seed: 1}})
		got := fmt.Sprintf("%.6f %.6f %d", table.Columns[0].Values[0], table.Columns[1].Values[99], table.Truth.Class[0])
		if got != want {
			t.Errorf("%s of seed 1 gives %q, want %q", name, got, want)
		}
	}
}

// Without noise every point lies on its class's point or curve.
func TestShapes(t *testing.T) {
	none := 0.0
	onMoon := func(class int, x, y float64) float64 {
		if class == 0 {
			return math.Hypot(x, y) - 1 + min(y, 0)
		}
		return math.Hypot(x-1, y-0.5) - 1 + max(y-0.5, 0)
	}
	for _, test := range []struct {
		source  source.Source
		classes int
		off     func(class int, x, y float64) float64 // 0 on the curve
	}{
		{source.Source{Recipe: generate.Recipe{Generate: "collinear"}}, 3,
			func(k int, x, y float64) float64 { return math.Hypot(x-4*float64(k), y-4*float64(k)) }},
		{source.Source{Recipe: generate.Recipe{Generate: "circles", Classes: 3}}, 3,
			func(k int, x, y float64) float64 { return math.Hypot(x, y) - float64(k) - 1 }},
		{source.Source{Recipe: generate.Recipe{Generate: "circles"}}, 2,
			func(k int, x, y float64) float64 { return math.Hypot(x, y) - float64(k) - 1 }},
		{source.Source{Recipe: generate.Recipe{Generate: "moons"}}, 2, onMoon},
	} {
		test.source.Rows, test.source.Spread = 300, &none
		table, _ := load(t, test.source)
		if len(table.Target.Names) != test.classes || len(table.Columns) != 2 {
			t.Fatalf("%s: %d classes, %d columns", test.source.Generate, len(table.Target.Names), len(table.Columns))
		}
		right := 0
		for row, class := range table.Truth.Class {
			x, y := table.Columns[0].Values[row], table.Columns[1].Values[row]
			if off := test.off(class, x, y); math.Abs(off) > 1e-12 {
				t.Fatalf("%s: a row of class %d at (%v, %v) is off by %v", test.source.Generate, class, x, y, off)
			}
			if x > 0 {
				right++
			}
		}
		if test.source.Generate != "collinear" && (right < 100 || right > 260) {
			t.Errorf("%s: %d of 300 points lie on the right", test.source.Generate, right)
		}
	}
}

func TestSpread(t *testing.T) {
	wide := 0.5
	for name, want := range map[string]float64{"collinear": 1, "circles": 0.1} {
		for _, spread := range []*float64{nil, &wide} {
			table, _ := load(t, source.Source{Rows: 6000,
				Recipe: generate.Recipe{Generate: name, Classes: 3, Spread: spread, Seed: 2}})
			if spread != nil {
				want = wide
			}
			noise := slices.Clone(table.Columns[0].Values)
			for row, class := range table.Truth.Class {
				if name == "collinear" {
					noise[row] -= 4 * float64(class)
				} else {
					noise[row] = math.Hypot(noise[row], table.Columns[1].Values[row]) - float64(class+1)
				}
			}
			if _, sd := moments(noise, make([]int, len(noise)), 0); math.Abs(sd/want-1) > 0.05 {
				t.Errorf("%s: deviation %v, want %v", name, sd, want)
			}
		}
	}
}

func TestCounts(t *testing.T) {
	for _, name := range generate.Names() {
		if name == "multilabel" {
			continue
		}
		counts := []int{7, 90}
		table, _ := load(t, source.Source{Recipe: generate.Recipe{Generate: name, Counts: counts, Seed: 1}})
		if !reflect.DeepEqual(table.Target.Counts, counts) || table.Rows != 97 ||
			!reflect.DeepEqual(table.Target.Names, []string{"0", "1"}) {
			t.Errorf("%s: %d rows, counts %v, classes %v", name, table.Rows, table.Target.Counts, table.Target.Names)
		}
		found := []int{0, 0}
		for _, class := range table.Truth.Class {
			found[class]++
		}
		if !reflect.DeepEqual(found, counts) || slices.IsSorted(table.Truth.Class) {
			t.Errorf("%s: found %v in labels %v", name, found, table.Truth.Class)
		}
	}
	even, _ := load(t, source.Source{Recipe: generate.Recipe{Generate: "blobs", Counts: []int{34, 33, 33}}})
	plain, _ := load(t, source.Source{Recipe: generate.Recipe{Generate: "blobs"}})
	if !reflect.DeepEqual(even.Truth.Class, plain.Truth.Class) || !reflect.DeepEqual(even.Columns, plain.Columns) {
		t.Error("counts that are even give other rows than no counts")
	}
}

func TestGeneratorDefects(t *testing.T) {
	for cfg, want := range map[string]string{
		`{"generate":"moons","classes":3}`:                                  "moons have two classes, not 3",
		`{"generate":"moons","counts":[1,2,3]}`:                             "moons have two classes, not 3",
		`{"generate":"circles","features":3}`:                               "features does not apply to circles",
		`{"generate":"collinear","centers":[[1,2],[3,4]]}`:                  "centers does not apply to collinear",
		`{"generate":"blobs","counts":[5]}`:                                 "fewer than two counts",
		`{"generate":"blobs","counts":[]}`:                                  "fewer than two counts",
		`{"generate":"blobs","counts":[5,0]}`:                               "class 1 has 0 rows",
		`{"generate":"blobs","counts":[5,-3]}`:                              "class 1 has -3 rows",
		`{"generate":"blobs","counts":[5,1000000000]}`:                      "class 1 has 1000000000 rows",
		`{"generate":"blobs","counts":[60000000,60000000],"features":1}`:    "120000000 rows of 1 features are too many",
		`{"generate":"blobs","counts":[5,5],"rows":10}`:                     "rows and counts are mutually exclusive",
		`{"generate":"blobs","counts":[5,5],"classes":3}`:                   "3 classes but 2 counts",
		`{"generate":"blobs","counts":[5,5],"centers":[[1,2],[3,4],[5,6]]}`: "3 centers but 2 counts",
		`{"generate":"blobs","counts":[5,2.5]}`:                             "2.5",
		`{"generate":"circles","spread":-1}`:                                "spread must be a number from 0",
		`{"file":"x.csv","counts":[5,5]}`:                                   "counts does not apply here",
	} {
		found := Validate(contract.Config(cfg))
		if len(found) != 1 || !strings.Contains(found[0].Summary, want) {
			t.Errorf("%s: %+v, want %q", cfg, found, want)
		}
	}
}
