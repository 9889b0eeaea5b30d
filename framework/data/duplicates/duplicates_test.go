package duplicates

import (
	"math"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/fold"
)

// Rows 0, 1, 5 and 6 are the same, 2 and 3 are, and 4 is alone.
func same() *data.Table {
	nan := math.NaN()
	return &data.Table{Rows: 7, Columns: []data.Column{
		{Name: "x", Values: []float64{1, 1, nan, nan, 3, 1, 1}},
		{Name: "c", Kind: data.Categorical, Codes: []int32{0, 0, 1, 1, 0, 0, 0}, Levels: []string{"a", "b"}}},
		Design: data.Design{Target: target.Target{Names: []string{"p", "q"}}, Truth: target.Rows{Class: []int{0, 0, 0, 1, 0, 1, 0}}}}
}

func TestAcross(t *testing.T) {
	for name, c := range map[string]struct {
		repeats []fold.Repeat
		want    Count
	}{
		// Row 5 has only rows of the other class, as 2 and 3 have.
		"two folds": {[]fold.Repeat{{Folds: 2, Test: []int{0, 1, 0, 1, 0, 0, 0}}}, Count{6, 3}},
		"together":  {[]fold.Repeat{{Folds: 2, Test: []int{0, 0, 1, 1, 0, 0, 0}}}, Count{}},
		"rows that are not used": {[]fold.Repeat{{Folds: 2, Test: []int{0, fold.Out, 0, fold.Out, 1, fold.Out, fold.Out}}},
			Count{}},
		"a part that only trains": {[]fold.Repeat{{Folds: 1, Test: []int{fold.Never, 0, fold.Never, 0, 0, fold.Never, 0}}}, Count{3, 1}},
		"two repeats": {[]fold.Repeat{{Folds: 2, Test: []int{0, 0, 1, 1, 0, 0, 0}}, {Folds: 2, Test: []int{0, 0, 0, 1, 0, 0, 0}}},
			Count{2, 2}},
		"folds apart": {[]fold.Repeat{{Folds: 2, Test: []int{0, 1, fold.Never, fold.Never, 0, 0, 0}, Apart: []fold.Repeat{
			{Folds: 1, Test: []int{0, fold.Never, fold.Out, fold.Out, fold.Out, fold.Out, fold.Out}},
			{Folds: 2, Test: []int{fold.Out, 1, fold.Out, fold.Out, fold.Never, fold.Out, fold.Out}}}}}, Count{1, 0}},
	} {
		if got := Across(same(), c.repeats); got == nil || *got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestAcrossOtherTables(t *testing.T) {
	two := []fold.Repeat{{Folds: 2, Test: []int{0, 1, 0, 1}}}
	sparse := &data.Table{Rows: 4, Sparse: &data.Sparse{Cols: 3, CSR: contract.CSR{Data: []float64{1, 2, 1, 2, 1},
		Indices: []int32{0, 2, 0, 2, 1}, Indptr: []int64{0, 2, 4, 5, 5}}},
		Design: data.Design{Target: target.Target{Names: []string{"p", "q"}, MultiLabel: true}, Truth: target.Rows{Y: target.Listed([]int8{1, 0, 1, 1, 0, 0, 0, 0}, 2),
			Class: []int{0, 0, 0, 0}}}}
	if got := Across(sparse, two); got == nil || *got != (Count{2, 2}) {
		t.Errorf("sparse, labels: %+v", got)
	}
	none := same()
	none.DropFeatures()
	if Across(none, nil) != nil {
		t.Error("features that are gone")
	}
	if Across(&data.Table{Rows: MostValues + 1, Columns: make([]data.Column, 1)}, nil) != nil {
		t.Error("a table that is too large")
	}
	negative := same()
	negative.Columns[0].Values[0], negative.Columns[0].Values[1] = 0, math.Copysign(0, -1)
	if got := Across(negative, []fold.Repeat{{Folds: 2, Test: []int{0, 1, 0, 0, 0, 0, 0}}}); *got != (Count{2, 0}) {
		t.Errorf("-0 and 0: %+v", got)
	}
}
