package encode

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// sparseTable has five rows of four features; the last feature is zero.
func sparseTable() *data.Table {
	return &data.Table{Rows: 5, Sparse: &data.Sparse{Cols: 4, First: 1, CSR: contract.CSR{
		Data: []float64{2, -8, 4, 1, 100}, Indices: []int32{0, 2, 0, 1, 2}, Indptr: []int64{0, 2, 2, 3, 4, 5},
	}}}
}

func fillCSR(t *testing.T, f *Fitted, table *data.Table, rows []int) contract.CSR {
	t.Helper()
	indptr, err := f.Indptr(table, rows)
	if err != nil {
		t.Fatal(err)
	}
	n := indptr[len(rows)]
	out := contract.CSR{Data: make([]float64, n), Indices: make([]int32, n), Indptr: indptr}
	if err := f.FillCSR(table, rows, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// dense unpacks a compressed matrix, and checks that it is one.
func dense(t *testing.T, m contract.CSR, rows, cols int) []float64 {
	t.Helper()
	out := make([]float64, rows*cols)
	for i := range rows {
		last := int32(-1)
		for at := m.Indptr[i]; at < m.Indptr[i+1]; at++ {
			if m.Indices[at] <= last || m.Data[at] == 0 {
				t.Errorf("row %d: %v in column %d after %d", i, m.Data[at], m.Indices[at], last)
			}
			last = m.Indices[at]
			out[i*cols+int(last)] = m.Data[at]
		}
	}
	return out
}

func TestSparseTable(t *testing.T) {
	table := sparseTable()
	rows := []int{3, 1, 0}
	for _, c := range []struct {
		typ    string
		config map[string]any
		scale  []float64
	}{
		{"one_hot", nil, []float64{4, 1, 8, 1}},
		{"one_hot", map[string]any{"numeric": "maxabs"}, []float64{4, 1, 8, 1}},
		{"one_hot", map[string]any{"numeric": "none"}, nil},
		{"none", nil, nil},
	} {
		e := newEncoder(t, c.typ, c.config)
		if err := e.Check(table); err != nil {
			t.Error(err)
		}
		f := fit(t, e, table, []int{2, 0, 3, 1})
		if !slices.Equal(f.Scale, c.scale) || f.shifted() || !f.Sparse || !f.MostlyZero || len(f.Columns) != 4 ||
			f.Columns[3].Name != "4" {
			t.Errorf("%s %v: %+v", c.typ, c.config, f)
		}
		want := []float64{0, 1, 0, 0, 0, 0, 0, 0, 2, 0, -8, 0}
		if got := fill(t, f, table, rows); !slices.Equal(got, want) {
			t.Errorf("dense %v", got)
		}
		if got := dense(t, fillCSR(t, f, table, rows), 3, 4); !slices.Equal(got, want) {
			t.Errorf("compressed %v", got)
		}
	}
	// A fold without the large values scales by what it has.
	if f := fit(t, newEncoder(t, "one_hot", nil), table, []int{1, 3}); f.Shift != nil || f.Scale != nil {
		t.Errorf("scales %v", f.Scale)
	}
	for _, numeric := range []string{"standard", "minmax"} {
		e := newEncoder(t, "one_hot", map[string]any{"numeric": numeric})
		if err := e.Check(table); err == nil || !strings.Contains(err.Error(),
			fmt.Sprintf("numeric = %q would fill the zeros", numeric)) {
			t.Error(err)
		}
		if _, err := e.Fit(table, rows); err == nil {
			t.Errorf("%s: fitted", numeric)
		}
	}
}

func TestDefaultScalingOfDenseTables(t *testing.T) {
	table := mixedTable()
	byDefault, standard := fit(t, newEncoder(t, "one_hot", nil), table, upTo(50)),
		fit(t, newEncoder(t, "one_hot", map[string]any{"numeric": "standard"}), table, upTo(50))
	if !slices.Equal(byDefault.Scale, standard.Scale) || !slices.Equal(byDefault.Shift, standard.Shift) {
		t.Error("the default is not standard")
	}
}

func TestCompressedIndicators(t *testing.T) {
	table := mixedTable()
	table.Columns[1].Values[7] = 0
	for _, config := range []map[string]any{nil, {"numeric": "none"}} {
		f := fit(t, newEncoder(t, "one_hot", config), table, upTo(60))
		rows := []int{99, 3, 4, 7, 0}
		got := dense(t, fillCSR(t, f, table, rows), len(rows), len(f.Columns))
		if want := fill(t, f, table, rows); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", config, got, want)
		}
	}
	strict := fit(t, newEncoder(t, "one_hot", map[string]any{"unseen": "error"}), table, []int{0, 5})
	if _, err := strict.Indptr(table, upTo(100)); err == nil || !strings.Contains(err.Error(), "no training row has") {
		t.Error(err)
	}
}

// TestWhichFormSuits has a categorical column of many levels beside a number.
func TestWhichFormSuits(t *testing.T) {
	build := func(rows, levels int) *data.Table {
		c := data.Column{Name: "c", Kind: data.Categorical}
		n := numeric("n")
		for l := range levels {
			c.Levels = append(c.Levels, fmt.Sprintf("%05d", l))
		}
		for i := range rows {
			c.Codes = append(c.Codes, int32(i%levels))
			n.Values = append(n.Values, math.Sqrt(float64(i)))
		}
		return table(n, c)
	}
	large, small := build(20_000, 1000), build(2000, 1000)
	maxabs := map[string]any{"numeric": "maxabs"}
	for name, c := range map[string]struct {
		table              *data.Table
		config             map[string]any
		mostlyZero, sparse bool
	}{
		"large":   {large, maxabs, true, true},
		"shifted": {large, nil, true, true},
		"small":   {small, maxabs, true, false},
		"few":     {build(20, 2), maxabs, false, false},
	} {
		f := fit(t, newEncoder(t, "one_hot", c.config), c.table, upTo(c.table.Rows))
		if f.Sparse && f.shifted() {
			t.Errorf("%s: a learner would shift the zeros of a compressed matrix", name)
		}
		if f.MostlyZero != c.mostlyZero || f.Sparse != c.sparse {
			t.Errorf("%s: mostly zero %v, sparse %v", name, f.MostlyZero, f.Sparse)
		}
	}
}

func TestCheckDense(t *testing.T) {
	if err := CheckDense(1<<17, 1<<10); err != nil {
		t.Error(err)
	}
	if err := CheckDense(9619, 55_197); err == nil ||
		!strings.Contains(err.Error(), "9619 rows of 55197 features, mostly zeros, would take 4.0 GiB as a dense matrix, "+
			"and the limit is 1 GiB") {
		t.Error(err)
	}
}
