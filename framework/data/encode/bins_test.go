package encode

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data"
)

// numbersOf makes columns c0, c1, … of rows of numbers.
func numbersOf(rows [][]float64) *data.Table {
	var columns []data.Column
	for j := range rows[0] {
		c := data.Column{Name: fmt.Sprint("c", j)}
		for _, row := range rows {
			c.Values = append(c.Values, row[j])
		}
		columns = append(columns, c)
	}
	return table(columns...)
}

func TestBinsLikeScikitLearn(t *testing.T) {
	v := readReferences(t)
	all := numbersOf(v.Numbers)
	train, test := upTo(70), upTo(all.Rows)[70:]
	if len(v.Bins) != 9 {
		t.Fatalf("%d cases", len(v.Bins))
	}
	for name, want := range v.Bins {
		strategy, count, _ := strings.Cut(name, " ")
		config := map[string]any{"strategy": strategy, "n_bins": float64(count[0] - '0')}
		for j, edges := range v.Edges[name] {
			closeTo(t, name, edgesOf(all.Columns[j].Values[:70], strategy, int(count[0]-'0')), edges)
		}
		f := fit(t, newEncoder(t, "piecewise_linear", config), all, train)
		closeTo(t, name, fill(t, f, all, test), slices.Concat(v.Linear[name]...))
		config["encode"] = "ordinal"
		numbered := fit(t, newEncoder(t, "binning", config), all, train)
		closeTo(t, name, fill(t, numbered, all, test), slices.Concat(want...))
		config["encode"] = "onehot"
		f = fit(t, newEncoder(t, "binning", config), all, train)
		x := fill(t, f, all, test)
		for i, row := range want {
			expect, at := make([]float64, len(f.Columns)), 0
			for j, bin := range row {
				expect[at+int(bin)] = 1
				at += len(v.Edges[name][j]) - 1
			}
			if got := x[i*len(expect) : (i+1)*len(expect)]; !slices.Equal(got, expect) {
				t.Fatalf("%s, row %d: %v, want %v", name, i, got, expect)
			}
		}
	}
}

func TestBinsOfOddColumns(t *testing.T) {
	nan := math.NaN()
	all := table(numeric("x", 0, 10, nan, 4, 7), numeric("same", 3, 3, 3, 3, 8), numeric("near", 0, 1e-9, 0, 0, 1),
		categorical("c", "a", "b", "a", "a", "z"))
	config := map[string]any{"n_bins": 2, "strategy": "uniform", "indicator": true, "impute": "median"}
	f := fit(t, newEncoder(t, "binning", config), all, upTo(4))
	want := []string{"x=(-inf,5)", "x=[5,inf)", "x=(missing)", "same=(-inf,inf)", "near=(-inf,5e-10)", "near=[5e-10,inf)", "c=a",
		"c=b"}
	if !slices.Equal(names(f), want) || f.Shift != nil {
		t.Errorf("%q", names(f))
	}
	if x := fill(t, f, all, []int{2, 4}); !slices.Equal(x, []float64{1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0}) {
		t.Errorf("%v", x)
	}
	config["strategy"] = "quantile"
	f = fit(t, newEncoder(t, "piecewise_linear", config), all, upTo(4))
	want = []string{"x(-inf,4)", "x[4,inf)", "x=(missing)", "c=a", "c=b"}
	if x := fill(t, f, all, []int{4}); !slices.Equal(names(f), want) || x[0] != 1 || x[1] != 0.5 {
		t.Errorf("%q, %v", names(f), x)
	}
	far := table(numeric("x", -math.MaxFloat64, math.MaxFloat64))
	for _, typ := range []string{"binning", "piecewise_linear"} {
		e := newEncoder(t, typ, nil)
		if _, err := e.Fit(far, upTo(2)); err == nil || !strings.Contains(err.Error(), `values of column "x" are too large`) {
			t.Errorf("%s: %v", typ, err)
		}
		if err := e.Check(sparseTable()); err == nil || !strings.Contains(err.Error(), "does not take sparse data") {
			t.Errorf("%s: %v", typ, err)
		}
		if !e.Refitted(numbersOf([][]float64{{1}, {2}})) {
			t.Errorf("%s: all folds are said to share a matrix", typ)
		}
	}
	if newEncoder(t, "one_hot", nil).Refitted(numbersOf([][]float64{{1}, {2}})) {
		t.Error("scaled numbers are said to differ between folds")
	}
	parts := map[string]any{"parts": []any{part("binning", map[string]any{})}}
	if !newEncoder(t, "compose", parts).Refitted(numbersOf([][]float64{{1}, {2}})) {
		t.Error("a composed encoder does not ask its parts")
	}
}

// TestTestRowsMoveNoNumber changes all numbers of test rows.
func TestTestRowsMoveNoNumber(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rows := make([][]float64, 60)
	for i := range rows {
		rows[i] = []float64{random.NormFloat64(), random.ExpFloat64()}
	}
	clean, train := numbersOf(rows), upTo(40)
	for i := 40; i < 60; i++ {
		rows[i] = []float64{100 * random.NormFloat64(), math.NaN()}
	}
	spoilt := numbersOf(rows)
	for _, c := range []struct {
		typ    string
		config map[string]any
	}{
		{"binning", nil}, {"binning", map[string]any{"strategy": "kmeans", "encode": "ordinal"}},
		{"piecewise_linear", map[string]any{"strategy": "uniform"}},
		{"pca", map[string]any{"whiten": true}},
	} {
		e := newEncoder(t, c.typ, c.config)
		want, got := fit(t, e, clean, train), fit(t, e, spoilt, train)
		if !slices.Equal(names(got), names(want)) ||
			!slices.Equal(fillTraining(t, got, spoilt, train), fillTraining(t, want, clean, train)) {
			t.Errorf("%s: test rows change the training matrix", c.typ)
		}
		if fit(t, e, clean, upTo(60)[20:]).Layout == want.Layout {
			t.Errorf("%s: other edges, equal layouts", c.typ)
		}
	}
}

// FuzzEdges checks what holds for all values: edges ascend, reach from the smallest to
// the largest value, and every value has one bin.
func FuzzEdges(f *testing.F) {
	f.Add(uint64(1), 20, 5, false)
	f.Add(uint64(7), 3, 9, true)
	f.Fuzz(func(t *testing.T, seed uint64, n, count int, coarse bool) {
		random := rand.New(rand.NewPCG(seed, 1))
		values := make([]float64, 1+abs(n)%200)
		for i := range values {
			values[i] = random.NormFloat64() * math.Pow(10, float64(seed%7))
			if coarse {
				values[i] = math.Trunc(values[i])
			}
		}
		for _, strategy := range []string{"quantile", "uniform", "kmeans"} {
			edges := edgesOf(values, strategy, 2+abs(count)%20)
			one := math.IsInf(edges[0], -1)
			if len(edges) < 2 || !slices.IsSorted(edges) || !one && edges[0] != slices.Min(values) {
				t.Fatalf("%s: edges %v of %v", strategy, edges, values)
			}
			s := &bins{edges: edges}
			for _, x := range values {
				if bin := s.at(x); bin < 0 || bin >= len(edges)-1 || x < edges[bin] || x > edges[bin+1] {
					t.Fatalf("%s: %v is in bin %d of %v", strategy, x, bin, edges)
				}
			}
		}
	})
}

func abs(n int) int { return max(n, -n, 0) }
