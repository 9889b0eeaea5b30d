package contract

import (
	"reflect"
	"testing"
)

// Rows of either form are gathered alike, and borrowed where they need no change.
func TestGather(t *testing.T) {
	dense := Features{Rows: 4, Cols: 2, Dense: []float64{1, 0, 2, 4, 0, 6, 8, 0}}
	sparse := Features{Rows: 4, Cols: 2, CSR: &CSR{Data: []float64{1, 2, 4, 6, 8}, Indices: []int32{0, 0, 1, 1, 0},
		Indptr: []int64{0, 1, 3, 4, 5}}}
	unpacked := func(x Rows) []float64 {
		if x.Sparse != nil {
			return x.Sparse.Unpacked().Data
		}
		return x.Data
	}
	for name, test := range map[string]struct {
		set      RowSet
		want     []float64
		borrowed bool
	}{
		"apart":     {RowSet{Ranges: []Range{{Start: 3, End: 4}, {Start: 0, End: 2}}}, []float64{8, 0, 1, 0, 2, 4}, false},
		"a gap":     {RowSet{Ranges: []Range{{Start: 0, End: 1}, {Start: 3, End: 4}}}, []float64{1, 0, 8, 0}, false},
		"adjoining": {RowSet{Ranges: []Range{{Start: 1, End: 2}, {Start: 2, End: 4}}}, []float64{2, 4, 0, 6, 8, 0}, true},
		"scaled":    {RowSet{Ranges: []Range{{Start: 1, End: 3}}, Scale: []float64{2, 4}}, []float64{1, 1, 0, 1.5}, false},
		"none":      {RowSet{}, []float64{}, false},
	} {
		for form, f := range map[string]Features{"dense": dense, "sparse": sparse} {
			for way, x := range map[string]Rows{"gathered": f.Gather(test.set), "borrowed": f.Borrow(test.set)} {
				if got := unpacked(x); !reflect.DeepEqual(got, test.want) || x.Rows != len(test.want)/2 || x.Cols != 2 {
					t.Errorf("%s, %s, %s: %v, %d × %d", name, form, way, got, x.Rows, x.Cols)
				}
			}
			x := f.Borrow(test.set)
			same := x.Sparse == nil && len(x.Data) > 0 && &x.Data[0] == &f.dense(test.set.Ranges)[0] ||
				x.Sparse != nil && len(x.Sparse.Data) > 0 && &x.Sparse.Data[0] == &f.CSR.Data[0]
			if same != test.borrowed {
				t.Errorf("%s, %s: borrowed: %v", name, form, same)
			}
		}
	}
}

// dense are the values from the first range on.
func (f Features) dense(ranges []Range) []float64 { return f.Dense[ranges[0].Start*f.Cols:] }

func TestSubset(t *testing.T) {
	dense := Rows{Matrix: Matrix{Rows: 3, Cols: 2, Data: []float64{1, 0, 0, 2, 3, 4}}}
	sparse := Compressed(SparseMatrix{Rows: 3, Cols: 2, CSR: CSR{Data: []float64{1, 2, 3, 4}, Indices: []int32{0, 1, 0, 1},
		Indptr: []int64{0, 1, 2, 4}}})
	if got := dense.Subset([]int32{2, 0}); !reflect.DeepEqual(got.Data, []float64{3, 4, 1, 0}) || got.Rows != 2 {
		t.Errorf("%+v", got)
	}
	got := sparse.Subset([]int32{2, 0})
	if !reflect.DeepEqual(got.Sparse.Unpacked().Data, []float64{3, 4, 1, 0}) || !reflect.DeepEqual(got.Stored(1), []float64{1}) {
		t.Errorf("%+v", got)
	}
}
