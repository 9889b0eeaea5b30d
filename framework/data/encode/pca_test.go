package encode

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestComponentsLikeScikitLearn(t *testing.T) {
	v := readReferences(t)
	all := numbersOf(v.Numbers)
	all.Columns = append(all.Columns, categorical("third", v.Third...))
	for name, config := range map[string]map[string]any{"all": nil, "three": {"n_components": 3}, "share": {"n_components": 0.8},
		"white": {"n_components": 4, "whiten": true}} {
		f := fit(t, newEncoder(t, "pca", config), all, upTo(70))
		if len(f.Columns) != len(v.PCA[name][0]) || f.Columns[0].Name != "pca=0" || f.Shift != nil {
			t.Fatalf("%s: %q", name, names(f))
		}
		closeTo(t, name, fill(t, f, all, upTo(90)), slices.Concat(v.PCA[name]...))
	}
}

func TestComponentsOfOddTables(t *testing.T) {
	all := table(numeric("x", 1, 2, 4, 9), numeric("twice", 2, 4, 8, 18), numeric("same", 3, 3, 3, 8), categorical("c", "a", "a", "a", "z"))
	f := fit(t, newEncoder(t, "pca", map[string]any{"n_components": 3}), all, upTo(3))
	if !slices.Equal(names(f), []string{"pca=0"}) {
		t.Errorf("one direction has %q", names(f))
	}
	want := []float64{-math.Sqrt2 * 4 / 3, -math.Sqrt2 / 3, math.Sqrt2 * 5 / 3} // over the deviation
	got := fill(t, f, all, upTo(3))
	for i := range want {
		want[i] /= math.Sqrt(14.) / 3
	}
	near(t, "one direction", got, want)
	for _, rows := range [][]int{{0}, {1, 1}} {
		if f := fit(t, newEncoder(t, "pca", nil), all, rows); len(f.Columns) != 0 {
			t.Errorf("rows %v: %q", rows, names(f))
		}
	}
	strict := newEncoder(t, "pca", map[string]any{"unseen": "error"})
	f = fit(t, strict, all, upTo(3))
	if err := f.Fill(all, []int{3}, make([]float64, len(f.Columns))); err == nil || !strings.Contains(err.Error(), `row 3 has "z"`) {
		t.Error(err)
	}
	e := newEncoder(t, "pca", nil)
	if err := e.Check(noise(10, 1000, 1, 2)); err == nil || !strings.Contains(err.Error(), "at most 1000 features, and this table can have 1001") {
		t.Error(err)
	}
	if err := e.Check(sparseTable()); err == nil || !strings.Contains(err.Error(), "does not take sparse data") {
		t.Error(err)
	}
	if !e.Refitted(numbersOf([][]float64{{1}, {2}})) {
		t.Error("all folds are said to share a matrix")
	}
	two := newEncoder(t, "compose", map[string]any{"parts": []any{part("pca", map[string]any{"columns": []any{"x", "twice"}}),
		part("pca", map[string]any{})}})
	if f := fit(t, two, all, []int{0, 1, 3}); !slices.Equal(names(f), []string{"pca=0", "pca1=0"}) {
		t.Errorf("%q", names(f))
	}
}
