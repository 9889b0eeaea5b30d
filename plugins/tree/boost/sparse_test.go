package boost

import (
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/tree/cart"
	"github.com/manyclass/bench/test/reference"
)

// Trees on rows in compressed form are those on the same rows in dense form.
func TestSparseRows(t *testing.T) {
	for _, settings := range []map[string]any{
		{"rounds": 30}, {"rounds": 30, "kind": gentle}, {"rounds": 30, "kind": realKind}, {"rounds": 10, "max_depth": 3},
		{"rounds": 10, "max_depth": 2, "kind": gentle},
	} {
		reference.CheckSparse(t, Component(), settings, 1e-9)
	}
}

// A finder finds the leaf of a row in either form.
func TestLeavesOfSparseRows(t *testing.T) {
	b := reference.SparseBatch()
	x := contract.Matrix{Rows: b.Features.Rows, Cols: b.Features.Cols, Data: b.Features.Dense}
	classes := make([]int, x.Rows)
	for i := range classes {
		classes[i] = i * 7 % 3
	}
	limits := cart.Limits{Criterion: cart.Gini, MinSamplesSplit: 2, MinSamplesLeaf: 1}
	tree, err := cart.NewGrower(limits, cart.Sort(x), classes, 3, false).Grow(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	f, csr, leaves := tree.Finder(), reference.Compressed(b).Features.CSR, map[int]bool{}
	for i := range x.Rows {
		from, to := csr.Indptr[i], csr.Indptr[i+1]
		want, got := f.Leaf(x.Row(i)), f.LeafSparse(csr.Indices[from:to], csr.Data[from:to])
		if got != want {
			t.Errorf("row %d is in leaf %d, want %d", i, got, want)
		}
		leaves[want] = true
	}
	if len(leaves) < 20 {
		t.Errorf("%d leaves", len(leaves))
	}
}
