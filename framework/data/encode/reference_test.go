package encode

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data"
)

// references is testdata/category_encoders.json, made by reference.py beside it.
type references struct {
	Col, Two, Gaps      []string
	Train               int
	Price               []float64
	Quantiles           map[string][][]float64 // of rows that are not fitted to, and out of fold
	Third               []string
	PCA                 map[string][][]float64
	Y                   []int
	Classes             map[string][][]float64 // by case, then class
	Plain               map[string][][]float64
	BaseN               map[string][][]float64 `json:"base_n"`
	Drop                map[string][][]float64
	Numbers             [][]float64
	Bins, Edges, Linear map[string][][]float64
}

func readReferences(t *testing.T) (v references) {
	t.Helper()
	readJSON(t, "testdata/category_encoders.json", &v)
	return v
}

// like fits an encoder to the first rows and compares the features of the others.
func like(t *testing.T, typ string, config map[string]any, all *data.Table, train int, want [][]float64) *Fitted {
	t.Helper()
	f := fit(t, newEncoder(t, typ, config), all, upTo(train))
	closeTo(t, typ, fill(t, f, all, upTo(all.Rows)[train:]), slices.Concat(want...))
	return f
}

// closeTo compares within 1e-9.
func closeTo(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-9*max(1, math.Abs(want[i]))) {
			t.Errorf("%s, %d: %v, want %v", what, i, got[i], want[i])
		}
	}
}

func TestContrastsLikeCategoryEncoders(t *testing.T) {
	v := readReferences(t)
	all := table(categorical("col", v.Col...))
	for typ, feature := range map[string]string{"helmert": "col[H.b]", "sum": "col[S.a]", "backward_difference": "col[D.b]",
		"polynomial": "col.Linear", "binary": "col[0]"} {
		f := like(t, typ, nil, all, v.Train, v.Plain[typ])
		if f.Columns[0].Name != feature || f.Shift != nil {
			t.Errorf("%s: %q, shift %v", typ, names(f), f.Shift)
		}
	}
	if f := fit(t, newEncoder(t, "polynomial", nil), all, upTo(v.Train)); !slices.Equal(names(f),
		[]string{"col.Linear", "col.Quadratic", "col.Cubic", "col^4", "col^5", "col^6"}) {
		t.Errorf("%q", names(f))
	}
}

func TestDigitsLikeCategoryEncoders(t *testing.T) {
	v := readReferences(t)
	all := table(categorical("col", v.Gaps...))
	like(t, "base_n", nil, all, v.Train, v.BaseN["2"])
	like(t, "base_n", map[string]any{"base": 3}, all, v.Train, v.BaseN["3"])
	like(t, "base_n", map[string]any{"base": 7}, all, v.Train, v.BaseN["7"])
	f := like(t, "base_n", map[string]any{"base": 10}, all, v.Train, v.BaseN["10"])
	if !slices.Equal(names(f), []string{"col[0]"}) {
		t.Errorf("%q", names(f))
	}
	rare := fit(t, newEncoder(t, "binary", map[string]any{"rare_below": 100}), all, upTo(v.Train))
	if got := fill(t, rare, all, upTo(all.Rows)); len(rare.Columns) != 1 || slices.Min(got) != 1 {
		t.Errorf("rare values alone: %q, %v", names(rare), got)
	}
}

func TestDroppedIndicatorsLikeScikitLearn(t *testing.T) {
	v := readReferences(t)
	all := table(categorical("col", v.Col...), categorical("two", v.Two...))
	for _, drop := range []string{"first", "if_binary"} {
		f := like(t, "one_hot", map[string]any{"drop": drop}, all, v.Train, v.Drop[drop])
		like(t, "one_hot", map[string]any{"drop": drop, "rare_below": 5, "unseen": "rare"}, all, v.Train, v.Drop[drop+" of rare"])
		if slices.Contains(names(f), "two=p") || !slices.Contains(names(f), "two=r") {
			t.Errorf("%q", names(f))
		}
	}
	one := table(categorical("c", "x", "x", "y"))
	if f := fit(t, newEncoder(t, "one_hot", map[string]any{"drop": "first"}), one, upTo(2)); len(f.Columns) != 0 {
		t.Errorf("the only value: %q", names(f))
	}
}

// Contrasts add up to 0 over the levels, and those of polynomials are orthonormal, to
// the largest number of levels.
func TestContrastsAreContrasts(t *testing.T) {
	for _, c := range codings() {
		for _, n := range []int{2, 3, 10, 100} {
			entry := c.matrix(n)
			for j := range n - 1 {
				for k := range j + 1 {
					total, product := 0.0, 0.0
					for level := range n {
						total += entry(level, j)
						product += entry(level, j) * entry(level, k)
					}
					want := 0.0
					if j == k {
						want = 1
					}
					if math.Abs(total) > 1e-12*float64(n) {
						t.Fatalf("%s, %d levels: contrast %d adds up to %v", c.name, n, j, total)
					}
					if c.name == "polynomial" && math.Abs(product-want) > 1e-12 {
						t.Fatalf("%d levels: the product of degrees %d and %d is %v", n, j+1, k+1, product)
					}
				}
			}
		}
	}
}

func TestContrastsOfOddColumns(t *testing.T) {
	all := table(categorical("c", "b", "a", "", "b", "z"))
	for _, c := range codings() {
		f := fit(t, newEncoder(t, c.name, nil), all, upTo(4))
		x := fill(t, f, all, upTo(5))
		if len(f.Columns) != 1 || x[2] != x[0] || x[0] == x[1] || x[4] != 0 {
			t.Errorf("%s: %v", c.name, x)
		}
		if one := fit(t, newEncoder(t, c.name, nil), all, []int{0, 2}); len(one.Columns) != 0 {
			t.Errorf("%s: one level has %q", c.name, names(one))
		}
		strict := fit(t, newEncoder(t, c.name, map[string]any{"unseen": "error"}), all, upTo(4))
		if err := strict.Fill(all, []int{4}, make([]float64, 1)); err == nil || !strings.Contains(err.Error(), `row 4 has "z"`) {
			t.Errorf("%s: %v", c.name, err)
		}
		many := noise(20, c.mostLevels+1, 1, 2)
		if err := newEncoder(t, c.name, nil).Check(many); err == nil || !strings.Contains(err.Error(), "takes at most") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
