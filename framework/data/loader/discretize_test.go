package loader

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/source"
)

func TestDiscretize(t *testing.T) {
	const text = "x,price\n1,5\n2,10\n3,10.5\n4,20\n5,?\n6,31\n7,7\n"
	for _, test := range []struct {
		by      source.Discretize
		classes []string
		labels  []int
	}{
		{source.Discretize{Thresholds: []float64{10, 20}}, []string{"<=10", "(10,20]", ">20"}, []int{0, 0, 1, 1, -1, 2, 0}},
		{source.Discretize{Thresholds: []float64{-1, 10, 12, 15}}, []string{"(-1,10]", "(10,12]", ">15"}, []int{0, 0, 1, 2, -1, 2, 0}},
		{source.Discretize{Quantiles: 3}, []string{"<=7", "(7,10.5]", ">10.5"}, []int{0, 1, 1, 2, -1, 2, 0}},
		{source.Discretize{Quantiles: 2}, []string{"<=10", ">10"}, []int{0, 0, 1, 1, -1, 1, 0}},
	} {
		s := source.Source{File: writeFile(t, "rows.csv", text), Classing: source.Classing{Discretize: &test.by}, Roles: source.Roles{Target: "price"}}
		table, _, err := Table(s)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(table.Target.Names, test.classes) || !slices.Equal(table.Truth.Class, test.labels) ||
			!slices.Equal(table.Declared.Names, test.classes) || table.Missing != 1 {
			t.Errorf("%+v: classes %q, labels %v, declared %q", test.by, table.Target.Names, table.Truth.Class, table.Declared.Names)
		}
		if q := table.Quantity; q[2] != 10.5 || !math.IsNaN(q[4]) || len(q) != 7 {
			t.Errorf("quantities %v", q)
		}
	}
}

// The quantities are content: an encoder may count over them.
func TestDiscretizedContent(t *testing.T) {
	digests := map[string]bool{}
	for _, text := range []string{"x,y\n1,1\n2,2\n3,30\n", "x,y\n1,1\n2,2\n3,31\n"} {
		for _, by := range []*source.Discretize{{Thresholds: []float64{1.5}}, {Thresholds: []float64{2}}} {
			table, _, err := Table(source.Source{File: writeFile(t, "rows.csv", text), Classing: source.Classing{Discretize: by}, Roles: source.Roles{Target: "y"}})
			if err != nil {
				t.Fatal(err)
			}
			digests[table.SHA256] = true
		}
	}
	if len(digests) != 4 {
		t.Errorf("%d digests of 4 tables", len(digests))
	}
}

func TestDiscretizeMistakes(t *testing.T) {
	for config, want := range map[string]string{
		`{"file":"a.csv","discretize":3}`:                                         "must be an object",
		`{"file":"a.csv","discretize":{"target":"y"}}`:                            "either thresholds or quantiles",
		`{"file":"a.csv","discretize":{"thresholds":[1],"quantiles":2}}`:          "either thresholds or quantiles",
		`{"file":"a.csv","discretize":{"thresholds":[2,1]}}`:                      "larger than the one before",
		`{"file":"a.csv","discretize":{"thresholds":[]}}`:                         "1 to 999 numbers",
		`{"file":"a.csv","discretize":{"thresholds":["a"]}}`:                      "1 to 999 numbers",
		`{"file":"a.csv","discretize":{"quantiles":1}}`:                           "whole number from 2 to 1000",
		`{"file":"a.csv","discretize":{"quantiles":2,"bins":3}}`:                  `no "bins"`,
		`{"file":"a.csv","discretize":{"target":"","quantiles":2}}`:               "the name of a column",
		`{"file":"a.csv","target":"x","discretize":{"target":"y","quantiles":2}}`: "names another",
		`{"file":"a.csv","target":["x","y"],"discretize":{"quantiles":2}}`:        "does not apply to multi-label data",
		`{"generate":"blobs","discretize":{"quantiles":2}}`:                       "does not apply here",
	} {
		diags := Validate(contract.Config(config))
		if len(diags) != 1 || diags[0].Severity != contract.Error || !slices.Equal(diags[0].Path, []any{"discretize"}) ||
			!strings.Contains(diags[0].Summary+" "+diags[0].Detail, want) {
			t.Errorf("%s: %+v", config, diags)
		}
	}
	if diags := Validate(contract.Config(`{"file":"a.csv","discretize":{"target":"y","quantiles":2}}`)); diags != nil {
		t.Errorf("%+v", diags)
	}
	for text, want := range map[string]string{
		"x,y\n1,1\n2,many\n": `rows.csv:3`,
		"x,y\n1,11\n2,12\n":  "leaves 1 class of target \"y\", whose values are from 11 to 12",
		"x,y\n1,?\n2,?\n":    "has no values",
	} {
		_, _, err := Table(source.Source{File: writeFile(t, "rows.csv", text), Classing: source.Classing{Discretize: &source.Discretize{Thresholds: []float64{10}}},
			Roles: source.Roles{Target: "y"}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
