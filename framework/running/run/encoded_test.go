package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/running/run/rows"
)

const countersExperiment = `
experiment "counters" { seed = 5 }
dataset "words" {
  file   = "%s"
  target = "class"
}
encoder "target" "counters" { %s }
encoder "hashing" "hashed" { buckets = 262144 }
encoder "ordinal" "numbered" {}
reduction "one_vs_rest" "ova" {}
learner "spy" "spy" {}
validation { folds = 3 }
metric "accuracy" {}
`

// openBlock prepares one block of an experiment over categorical data.
func openBlock(t *testing.T, attributes string, encoder int) *rows.Block {
	t.Helper()
	s := openSummer(t, fmt.Sprintf(countersExperiment, categories(t), attributes), true, &sparseSummer{})
	from := s.ready.Blocks[encoder]
	return rows.NewBlock(from, from.Items, s.ready, t.TempDir())
}

// TestTrainingRowsHaveTheirOwnTransform looks at the matrix of every fold: its
// training rows hold what the training transform makes of them, the others what
// the test transform does.
func TestTrainingRowsHaveTheirOwnTransform(t *testing.T) {
	for _, attributes := range []string{"folds = 4", "leave_one_out = true"} {
		b := openBlock(t, attributes, 0)
		matrices := map[string]bool{}
		for f := range 3 {
			features, fitted, err := b.Features(f, true, nil)
			if err != nil {
				t.Fatal(err)
			}
			matrices[features.Dense] = true
			x, err := matrix.Open(features.Dense)
			if err != nil {
				t.Fatal(err)
			}
			for _, test := range []bool{false, true} {
				by := fitted.Training()
				if test {
					by = fitted
				}
				for _, r := range b.Ranges(f, test) {
					ids := b.IDs([]contract.Range{r})
					want := make([]float64, len(ids)*x.Cols)
					if err := by.Fill(b.Dataset.Table, ids, want); err != nil {
						t.Fatal(err)
					}
					if !slices.Equal(x.Data[r.Start*x.Cols:r.End*x.Cols], want) {
						t.Errorf("%s, fold %d, test %v: rows %v have other features", attributes, f, test, ids)
					}
				}
			}
			checkSeed(t, b, f, fitted)
			_ = x.Close()
		}
		if len(matrices) != 3 {
			t.Errorf("%s: %d matrices for 3 folds", attributes, len(matrices))
		}
	}
}

// checkSeed fits the encoder anew, with the experiment's seed.
func checkSeed(t *testing.T, b *rows.Block, f int, fitted *encode.Fitted) {
	t.Helper()
	e, err := encode.New(b.Encoder.Component.Name, b.Encoder.Config)
	if err != nil {
		t.Fatal(err)
	}
	again, err := e.Seeded(5).Fit(b.Dataset.Table, b.IDs(b.Ranges(f, false)))
	if err != nil || again.Layout != fitted.Layout {
		t.Errorf("fold %d: the experiment's seed and the training rows do not make the encoder: %v", f, err)
	}
}

// TestHashedRowsStayCompressed looks at a matrix that is written part by part.
func TestHashedRowsStayCompressed(t *testing.T) {
	b := openBlock(t, "", 1)
	features, fitted, err := b.Features(0, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := matrix.OpenCSR(matrix.CSRPaths{Data: features.Data, Indices: features.Indices, Indptr: features.Indptr}, features.Rows, features.Cols)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	ids := b.IDs([]contract.Range{{End: features.Rows}})
	indptr, err := fitted.Indptr(b.Dataset.Table, ids)
	if err != nil {
		t.Fatal(err)
	}
	want := contract.CSR{Data: make([]float64, len(x.Data)), Indices: make([]int32, len(x.Data)), Indptr: indptr}
	if err := fitted.FillCSR(b.Dataset.Table, ids, want); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(x.Data, want.Data) || !slices.Equal(x.Indices, want.Indices) || !slices.Equal(x.Indptr, indptr) {
		t.Error("another matrix was written")
	}
}

// TestLearnersAreToldTheValuesOfTrainingRows reads what stands beside the matrix of
// every fold: the categories of its training rows, by their numbers in the matrix.
func TestLearnersAreToldTheValuesOfTrainingRows(t *testing.T) {
	b := openBlock(t, "", 2)
	words := b.Dataset.Table.Columns[2]
	fewer := 0
	for f := range 3 {
		features, _, err := b.Features(f, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		var columns []contract.Column
		content, err := os.ReadFile(features.Columns)
		if err = errors.Join(err, json.Unmarshal(content, &columns)); err != nil {
			t.Fatal(err)
		}
		x, err := matrix.Open(features.Dense)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		seen := map[string]bool{}
		for _, r := range b.Ranges(f, false) {
			for i := r.Start; i < r.End; i++ {
				word := words.Levels[words.Codes[b.IDs([]contract.Range{{Start: i, End: i + 1}})[0]]]
				if at := int(x.Data[i*x.Cols+2]); columns[2].Values[at] != word {
					t.Errorf("fold %d: row %d is %q, told %q", f, i, word, columns[2].Values[at])
				}
				seen[word] = true
			}
		}
		if len(columns[2].Values) != len(seen) || columns[2].Kind != contract.NominalColumn {
			t.Errorf("fold %d: %q of %d words", f, columns[2].Values, len(seen))
		}
		fewer += len(words.Levels) - len(seen)
	}
	if fewer == 0 {
		t.Error("every fold trains on every word")
	}
}

// categories writes rows of two classes with a number and two categorical
// columns, one of many values.
func categories(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("n,letter,word,class\n")
	for i := range 90 {
		fmt.Fprintf(&b, "%d,%c,w%d,%c\n", i%11, 'a'+i%5, i*i%61, 'p'+i*7%3%2)
	}
	path := filepath.Join(t.TempDir(), "categories.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
