package run

import (
	"fmt"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/running/run/rows"
)

const largeExperiment = `
experiment "large" { seed = 5 }
dataset "blobs" {
  generate = "blobs"
  rows     = 90000
  features = %d
}
encoder "one_hot" "standard" {}
reduction "one_vs_rest" "ova" {}
learner "spy" "spy" {}
validation { %s }
metric "accuracy" {}
`

// A large matrix that one fold has for itself is written as learners see it, with the
// numbers that they would compute; others are not.
func TestLargeMatricesAreStandardised(t *testing.T) {
	for _, c := range []struct {
		features     int
		validation   string
		standardised bool
	}{{100, "method = \"holdout\"", true}, {100, "folds = 2", false}, {50, "method = \"holdout\"", false}} {
		s := openSummer(t, fmt.Sprintf(largeExperiment, c.features, c.validation), true, &sparseSummer{})
		from := s.ready.Blocks[0]
		b := rows.NewBlock(from, from.Items, s.ready, t.TempDir())
		features, fitted, err := b.Features(0, true, nil)
		if err != nil {
			t.Fatal(err)
		}
		if (fitted.Shift == nil) != c.standardised {
			t.Errorf("%d features, %s: shift %v", c.features, c.validation, fitted.Shift)
		}
		x, err := matrix.Open(features.Dense)
		if err != nil {
			t.Fatal(err)
		}
		e, err := encode.New(b.Encoder.Component.Name, b.Encoder.Config)
		if err != nil {
			t.Fatal(err)
		}
		train := b.Ranges(0, false)
		ids := b.IDs(train)
		slices.Sort(ids)
		again, err := e.Seeded(5).Fit(b.Dataset.Table, ids)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]float64, 100*x.Cols)
		if err := again.Training().Fill(b.Dataset.Table, b.IDs(train[:1])[:100], want); err != nil {
			t.Fatal(err)
		}
		if c.standardised {
			again.Apply(want)
		}
		if first := train[0].Start * x.Cols; !slices.Equal(x.Data[first:first+len(want)], want) {
			t.Errorf("%d features, %s: another matrix", c.features, c.validation)
		}
		x.Close()
	}
}
