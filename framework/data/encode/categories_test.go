package encode

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func names(f *Fitted) []string {
	var list []string
	for _, c := range f.Columns {
		list = append(list, c.Name)
	}
	return list
}

func TestRareIndicatorsLikeScikitLearn(t *testing.T) {
	v, _ := readCounters(t)
	all := table(categorical("x", append(slices.Clone(v.Col), "c", "d", "zzz")...))
	train, test := upTo(len(v.Col)), upTo(all.Rows)[len(v.Col):]
	f := fit(t, newEncoder(t, "one_hot", map[string]any{"rare_below": 3, "unseen": "rare"}), all, train)
	if want := []string{"x=a", "x=b", "x=c", "x=(rare)"}; !slices.Equal(names(f), want) {
		t.Errorf("%q", names(f))
	}
	if got := fill(t, f, all, test); !slices.Equal(got, slices.Concat(v.Rare.Rows...)) {
		t.Errorf("%v, want %v", got, v.Rare.Rows)
	}
	zeros := fit(t, newEncoder(t, "one_hot", map[string]any{"rare_below": 3}), all, train)
	if got := fill(t, zeros, all, test[2:]); slices.Max(got) != 0 {
		t.Errorf("the unseen value became %v", got)
	}
	if zeros.Layout == f.Layout {
		t.Error("unseen values differ, equal layouts")
	}
	// Without rare values there is no group for unseen ones to join.
	f = fit(t, newEncoder(t, "one_hot", map[string]any{"rare_below": 1, "unseen": "rare"}), all, train)
	if got := fill(t, f, all, test[2:]); len(got) != 4 || slices.Max(got) != 0 {
		t.Errorf("%q, %v", names(f), got)
	}
}

func TestOrdinal(t *testing.T) {
	v, all := readScikitLearn(t)
	f := fit(t, newEncoder(t, "ordinal", nil), all, upTo(v.Train))
	if got := fill(t, f, all, upTo(all.Rows)); !slices.Equal(got, slices.Concat(v.Ordinal...)) {
		t.Errorf("%v, want %v", got, v.Ordinal)
	}
	gaps := table(categorical("c", "b", "a", "", "b", "z"))
	f = fit(t, newEncoder(t, "ordinal", nil), gaps, upTo(4))
	if got := fill(t, f, gaps, upTo(5)); !slices.Equal(got, []float64{1, 0, 1, 1, -1}) {
		t.Errorf("%v", got)
	}
	if !slices.Equal(dense(t, fillCSR(t, f, gaps, upTo(5)), 5, 1), fill(t, f, gaps, upTo(5))) {
		t.Error("the compressed form differs")
	}
}

// What learners are told of a category are the values of the training rows, in the
// order of their numbers.
func TestOrdinalNamesItsValues(t *testing.T) {
	all := table(numeric("n", 1, 2, 3, 4, 5), categorical("c", "b", "a", "", "b", "z"), categorical("d", "", "", "", "", "z"))
	f := fit(t, newEncoder(t, "ordinal", map[string]any{"indicator": true, "numeric": "standard"}), all, upTo(4))
	want := []contract.Column{{Name: "n", Kind: contract.NumericColumn},
		{Name: "c", Kind: contract.NominalColumn, Values: []string{"a", "b"}},
		{Name: "c=(missing)", Kind: contract.IndicatorColumn},
		{Name: "d", Kind: contract.NominalColumn, Values: []string{}},
		{Name: "d=(missing)", Kind: contract.IndicatorColumn}}
	if !reflect.DeepEqual(f.Columns, want) {
		t.Errorf("%+v", f.Columns)
	}
	if f.Shift[1] != 0 || f.Scale[1] != 1 || f.Shift[0] == 0 {
		t.Errorf("shift %v, scale %v", f.Shift, f.Scale)
	}
	if x := fill(t, f, all, []int{4}); x[1] != -1 || x[3] != -1 {
		t.Errorf("unknown values are %v", x)
	}
	again := newEncoder(t, "ordinal", nil)
	one, two := fit(t, again, all, []int{0, 1}), fit(t, again, all, []int{0, 4})
	if !slices.Equal(one.Columns[1].Values, []string{"a", "b"}) || !slices.Equal(two.Columns[1].Values, []string{"b", "z"}) ||
		one.Layout == two.Layout {
		t.Errorf("folds with other values: %v and %v", one.Columns, two.Columns)
	}
}

// With unseen = "category" all values of a column are numbered, those that no row has too,
// so that folds tell learners the same; where the training rows have all, nothing changes.
func TestOrdinalNumbersUnseenCategories(t *testing.T) {
	c := categorical("c", "b", "a", "", "b", "z", "z", "z")
	c.Levels = append(c.Levels, "declared")
	all := table(c, categorical("d", "", "", "", "", "y", "x", "x"))
	every := newEncoder(t, "ordinal", map[string]any{"unseen": "category", "indicator": true})
	f := fit(t, every, all, upTo(4))
	want := []contract.Column{{Name: "c", Kind: contract.NominalColumn, Values: []string{"a", "b", "z", "declared"}},
		{Name: "c=(missing)", Kind: contract.IndicatorColumn},
		{Name: "d", Kind: contract.NominalColumn, Values: []string{"x", "y"}},
		{Name: "d=(missing)", Kind: contract.IndicatorColumn}}
	if !reflect.DeepEqual(f.Columns, want) {
		t.Errorf("%+v", f.Columns)
	}
	// A missing value of c counts as b, which two training rows have; d has none that could stand for it.
	if got := fill(t, f, all, upTo(6)); !slices.Equal(got, []float64{1, 0, -1, 1, 0, 0, -1, 1, 1, 1, -1, 1, 1, 0, -1, 1,
		2, 0, 1, 0, 2, 0, 0, 0}) {
		t.Errorf("%v", got)
	}
	other := fit(t, every, all, []int{4, 5})
	if !slices.Equal(other.Columns[0].Values, want[0].Values) || fill(t, other, all, upTo(1))[0] != 1 {
		t.Errorf("another fold numbers them otherwise: %+v", other.Columns)
	}
	none := table(categorical("c", "b", "a", "b"))
	if one, two := fit(t, newEncoder(t, "ordinal", nil), none, upTo(3)), fit(t, every, none, upTo(3)); one.Layout != two.Layout {
		t.Error("the same numbers have other layouts")
	}
}

func TestFrequency(t *testing.T) {
	all := table(categorical("c", "b", "a", "", "b", "z"))
	f := fit(t, newEncoder(t, "frequency", nil), all, upTo(4))
	if got := fill(t, f, all, upTo(5)); !slices.Equal(got, []float64{0.5, 0.25, 0.25, 0.5, 0}) ||
		f.Columns[0].Name != "c" {
		t.Errorf("%v", got)
	}
	strict := fit(t, newEncoder(t, "frequency", map[string]any{"unseen": "error"}), all, upTo(4))
	if err := strict.Fill(all, []int{4}, make([]float64, 1)); err == nil ||
		!strings.Contains(err.Error(), `row 4 has "z" in column "c"`) {
		t.Error(err)
	}
}

func TestIndicatorsOfMissingValues(t *testing.T) {
	nan := math.NaN()
	all := table(numeric("n", 1, nan, 3, nan), numeric("m", 1, 2, 3, nan), categorical("c", "a", "a", "", "b"))
	for typ, want := range map[string][]string{
		"one_hot":   {"n", "n=(missing)", "m", "c=a", "c=(missing)"},
		"ordinal":   {"n", "n=(missing)", "m", "c", "c=(missing)"},
		"frequency": {"n", "n=(missing)", "m", "c", "c=(missing)"},
	} {
		f := fit(t, newEncoder(t, typ, map[string]any{"indicator": true, "numeric": "none"}), all, upTo(3))
		if !slices.Equal(names(f), want) {
			t.Errorf("%s: %q", typ, names(f))
		}
		x := fill(t, f, all, upTo(4))
		if got := x[5:8]; !slices.Equal(got, []float64{2, 1, 2}) {
			t.Errorf("%s: the missing number became %v", typ, got)
		}
		if x[4] != 0 || x[9] != 0 || x[14] != 1 || x[19] != 0 {
			t.Errorf("%s: %v", typ, x)
		}
		if f.Layout == fit(t, newEncoder(t, typ, map[string]any{"numeric": "none"}), all, upTo(3)).Layout {
			t.Errorf("%s: other features, equal layouts", typ)
		}
	}
}

func TestColumns(t *testing.T) {
	all := table(numeric("n", 1, 2), categorical("c", "a", "b"), categorical("d", "a", "b"))
	f := fit(t, newEncoder(t, "one_hot", map[string]any{"columns": []any{"d", "n"}}), all, upTo(2))
	if !slices.Equal(names(f), []string{"n", "d=a", "d=b"}) {
		t.Errorf("%q", names(f))
	}
	if err := newEncoder(t, "one_hot", map[string]any{"columns": []any{"e"}}).Check(all); err == nil ||
		!strings.Contains(err.Error(), `"e", and there is no such feature column; there are "n", "c", "d"`) {
		t.Error(err)
	}
	if err := newEncoder(t, "none", map[string]any{"columns": []any{"n"}}).Check(all); err != nil {
		t.Error(err)
	}
	if err := newEncoder(t, "one_hot", map[string]any{"columns": []any{"1"}}).Check(sparseTable()); err == nil {
		t.Error("columns of sparse data were chosen")
	}
}

func part(typ string, attributes map[string]any) map[string]any {
	attributes["type"] = typ
	return attributes
}

func TestCompose(t *testing.T) {
	all := labelled([]string{"x", "y", "x"}, numeric("n", 1, 2, 6), categorical("c", "a", "b", "a"),
		categorical("d", "p", "p", "q"), numeric("m", 4, 4, 4))
	parts := []any{
		part("counters", map[string]any{"columns": []any{"c"}, "leave_one_out": true}),
		part("onehot", map[string]any{"numeric": "maxabs"}),
		part("hashing", map[string]any{"columns": []any{"c", "m"}, "buckets": 2}),
	}
	f := fit(t, newEncoder(t, "compose", map[string]any{"parts": parts}), all, upTo(3))
	want := []string{"c~x", "c~y", "n", "d=p", "d=q", "m", "hash2=0", "hash2=1"}
	if !slices.Equal(names(f), want) || f.Scale[2] != 6 || f.Shift[5] != 4 {
		t.Errorf("%q, shift %v, scale %v", names(f), f.Shift, f.Scale)
	}
	x := fillTraining(t, f, all, []int{2})
	index, sign := bucket(murmur3([]byte("c=a")), 2)
	expect := []float64{2. / 3, 1. / 3, 6, 0, 1, 4, 0, 0}
	expect[6+index] = sign
	near(t, "row 2", x, expect)
	twice := newEncoder(t, "compose", map[string]any{"parts": []any{part("one_hot",
		map[string]any{"columns": []any{"n"}}), part("none", map[string]any{"columns": []any{"n"}})}})
	if _, err := twice.Fit(all, upTo(3)); err == nil || !strings.Contains(err.Error(), `two features "n"`) {
		t.Error(err)
	}
	raw := newEncoder(t, "compose", map[string]any{"parts": []any{part("none",
		map[string]any{"columns": []any{"n", "c"}})}})
	if err := raw.Check(all); err == nil || !strings.Contains(err.Error(),
		`part 0: encoder type none takes numeric columns only, and these are categorical: "c"`) {
		t.Error(err)
	}
	if err := raw.Check(sparseTable()); err == nil {
		t.Error("sparse data were composed")
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		typ, config string
		path        []any
		want        string
	}{
		{"target", `{"folds":5,"leave_one_out":true}`, []any{"leave_one_out"}, "folds and leave_one_out are mutually exclusive"},
		{"target", `{"in_sample":true,"leave_one_out":true}`, []any{"leave_one_out"},
			"in_sample and leave_one_out are mutually exclusive"},
		{"target", `{"prior":1,"priors":[1,2]}`, []any{"priors"}, "prior and priors are mutually exclusive"},
		{"target", `{"prior":"many"}`, []any{"prior"}, "a prior is a number"},
		{"target", `{"prior":-1}`, []any{"prior"}, "a prior is a number of at least 0"},
		{"target", `{"priors":[1,{"a":"b"}]}`, []any{"priors", 1}, `the prior of class "a"`},
		{"target", `{"priors":[1,2,1]}`, []any{"priors", 2}, "is a duplicate"},
		{"target", `{"priors":[]}`, []any{"priors"}, "priors is empty"},
		{"target", `{"unseen":"rare"}`, []any{"unseen"}, "without rare_below"},
		{"target", `{"folds":1}`, []any{"folds"}, "at least 2"},
		{"hashing", `{"buckets":0}`, []any{"buckets"}, "at least 1 and at most 4194304"},
		{"hashing", `{"buckets":2.5}`, []any{"buckets"}, "whole number"},
		{"hashing", `{"folds":2}`, []any{"folds"}, `no attribute "folds"`},
		{"one_hot", `{"drop":"last"}`, []any{"drop"}, "first"},
		{"base_n", `{"base":1}`, []any{"base"}, "at least 2"},
		{"binary", `{"base":2}`, []any{"base"}, `no attribute "base"`},
		{"helmert", `{"unseen":"rare"}`, []any{"unseen"}, "ignore"},
		{"woe", `{"regularization":0}`, []any{"regularization"}, "above 0"},
		{"catboost", `{"leave_one_out":true}`, []any{"leave_one_out"}, `no attribute "leave_one_out"`},
		{"james_stein", `{"model":"odds"}`, []any{"model"}, "pooled"},
		{"james_stein", `{"model":"binary","leave_one_out":true}`, []any{"leave_one_out"}, "cannot leave out single rows"},
		{"james_stein", `{"folds":3,"in_sample":true}`, []any{"in_sample"}, "folds and in_sample are mutually exclusive"},
		{"catboost", `{"a":-1}`, []any{"a"}, "above 0"},
		{"catboost", `{"sigma":-1}`, []any{"sigma"}, "at least 0"},
		{"pca", `{"n_components":0}`, []any{"n_components"}, "above 0"},
		{"pca", `{"n_components":1.5}`, []any{"n_components"}, "whole"},
		{"pca", `{"drop":"first"}`, []any{"drop"}, `no attribute "drop"`},
		{"quantile", `{"quantiles":[]}`, []any{"quantiles"}, "empty"},
		{"quantile", `{"quantiles":[0.5,0.5]}`, []any{"quantiles", 1}, "is a duplicate"},
		{"quantile", `{"quantiles":[0.5,2]}`, []any{"quantiles"}, "at most 1"},
		{"quantile", `{"m":-1}`, []any{"m"}, "at least 0"},
		{"target", `{"thresholds":[]}`, []any{"thresholds"}, "empty"},
		{"target", `{"thresholds":[2,2]}`, []any{"thresholds", 1}, "not larger than the one before"},
		{"target", `{"thresholds":[2],"prior":{"a":1}}`, []any{"prior"}, "no classes that a prior could name"},
		{"target", `{"thresholds":[2],"priors":[1,{"a":1}]}`, []any{"priors", 1}, "no classes that a prior could name"},
		{"binning", `{"n_bins":1}`, []any{"n_bins"}, "at least 2 and at most 1000"},
		{"binning", `{"strategy":"width"}`, []any{"strategy"}, "quantile"},
		{"binning", `{"numeric":"standard"}`, []any{"numeric"}, `no attribute "numeric"`},
		{"piecewise_linear", `{"encode":"ordinal"}`, []any{"encode"}, `no attribute "encode"`},
		{"one_hot", `{"columns":[]}`, []any{"columns"}, "columns is empty"},
		{"one_hot", `{"columns":["a","a"]}`, []any{"columns", 1}, `column "a" is named twice`},
		{"none", `{"numeric":"standard"}`, []any{"numeric"}, `no attribute "numeric"`},
		{"compose", `{}`, nil, `no "parts"`},
		{"compose", `{"parts":[]}`, []any{"parts"}, "no parts"},
		{"compose", `{"parts":[{"type":"compose"}]}`, []any{"parts", 0}, "other than compose"},
		{"compose", `{"parts":["one_hot"]}`, []any{"parts", 0}, "a part is an object"},
		{"compose", `{"parts":[{"type":"oneshot"}]}`, []any{"parts", 0}, `no encoder type "oneshot"`},
		{"compose", `{"parts":[{"type":"one_hot"},{"type":"target","folds":0.5}]}`, []any{"parts", 1, "folds"},
			"folds is 0.5: it must be a whole number of at least 2"},
		{"compose", `{"parts":[{"type":"one_hot"},{"type":"target"}]}`, []any{"parts", 1},
			"parts 0 and 1 both have no columns"},
	} {
		_, diags := parse(c.typ, contract.Config(c.config))
		if len(diags) != 1 || diags[0].Severity != contract.Error || !slices.Equal(diags[0].Path, c.path) ||
			!strings.Contains(diags[0].Summary+": "+diags[0].Detail, c.want) {
			t.Errorf("%s %s: %+v", c.typ, c.config, diags)
		}
		if _, err := New(c.typ, contract.Config(c.config)); err == nil {
			t.Errorf("%s %s: no error", c.typ, c.config)
		}
	}
	if _, diags := parse("target", contract.Config(`{"log1p":true}`)); len(diags) != 1 ||
		diags[0].Severity != contract.Warning {
		t.Errorf("%+v", diags)
	}
	all := labelled([]string{"x", "y"}, categorical("c", "a", "b"))
	for config, want := range map[string]string{
		`{"prior":{"x":1,"z":2}}`:      `prior names class "z", and there is no such class`,
		`{"priors":[1,{"x":1}]}`:       `prior names no number for class "y"`,
		`{"columns":["c","d"]}`:        `columns names "d"`,
		`{"prior":{"x":1,"y":0}}`:      "",
		`{"priors":[0,{"y":1,"x":0}]}`: "",
	} {
		e, err := New("target", contract.Config(config))
		if err == nil {
			err = e.Check(all)
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", config, err)
		}
	}
}

func TestBytes(t *testing.T) {
	untried := map[string]bool{}
	for _, c := range Components() {
		untried[c.Name] = c.Name != "none"
	}
	all := wide(1000)
	all.Quantity = make([]float64, 1000)
	all.Columns[0].Values[3], all.Columns[2].Codes[4] = math.NaN(), -1
	for _, c := range []struct {
		typ      string
		config   map[string]any
		features int // 0: as many as there are
	}{
		{"one_hot", map[string]any{"indicator": true, "rare_below": 2}, 108},
		{"hashing", map[string]any{"buckets": 100}, 0},
		{"target", map[string]any{"pairs": true, "counts": true, "priors": []any{1, 2}}, 0},
		{"frequency", nil, 0},
		{"ordinal", nil, 0},
		{"binary", nil, 14},
		{"base_n", map[string]any{"base": 5, "indicator": true}, 12},
		{"helmert", nil, 100},
		{"sum", nil, 100},
		{"backward_difference", nil, 100},
		{"polynomial", nil, 100},
		{"woe", map[string]any{"pairs": true}, 0},
		{"quantile", map[string]any{"quantiles": []any{0.2, 0.7}}, 0},
		{"james_stein", nil, 0},
		{"catboost", map[string]any{"sigma": 1}, 0},
		{"pca", map[string]any{"n_components": 7}, 0},
		{"pca", nil, 104},
		{"binning", map[string]any{"n_bins": 7, "indicator": true}, 120},
		{"binning", map[string]any{"encode": "ordinal"}, 104},
		{"piecewise_linear", nil, 112},
		{"compose", map[string]any{"parts": []any{part("ordinal", map[string]any{"columns": []any{"c"}}),
			part("target", map[string]any{})}}, 0},
	} {
		untried[c.typ] = false
		e := newEncoder(t, c.typ, c.config)
		width := len(fit(t, e, all, upTo(1000)).Columns)
		if c.features > 0 {
			if width > c.features {
				t.Errorf("%s: %d features, at most %d were expected", c.typ, width, c.features)
			}
			width = c.features
		}
		if got := e.Bytes(all, 500); got != int64(500*width*8) {
			t.Errorf("%s: %d bytes, want those of %d features", c.typ, got, width)
		}
	}
	for typ, missing := range untried {
		if missing {
			t.Errorf("the bytes of %s are not tried", typ)
		}
	}
	if got := newEncoder(t, "hashing", map[string]any{"buckets": 1 << 20, "pairs": true}).Bytes(all,
		500); got != 500*(5*12+8) {
		t.Errorf("compressed: %d bytes", got)
	}
	if got := newEncoder(t, "one_hot", nil).Bytes(sparseTable(), 10); got != 10*12+10*8 {
		t.Errorf("sparse: %d bytes", got)
	}
}

// TestLayoutTellsRareValues has as many groups in both folds, of other values.
func TestLayoutTellsRareValues(t *testing.T) {
	all := table(categorical("c", "a", "a", "b", "a", "a", "c"))
	e := newEncoder(t, "one_hot", map[string]any{"rare_below": 2})
	one, two := fit(t, e, all, []int{0, 1, 2}), fit(t, e, all, []int{3, 4, 5})
	if slices.Equal(fill(t, one, all, upTo(6)), fill(t, two, all, upTo(6))) || one.Layout == two.Layout {
		t.Error("other rare values, equal layouts")
	}
}

// TestFormsAgree compares dense and compressed matrices of every type, by both
// transforms.
func TestFormsAgree(t *testing.T) {
	all := noise(50, 5, 2, 3)
	n := numeric("n")
	for i := range all.Rows {
		n.Values = append(n.Values, float64(i%4))
	}
	n.Values[3] = math.NaN()
	all.Columns = append(all.Columns, n)
	for _, c := range Components() {
		if c.Name == "none" {
			continue
		}
		config := map[string]any{"indicator": true}
		if slices.ContainsFunc(c.Params, func(p contract.Param) bool { return p.Name == "numeric" }) {
			config["numeric"] = "maxabs"
		}
		if c.Name == "compose" {
			config = map[string]any{"parts": []any{part("target", map[string]any{"columns": []any{"c1"}}),
				part("frequency", map[string]any{})}}
		}
		f := fit(t, newEncoder(t, c.Name, config), all, upTo(40))
		for name, rows := range map[string][]int{"training": upTo(40), "test": upTo(50)[40:]} {
			transform := Transform(f)
			if name == "training" {
				transform = f.Training()
			}
			x := make([]float64, len(rows)*len(f.Columns))
			indptr, err := transform.Indptr(all, rows)
			if err != nil {
				t.Fatal(err)
			}
			total := indptr[len(rows)]
			csr := contract.CSR{Data: make([]float64, total), Indices: make([]int32, total), Indptr: indptr}
			if err := transform.FillCSR(all, rows, csr); err != nil {
				t.Fatal(err)
			}
			if err := transform.Fill(all, rows, x); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(dense(t, csr, len(rows), len(f.Columns)), x) {
				t.Errorf("%s, %s rows: the forms differ", c.Name, name)
			}
		}
	}
}
