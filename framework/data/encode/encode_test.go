package encode

import (
	"encoding/json"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

func newEncoder(t *testing.T, typ string, config map[string]any) Encoder {
	t.Helper()
	e, err := New(typ, contract.NewConfig(config))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func fit(t *testing.T, e Encoder, table *data.Table, train []int) *Fitted {
	t.Helper()
	f, err := e.Fit(table, train)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func fill(t *testing.T, f *Fitted, table *data.Table, rows []int) []float64 {
	t.Helper()
	out := make([]float64, len(rows)*len(f.Columns))
	for i := range out {
		out[i] = math.NaN()
	}
	if err := f.Fill(table, rows, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// upTo returns 0 … n−1.
func upTo(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

func numeric(name string, values ...float64) data.Column {
	return data.Column{Name: name, Values: values}
}

// categorical makes a column of texts, "" being missing, with levels in byte
// order.
func categorical(name string, texts ...string) data.Column {
	c := data.Column{Name: name, Kind: data.Categorical}
	for _, text := range texts {
		if text != "" && !slices.Contains(c.Levels, text) {
			c.Levels = append(c.Levels, text)
		}
	}
	slices.Sort(c.Levels)
	for _, text := range texts {
		c.Codes = append(c.Codes, int32(slices.Index(c.Levels, text)))
	}
	return c
}

func table(columns ...data.Column) *data.Table {
	return &data.Table{Rows: len(columns[0].Values) + len(columns[0].Codes), Columns: columns}
}

func TestOneHotLikeScikitLearn(t *testing.T) {
	var v struct {
		Col    []string
		OneHot struct {
			Categories [][]string
			Of         []string `json:"transform_of"`
			Rows       [][]float64
		} `json:"one_hot"`
	}
	readJSON(t, "testdata/one_hot.json", &v)
	all := table(categorical("x", append(slices.Clone(v.Col), v.OneHot.Of...)...))
	f := fit(t, newEncoder(t, "one_hot", nil), all, upTo(len(v.Col)))
	var names []string
	for _, level := range v.OneHot.Categories[0] {
		names = append(names, "x="+level)
	}
	for j, c := range f.Columns {
		if c.Name != names[j] || c.Kind != "indicator" {
			t.Errorf("column %d is %+v, want %s", j, c, names[j])
		}
	}
	if got, want := fill(t, f, all, upTo(all.Rows)[len(v.Col):]),
		slices.Concat(v.OneHot.Rows...); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if f.Shift != nil || f.Scale != nil {
		t.Errorf("indicators are scaled: %v %v", f.Shift, f.Scale)
	}
}

func TestScalersLikeScikitLearn(t *testing.T) {
	var v struct {
		Train, Test [][]*float64
		Cases       []struct {
			Impute, Numeric string
			Rows            [][]float64
		}
	}
	readJSON(t, "testdata/scalers.json", &v)
	cells := append(slices.Clone(v.Train), v.Test...)
	columns := make([]data.Column, len(cells[0]))
	for j := range columns {
		columns[j].Name = string(rune('a' + j))
		for _, row := range cells {
			value := math.NaN()
			if row[j] != nil {
				value = *row[j]
			}
			columns[j].Values = append(columns[j].Values, value)
		}
	}
	all := table(columns...)
	for _, c := range v.Cases {
		config := map[string]any{"numeric": c.Numeric, "impute": c.Impute}
		if c.Numeric == "minmax" {
			config["range"] = []float64{-1, 2}
		}
		f := fit(t, newEncoder(t, "one_hot", config), all, upTo(len(v.Train)))
		got := fill(t, f, all, upTo(all.Rows))
		f.Apply(got)
		for i, want := range slices.Concat(c.Rows...) {
			if !(math.Abs(got[i]-want) <= 1e-9*(1+math.Abs(want))) {
				t.Errorf("%s, %s: row %d, column %d is %v, want %v", c.Numeric, c.Impute, i/len(columns), i%len(columns), got[i],
					want)
			}
		}
	}
}

func TestWorkedExample(t *testing.T) {
	// Training rows 0 to 3: the missing number becomes 3, the mean of 1, 7 and
	// 1; the population variance of (1, 3, 7, 1) is 24/4.
	all := table(
		numeric("n", 1, math.NaN(), 7, 1, 100),
		categorical("c", "b", "", "a", "b", "z"),
	)
	f := fit(t, newEncoder(t, "one_hot", nil), all, []int{3, 0, 2, 1})
	want := []contract.Column{{Name: "n", Kind: "numeric"}, {Name: "c=a", Kind: "indicator"},
		{Name: "c=b", Kind: "indicator"}}
	if !reflect.DeepEqual(f.Columns, want) {
		t.Errorf("columns %+v", f.Columns)
	}
	if !reflect.DeepEqual(f.Shift, []float64{3, 0, 0}) || !reflect.DeepEqual(f.Scale, []float64{math.Sqrt(6), 1, 1}) {
		t.Errorf("shift %v, scale %v", f.Shift, f.Scale)
	}
	if got := fill(t, f, all, []int{4, 1, 0}); !slices.Equal(got, []float64{100, 0, 0, 3, 0, 1, 1, 0, 1}) {
		t.Errorf("filled %v", got)
	}
}

func TestConstantColumns(t *testing.T) {
	tests := []struct {
		values       []float64
		shift, scale float64
	}{
		{[]float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, 0.1, 1},
		{[]float64{0, 0}, 0, 1},
		{[]float64{1e6, 1e6, 1e6 * (1 + 0x1p-52)}, 1e6, 1}, // apart by rounding only
		{[]float64{1e6, 1e6 + 2}, 1e6 + 1, 1},
	}
	for _, test := range tests {
		shift, scale := affine(test.values, "standard", nil)
		if math.Abs(shift-test.shift) > 1e-9*test.shift || math.Abs(scale-test.scale) > 1e-9 {
			t.Errorf("%v: shift %v, scale %v", test.values, shift, scale)
		}
	}
	if _, scale := affine([]float64{1e-9, 3e-9}, "standard", nil); math.Abs(scale/1e-9-1) > 1e-9 {
		t.Errorf("small values: scale %v", scale)
	}
	if shift, scale := affine([]float64{5, 5}, "minmax", []float64{0, 1}); shift != 5 || scale != 1 {
		t.Errorf("minmax: shift %v, scale %v", shift, scale)
	}
	if shift, scale := affine([]float64{0, 0}, "maxabs", nil); shift != 0 || scale != 1 {
		t.Errorf("maxabs: shift %v, scale %v", shift, scale)
	}
}

func TestUnseen(t *testing.T) {
	all := table(categorical("colour", "red", "blue", "green"))
	f := fit(t, newEncoder(t, "one_hot", map[string]any{"unseen": "error"}), all, []int{0, 1})
	err := f.Fill(all, []int{0, 2}, make([]float64, 4))
	if err == nil || !strings.Contains(err.Error(), `row 2 has "green" in column "colour"`) {
		t.Error(err)
	}
}

func TestMissingCategory(t *testing.T) {
	for _, texts := range [][]string{{"b", "a", ""}, {"b", "a", "", "a", "c"}} {
		all := table(categorical("c", texts...))
		f := fit(t, newEncoder(t, "one_hot", nil), all, upTo(all.Rows))
		if got := fill(t, f, all, []int{2}); got[0] != 1 || slices.Max(got[1:]) != 0 {
			t.Errorf("%q: the missing value became %v, want the first of the most frequent levels", texts, got)
		}
	}
}

func TestNothingInTraining(t *testing.T) {
	nan := math.NaN()
	all := table(numeric("n", nan, nan, 5), categorical("c", "", "", "a"))
	f := fit(t, newEncoder(t, "one_hot", nil), all, []int{0, 1})
	if got := fill(t, f, all, upTo(3)); len(f.Columns) != 1 || !slices.Equal(got, []float64{0, 0, 5}) {
		t.Errorf("%+v, %v", f.Columns, got)
	}
	if _, err := newEncoder(t, "one_hot", nil).Fit(all, nil); err == nil {
		t.Error("fitted without rows")
	}
	empty := &data.Table{Rows: 3}
	if f := fit(t, newEncoder(t, "none", nil), empty, []int{0}); len(fill(t, f, empty, upTo(3))) != 0 {
		t.Error("features from nothing")
	}
}

func TestNone(t *testing.T) {
	e := newEncoder(t, "none", map[string]any{"impute": "median"})
	mixed := table(numeric("n", 1, 2), categorical("c", "a", "b"), categorical("d", "a", "b"))
	if err := e.Check(mixed); err == nil || !strings.Contains(err.Error(), `"c", "d"`) {
		t.Error(err)
	}
	if _, err := e.Fit(mixed, []int{0}); err == nil {
		t.Error("fitted categorical columns")
	}
	plain := table(numeric("n", 4, 1, math.NaN(), 2))
	if err := e.Check(plain); err != nil {
		t.Error(err)
	}
	f := fit(t, e, plain, upTo(4))
	if got := fill(t, f, plain, upTo(4)); f.Scale != nil || !slices.Equal(got, []float64{4, 1, 2, 2}) {
		t.Errorf("%v, scale %v", got, f.Scale)
	}
}

func TestTooLarge(t *testing.T) {
	all := table(numeric("huge", 1.7e308, -1.7e308, 1.7e308))
	if _, err := newEncoder(t, "one_hot", nil).Fit(all, upTo(3)); err == nil || !strings.Contains(err.Error(), `"huge"`) {
		t.Error(err)
	}
	if _, err := newEncoder(t, "none", map[string]any{"impute": "median"}).Fit(all, upTo(3)); err != nil {
		t.Error(err)
	}
}

// mixedTable has numbers and categories with missing values in the first rows.
func mixedTable() *data.Table {
	n := numeric("n")
	var texts []string
	for i := range 100 {
		n.Values = append(n.Values, math.Sin(float64(i)*1.7)*float64(i%9))
		texts = append(texts, string(rune('a'+i*i%5)))
	}
	n.Values[3], texts[4] = math.NaN(), ""
	return table(n, numeric("m", slices.Clone(n.Values)...), categorical("c", texts...))
}

func TestOnlyTrainingRowsCount(t *testing.T) {
	train := upTo(70)
	for _, config := range []map[string]any{
		{"numeric": "standard"}, {"numeric": "minmax", "impute": "median"}, {"numeric": "maxabs", "impute": "mode"},
		{"numeric": "none"},
	} {
		clean := mixedTable()
		want := fit(t, newEncoder(t, "one_hot", config), clean, train)
		bytes := fill(t, want, clean, train)
		spoilt := mixedTable()
		for row := 70; row < 100; row++ {
			spoilt.Columns[0].Values[row] = math.NaN()
			spoilt.Columns[1].Values[row] = 1e6 * float64(row)
			spoilt.Columns[2].Codes[row] = int32(row%6) - 1
		}
		spoilt.Columns[2].Levels = append(spoilt.Columns[2].Levels, "new")
		spoilt.Columns[2].Codes[99] = int32(len(spoilt.Columns[2].Levels) - 1)
		shuffled := slices.Clone(train)
		slices.Reverse(shuffled)
		got := fit(t, newEncoder(t, "one_hot", config), spoilt, shuffled)
		if !reflect.DeepEqual(got.Shift, want.Shift) || !reflect.DeepEqual(got.Scale, want.Scale) ||
			!reflect.DeepEqual(got.Columns, want.Columns) {
			t.Errorf("%v: test rows changed the fit", config)
		}
		if !slices.Equal(fill(t, got, spoilt, train), bytes) {
			t.Errorf("%v: test rows changed the training matrix", config)
		}
	}
}

func TestLayout(t *testing.T) {
	full := table(numeric("n", 1, 2, 3, 4), categorical("c", "a", "b", "a", "b"))
	e := newEncoder(t, "one_hot", nil)
	one, two := fit(t, e, full, []int{0, 1}), fit(t, e, full, []int{2, 3})
	if one.Layout != two.Layout || reflect.DeepEqual(one.Shift, two.Shift) {
		t.Errorf("folds do not share a matrix: %s %s", one.Layout, two.Layout)
	}
	if !slices.Equal(fill(t, one, full, upTo(4)), fill(t, two, full, upTo(4))) {
		t.Error("equal layouts, other matrices")
	}
	if other := fit(t, newEncoder(t, "one_hot", map[string]any{"numeric": "minmax"}), full,
		[]int{0, 1}); other.Layout != one.Layout {
		t.Error("scalings do not share a matrix")
	}
	if fewer := fit(t, e, full, []int{0, 2}); fewer.Layout == one.Layout {
		t.Error("other categories, equal layouts")
	}
	gaps := table(numeric("n", 1, math.NaN(), 3, 4))
	if fit(t, e, gaps, []int{0, 1}).Layout == fit(t, e, gaps, []int{2, 3}).Layout {
		t.Error("other imputed values, equal layouts")
	}
	if strict := fit(t, newEncoder(t, "one_hot", map[string]any{"unseen": "error"}), full,
		[]int{0, 1}); strict.Layout == one.Layout {
		t.Error("unseen values are an error in one only, equal layouts")
	}
}

func TestComponents(t *testing.T) {
	for _, c := range Components() {
		config := map[string]any{}
		for _, p := range c.Params {
			if p.Default != nil {
				config[p.Name] = p.Default
			}
		}
		if c.Name == "compose" {
			config["parts"] = []any{map[string]any{"type": "onehot"}}
		}
		if _, err := New(c.Name, contract.NewConfig(config)); err != nil {
			t.Errorf("%s with its defaults: %v", c.Name, err)
		}
	}
	for config, want := range map[string]string{
		`{"numeric":"sqrt"}`:                   `numeric is "sqrt": it must be "standard", "minmax"`,
		`{"numeric":"minmax","range":[1,1]}`:   "range must be",
		`{"numeric":"minmax","range":[0,1,2]}`: "range must be",
		`{"numeric":"minmax","range":[2,1]}`:   "range must be",
		`{"buckets":5}`:                        "buckets",
	} {
		if _, err := New("one_hot", contract.Config(config)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", config, err)
		}
	}
	if _, err := New("embedding", nil); err == nil ||
		!strings.Contains(err.Error(), "the types are one_hot, hashing, target, ordinal") {
		t.Error(err)
	}
	found := Components()[0].Validate(contract.Config(`{"numeric":"standard","range":[0,1]}`))
	if len(found) != 1 || found[0].Severity != contract.Warning {
		t.Errorf("%+v", found)
	}
	found = Components()[0].Validate(contract.Config(`{"numeric":"minmax","range":[0]}`))
	if len(found) != 1 || found[0].Severity != contract.Error {
		t.Errorf("%+v", found)
	}
}

func BenchmarkFill(b *testing.B) {
	const rows, cols = 5000, 784
	all := &data.Table{Rows: rows}
	for range cols {
		all.Columns = append(all.Columns, numeric("x", make([]float64, rows)...))
	}
	e, err := New("one_hot", nil)
	if err != nil {
		b.Fatal(err)
	}
	f, err := e.Fit(all, upTo(rows))
	if err != nil {
		b.Fatal(err)
	}
	out, order := make([]float64, rows*cols), upTo(rows)
	b.SetBytes(8 * rows * cols)
	for b.Loop() {
		if err := f.Fill(all, order, out); err != nil {
			b.Fatal(err)
		}
	}
}
