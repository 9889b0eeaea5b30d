package run

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/matrix"
)

const countersExperiment = `
experiment "counters" { seed = 5 }
dataset "words" {
  file   = "%s"
  target = "class"
}
encoder "target" "counters" { %s }
encoder "hashing" "hashed" { buckets = 262144 }
reduction "one_vs_rest" "ova" {}
learner "spy" "spy" {}
validation { folds = 3 }
metric "accuracy" {}
`

// ids returns the rows of some ranges.
func (b *block) ids(ranges []contract.Range) []int {
	var ids []int
	for _, r := range ranges {
		ids = append(ids, b.rows[r.Start:r.End]...)
	}
	return ids
}

// openBlock prepares one block of an experiment over categorical data.
func openBlock(t *testing.T, attributes string, encoder int) *block {
	t.Helper()
	s := openSummer(t, fmt.Sprintf(countersExperiment, categories(t), attributes), true, &sparseSummer{})
	from := s.ready.Blocks[encoder]
	b := newBlock(from, from.Items, s.ready, t.TempDir())
	if err := b.prepareFolds(); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestTrainingRowsHaveTheirOwnTransform looks at the matrix of every fold: its
// training rows hold what the training transform makes of them, the others what
// the test transform does.
func TestTrainingRowsHaveTheirOwnTransform(t *testing.T) {
	for _, attributes := range []string{"folds = 4", "leave_one_out = true"} {
		b := openBlock(t, attributes, 0)
		if len(b.layouts) != 3 {
			t.Errorf("%s: %d matrices for 3 folds", attributes, len(b.layouts))
		}
		for f := range b.folds {
			features, fitted, err := b.features(f, true)
			if err != nil {
				t.Fatal(err)
			}
			x, err := matrix.Open(features.Dense)
			if err != nil {
				t.Fatal(err)
			}
			for _, test := range []bool{false, true} {
				by := fitted.Training()
				if test {
					by = fitted
				}
				for _, r := range b.ranges(f, test) {
					ids := b.rows[r.Start:r.End]
					want := make([]float64, len(ids)*x.Cols)
					if err := by.Fill(b.Dataset.Table, ids, want); err != nil {
						t.Fatal(err)
					}
					if !slices.Equal(x.Data[r.Start*x.Cols:r.End*x.Cols], want) {
						t.Errorf("%s, fold %d, test %v: rows %v have other features", attributes, f, test, ids)
					}
				}
			}
			b.checkSeed(t, f, fitted)
			_ = x.Close()
		}
	}
}

// checkSeed fits the encoder anew, with the experiment's seed.
func (b *block) checkSeed(t *testing.T, f int, fitted *encode.Fitted) {
	t.Helper()
	e, err := encode.New(b.Encoder.Component.Name, b.Encoder.Config)
	if err != nil {
		t.Fatal(err)
	}
	again, err := e.Seeded(5).Fit(b.Dataset.Table, b.ids(b.ranges(f, false)))
	if err != nil || again.Layout != fitted.Layout {
		t.Errorf("fold %d: the experiment's seed and the training rows do not make the encoder: %v", f, err)
	}
}

// TestHashedRowsStayCompressed looks at a matrix that is written part by part.
func TestHashedRowsStayCompressed(t *testing.T) {
	b := openBlock(t, "", 1)
	features, fitted, err := b.features(0, true)
	if err != nil {
		t.Fatal(err)
	}
	x, err := matrix.OpenCSR(matrix.CSRPaths{Data: features.Data, Indices: features.Indices, Indptr: features.Indptr}, features.Rows, features.Cols)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	indptr, err := fitted.Indptr(b.Dataset.Table, b.rows)
	if err != nil {
		t.Fatal(err)
	}
	want := contract.CSR{Data: make([]float64, len(x.Data)), Indices: make([]int32, len(x.Data)), Indptr: indptr}
	if err := fitted.FillCSR(b.Dataset.Table, b.rows, want); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(x.Data, want.Data) || !slices.Equal(x.Indices, want.Indices) || !slices.Equal(x.Indptr, indptr) {
		t.Error("another matrix was written")
	}
}

// categories writes rows of two classes with a number and two categorical
// columns, one of many values.
func categories(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("n,letter,word,class\n")
	for i := range 90 {
		fmt.Fprintf(&b, "%d,%c,w%d,%c\n", i%11, 'a'+i%5, i*i%23, 'p'+i*7%3%2)
	}
	path := filepath.Join(t.TempDir(), "categories.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
