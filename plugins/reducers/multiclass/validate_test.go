package multiclass

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func TestValidate(t *testing.T) {
	tests := []struct {
		name, component, config string
		want                    []string
	}{
		{"good matrix", "ecoc", `{"matrix":[[1,-1,-1,1],[-1,1,-1,-1],[-1,-1,1,0]],"draw":0,"decoding":"hamming"}`, nil},
		{"good design", "ecoc",
			`{"code":"dense_random","columns":7,"draw":2,"decoding":"loss_based","loss":"hinge","zeros":"skip"}`,
			nil},
		{"unused by decoding", "one_vs_one", `{"decoding":"vote","loss":"hinge","zeros":"skip","ties":"first"}`, []string{
			"warning [loss]: loss has no effect", "warning [zeros]: zeros has no effect"}},
		{"ties with a loss", "one_vs_one", `{"decoding":"loss_based","loss":"hinge","ties":"score"}`,
			[]string{"warning [ties]: ties has no effect"}},
		{"all with max_score", "one_vs_rest", `{"decoding":"max_score","loss":"hinge","zeros":"skip","ties":"first"}`,
			[]string{
				"warning [loss]: loss has no effect", "warning [zeros]: zeros has no effect",
				"warning [ties]: ties has no effect"}},
		{"used by hamming", "one_vs_rest", `{"decoding":"hamming","zeros":"skip","ties":"first"}`, nil},
		{"neither", "ecoc", `{"draw":0,"decoding":"hamming"}`, []string{"error []: missing code matrix"}},
		{"both", "ecoc", `{"matrix":[[1],[1]],"code":"dense_random","draw":0,"decoding":"hamming"}`, []string{
			"error [code]: the code is given twice",
			"error [matrix 1]: row 2 is equal to row 1", "error [matrix]: column 1 has no -1"}},
		{"unused by matrix", "ecoc",
			`{"matrix":[[1],[-1]],"columns":3,"candidates":4,"draw":1,"decoding":"hamming","loss":"hinge"}`,
			[]string{
				"warning [columns]: columns has no effect", "warning [candidates]: candidates has no effect",
				"warning [draw]: draw has no effect", "warning [loss]: loss has no effect"}},
		{"unused by design", "ecoc", `{"code":"dense_random","classes":["a"],"draw":1,"decoding":"hamming"}`, []string{
			"warning [classes]: classes has no effect"}},
		{"empty matrix", "ecoc", `{"matrix":[],"draw":0,"decoding":"hamming"}`,
			[]string{"error [matrix]: matrix has 0 rows"}},
		{"one row", "ecoc", `{"matrix":[[1,-1]],"draw":0,"decoding":"hamming"}`,
			[]string{"error [matrix]: matrix has 1 rows"}},
		{"no columns", "ecoc", `{"matrix":[[],[]],"draw":0,"decoding":"hamming"}`,
			[]string{"error [matrix]: matrix has no columns"}},
		{"ragged", "ecoc", `{"matrix":[[1,-1],[-1,1,3],[1,1],[]],"draw":0,"decoding":"hamming"}`, []string{
			"error [matrix 1]: row 2 has 3 entries where most rows have 2",
			"error [matrix 3]: row 4 has 0 entries where most rows have 2",
			"error [matrix 1 2]: row 2 has 3 in column 3"}},
		{"ragged and more", "ecoc", `{"matrix":[[0,0],[1],[1,-1],[1,-1],[1,2],[0,0]],"draw":0,"decoding":"hamming"}`,
			[]string{
				"error [matrix 1]: row 2 has 1 entries where most rows have 2", "error [matrix 4 1]: row 5 has 2 in column 2",
				"error [matrix 0]: row 1 has no entry other than 0", "error [matrix 3]: row 4 is equal to row 3",
				"error [matrix 5]: row 6 has no entry other than 0", "error [matrix 5]: row 6 is equal to row 1"}},
		{"entries and more", "ecoc",
			`{"matrix":[[1,0.5,0,1],[-1,1,0,1],[1,null,0,-1],[0,1e3,0,0]],"draw":0,"decoding":"hamming"}`,
			[]string{
				"error [matrix 0 1]: row 1 has 0.5 in column 2",
				"error [matrix 2 1]: row 3 has null in column 2",
				"error [matrix 3 1]: row 4 has 1000 in column 2",
				"error [matrix]: column 3 has no entry other than 0"}},
		{"everything at once", "ecoc",
			`{"matrix":[[1,-1,1,1],[0,0,0,0],[-1,1,1,-1],[1,-1,1,1]],"classes":["a","b","b"],"draw":0,"decoding":"hamming"}`,
			[]string{
				"error [classes]: classes names 3 rows, but matrix has 4", `error [classes 2]: class "b" is named twice`,
				`error [matrix 1]: row 2 (class "b") has no entry other than 0`,
				`error [matrix 3]: row 4 is equal to row 1 (class "a")`,
				"warning [matrix]: column 2 is column 1 with its signs swapped", "error [matrix]: column 3 has no -1",
				"warning [matrix]: column 4 is equal to column 1"}},
		{"small distance", "ecoc", `{"matrix":[[1,1],[-1,1],[-1,-1]],"draw":0,"decoding":"hamming"}`, []string{
			"warning [matrix]: the minimum row distance is 1, between row 1 and row 2"}},
		{"unknown attribute", "ecoc", `{"matrx":[]}`, []string{`error [matrx]: ecoc has no attribute "matrx"`}},
		{"not JSON", "one_vs_one", `{`, []string{"error []: The configuration is not an object"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := component(t, test.component)
			ds := c.Check(contract.Config(test.config))
			compare(t, show(ds), test.want)
			wrong := false
			for _, d := range ds {
				wrong = wrong || d.Severity == contract.Error
				if d.Detail == "" || strings.Contains(d.Detail, "%!") {
					t.Errorf("%s: detail %q", d.Summary, d.Detail)
				}
			}
			if _, err := c.Reducer(contract.Config(test.config)); (err != nil) != wrong {
				t.Errorf("NewReducer: error %v, but Validate found errors: %v", err, wrong)
			}
		})
	}
}

func TestManyBadEntries(t *testing.T) {
	for entries, want := range map[int]string{20: "", 21: "and 1 more entries are not 1, -1 or 0",
		2000: "and 1980 more entries are not 1, -1 or 0"} {
		row := strings.Repeat("7,", entries) + "1"
		ds := component(t, "ecoc").Check(contract.Config(`{"matrix":[[` + row + `],[` + strings.ReplaceAll(row, "7",
			"1") + `]],"draw":0,"decoding":"hamming"}`))
		entryErrors, last := 0, ""
		for _, d := range ds {
			if len(d.Path) == 3 {
				entryErrors++
			}
			if strings.Contains(d.Summary, " more entries ") {
				last = d.Summary
			}
		}
		if entryErrors != 20 || last != want {
			t.Errorf("%d bad entries: %d reported, then %q", entries, entryErrors, last)
		}
	}
}

func TestColumnDetail(t *testing.T) {
	ds := component(t, "ecoc").Check(
		contract.Config(`{"matrix":[[1,1,-1],[-1,1,1],[-1,0,-1]],"draw":0,"decoding":"hamming"}`))
	want := "From the first row down it reads 1, 1, 0. A binary problem needs a class with 1 and a class with -1."
	if ds[0].Summary != "column 2 has no -1" || ds[0].Detail != want {
		t.Errorf("%+v", ds[0])
	}
}

func TestPlanAgainstTheData(t *testing.T) {
	const four = `"matrix":[[1,-1,-1,-1],[-1,1,-1,-1],[-1,-1,1,-1],[-1,-1,-1,1]],"draw":0,"decoding":"hamming"}`
	tests := []struct {
		name, component, config string
		classes                 []string
		want                    []string
		detail                  string // of the first
	}{
		{"rows", "ecoc", `{` + four, []string{"1", "2", "3", "5", "6", "7"},
			[]string{"error [matrix]: matrix has 4 rows but the data have 6 classes"},
			"Write one row for each class, in this order: 1, 2, 3, 5, 6, 7; or name the rows with classes = [...]."},
		{"misspelt", "ecoc", `{"classes":["setosa","virginca","versicolor","x"],` + four,
			[]string{"setosa", "versicolor", "virginica", "y"},
			[]string{`error [classes 1]: the data have no class "virginca"`, `error [classes 3]: the data have no class "x"`,
				"error [classes]: classes without a row"}, `Did you mean "virginica"?`},
		{"unknown", "ecoc", `{"classes":["a","b","c","zebra"],` + four, []string{"a", "b", "c"},
			[]string{`error [classes 3]: the data have no class "zebra"`}, "Its classes are a, b, c."},
		{"missing", "ecoc", `{"classes":["a","b","c","d"],` + four, []string{"a", "b", "c", "d", "e"},
			[]string{"error [classes]: classes without a row"}, "The data have 5 classes; these have no row in matrix: e."},
		{"too wide", "ecoc", `{"code":"dense_random","columns":8,"draw":0,"decoding":"hamming"}`,
			[]string{"a", "b", "c", "d"},
			[]string{"error [columns]: no such code"},
			"A dense code for 4 classes has at most 2^3 - 1 = 7 distinct columns, not 8."},
		{"too narrow", "ecoc", `{"code":"dense_random","columns":1,"draw":0,"decoding":"hamming"}`,
			[]string{"a", "b", "c", "d"},
			[]string{"error [columns]: no such code"}, "It takes at least 2 columns for distinct rows of 4 classes, not 1."},
		{"exhaustive", "ecoc", `{"code":"dense_random","draw":0,"decoding":"hamming"}`, []string{"a", "b", "c"},
			[]string{"note [code]: dense_random is the exhaustive code here"},
			"For 3 classes there are only 3 distinct columns, and the code has them all: it does not depend on seed or draw."},
		{"one class", "one_vs_rest", `{"decoding":"max_score"}`, []string{"a"}, []string{"error []: too few classes"},
			"A reduction needs data of at least two classes; these have 1."},
		{"one class, design", "ecoc", `{"code":"dense_random","draw":0,"decoding":"hamming"}`, []string{"a"},
			[]string{"error []: too few classes"}, ""},
		{"one class, direct", "direct", `{}`, nil, []string{"error []: too few classes"}, ""},
		{"too many", "one_vs_one", `{"decoding":"vote"}`, make([]string, 3000),
			[]string{"error []: too many binary problems"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, ds := build(t, test.component, test.config).Plan(reduction(test.classes...))
			compare(t, show(ds), test.want)
			if test.detail != "" && ds[0].Detail != test.detail {
				t.Errorf("got  %s\nwant %s", ds[0].Detail, test.detail)
			}
		})
	}
}

func TestRowsFollowTheirNames(t *testing.T) {
	r := build(t, "ecoc",
		`{"matrix":[[1,-1,1],[-1,1,1],[-1,-1,-1]],"classes":["c","a","b"],"draw":0,"decoding":"hamming"}`)
	stage := mustPlan(t, r, reduction("a", "b", "c"))
	if want := (contract.Dense{{-1, 1, 1}, {-1, -1, -1}, {1, -1, 1}}); !reflect.DeepEqual(stage.Code(), want) {
		t.Fatalf("code %v, want %v", stage.Code(), want)
	}
	d, err := r.Decode(stage.State, contract.Matrix{Rows: 1, Cols: 3, Data: []float64{2, -1, 1}}, contract.Margin)
	if err != nil || d.Predictions[0] != 2 {
		t.Errorf("the word of class c decodes to %v, error %v", d.Predictions, err)
	}
}

func TestNewReducerRefuses(t *testing.T) {
	tests := []struct{ component, config, want string }{
		{"one_vs_rest", `{"decoding":"guess"}`, `decoding is "guess": it must be "max_score", "one_vs_each", "hamming"`},
		{"one_vs_one", `{"decoding":"loss_based","loss":"huber"}`, `loss is "huber": it must be`},
		{"ecoc", `{"code":"golay","draw":0,"decoding":"hamming"}`, `code is "golay"`},
		{"ecoc", `{"code":"dense_random","candidates":1000001,"draw":0,"decoding":"hamming"}`, "at most 1000000"},
		{"direct", `{"loss":"hinge"}`, "loss"},
	}
	for _, test := range tests {
		_, err := component(t, test.component).Reducer(contract.Config(test.config))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: error %v, want %q", test.component, test.config, err, test.want)
		}
	}
}
