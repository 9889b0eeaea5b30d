package loader

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data/source"
)

// The numbers are those that WEKA 3.9.6 reads in the zone UTC.
func TestDatesAndWeightsOfARFF(t *testing.T) {
	nan := math.NaN()
	for name, test := range map[string]struct {
		weights []float64
		columns map[string][]float64
		classes []int
	}{
		"testdata/dated.arff": {[]float64{5, 1, 0.25}, map[string][]float64{
			"day":       {981158400000, -86400000, 1709164800000},
			"moment":    {981173106000, -1000, nan},
			"with zone": {981165906789, nan, 1709170200001},
			"noon":      {981216300000, 946598400000, 1709209800000},
			"year":      {978307200000, -631152000000, 1704067200000},
		}, []int{0, 1, 0}},
		"testdata/weighted.arff": {[]float64{2.5, 1, 7}, map[string][]float64{
			"day": {981158400000, 0, 946598400000}, "x": {2.5, 1, 0},
		}, []int{1, 0, 1}},
	} {
		table, _ := load(t, source.Source{File: name})
		if !reflect.DeepEqual(table.Weights, test.weights) || !reflect.DeepEqual(table.Truth.Class, test.classes) {
			t.Errorf("%s: weights %v, classes %v", name, table.Weights, table.Truth.Class)
		}
		if len(table.Columns) != len(test.columns) {
			t.Errorf("%s: %d columns", name, len(table.Columns))
		}
		for of, want := range test.columns {
			for i, v := range column(t, table, of).Values {
				if v != want[i] && (v == v || want[i] == want[i]) {
					t.Errorf("%s: %s of row %d is %v, want %v", name, of, i, v, want[i])
				}
			}
		}
	}
	for name, s := range map[string]source.Source{
		"dropped": {Roles: source.Roles{Drop: []string{"{weight}"}}},
		"another": {Roles: source.Roles{Weights: "x"}},
	} {
		s.File = file(t, "x.arff", "@relation r\n@attribute x numeric\n@attribute z numeric\n@attribute y {a,b}\n@data\n3,0,a,{5}\n4,1,b\n")
		table, _ := load(t, s)
		want := map[string][]float64{"another": {3, 4}}[name]
		if !reflect.DeepEqual(table.Weights, want) || table.Target.Names[1] != "b" {
			t.Errorf("%s: weights %v", name, table.Weights)
		}
		if features := map[string]int{"another": 1, "dropped": 2}[name]; len(table.Columns) != features {
			t.Errorf("%s: %d features", name, len(table.Columns))
		}
	}
	const meka = "@relation 'r: -C -1'\n@attribute x numeric\n@attribute y {0,1}\n@data\n3,1,{5}\n4,0\n"
	table, _ := load(t, source.Source{File: file(t, "x.arff", meka)})
	if !reflect.DeepEqual(table.Target.Names, []string{"y"}) || !reflect.DeepEqual(table.Weights, []float64{5, 1}) {
		t.Errorf("labels %q, weights %v", table.Target.Names, table.Weights)
	}
}

func TestWrongDatesAndWeightsOfARFF(t *testing.T) {
	const head = "@relation r\n@attribute x numeric\n@attribute y {a,b}\n"
	dated := func(format, row string) string {
		return "@relation r\n@attribute x date " + format + "\n@attribute y {a,b}\n@data\n" + row + ",a\n" + row + ",b\n"
	}
	for text, want := range map[string]string{
		head + "@data\n1,a\n1,b,{5}\n":     "x.arff:6: the row has a weight in braces, but the first row has none: write {1} behind that",
		head + "@data\n{1 a}\n{0 2},{5}\n": "x.arff:6: the row has a weight in braces",
		head + "@data\n1,a,{5\n1,b\n":      `x.arff:5: the weight "{5" is not closed with }`,
		head + "@data\n1,a,{5}\n1,b,{6\n":  `x.arff:6: the weight "{6" is not closed with }`,
		head + "@data\n1,a,{-1}\n1,b\n":    `x.arff:5: weights column "{weight}" holds -1`,
		head + "@data\n1,a,{}\n1,b\n":      `x.arff:5: weights column "{weight}" holds no`,
		head + "@data\n{1 a},{5}b\n{0 2}":  `x.arff:5: unexpected "b" after }`,
		dated("yyyy-MM-dd", "2001-13-01"):  `x.arff:5: attribute "x": "2001-13-01" is not a date in the format "yyyy-MM-dd"`,
		dated("", "2001-01-01"):            `is not a date in the format "yyyy-MM-dd'T'HH:mm:ss"`,
		dated("yyyy-ww", "2001-01"):        `x.arff:2: attribute "x": the date format "yyyy-ww" has "ww", which is not read`,
		dated("S", "1"):                    `has "S", which is not read`,
		dated(`"'Mon' d"`, "Mon 1"):        `holds the text "Mon", which cannot be told from a date`,
		dated(`"yyyy 'd"`, "1"):            `the quote that opens "'d" in a date format is never closed`,
		dated("yyyy_MM", "1"):              `holds "_", which cannot be told from a date`,
	} {
		_, _, err := Table(source.Source{File: file(t, "x.arff", text)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q:\n%v\nwant %q", text, err, want)
		}
	}
}
