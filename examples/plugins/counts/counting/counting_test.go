package counting

import (
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Two of five rows are red, one is blue, one green and one has no colour; the size of one is
// missing, and the others have the mean 2 and, with it, the deviation √(2/5).
func records() contract.TrainingRecords {
	return contract.TrainingRecords{
		Records: contract.Records{
			X: contract.Matrix{Rows: 5, Cols: 2, Data: []float64{1, 0, 2, 0, math.NaN(), 1, 3, 2, 2, -1}},
			Columns: []contract.Column{{Name: "size", Kind: contract.NumericColumn},
				{Name: "colour", Kind: contract.NominalColumn, Values: []string{"red", "blue", "green", "violet"}}},
		},
		Classes: []string{"a", "b"}, Target: []int{0, 1, 1, 1, 0},
	}
}

func TestCounts(t *testing.T) {
	far := 1 / math.Sqrt(0.4)
	others := contract.Records{X: contract.Matrix{Rows: 3, Cols: 2, Data: []float64{3, 0, math.NaN(), 3, 1, -1}},
		Columns: records().Columns}
	for name, test := range map[string]struct {
		by    Counts
		names []string
		want  []float64
	}{
		"shares": {Counts{}, []string{"size", "colour"}, []float64{far, 0.4, 0, 0, -far, 0.2}},
		"rates": {Counts{ByClass: true, Prior: 1}, []string{"size", "colour~a", "colour~b"},
			[]float64{far, 2. / 4, 2. / 4, 0, 1. / 2, 1. / 2, -far, 2. / 3, 1. / 3}},
	} {
		e, err := test.by.Fit(records())
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range e.Columns {
			names = append(names, c.Name)
		}
		x, err := test.by.Transform(e.State, others)
		same := slices.EqualFunc(x.Data, test.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-15 })
		if err != nil || !slices.Equal(names, test.names) || x.Cols != len(names) || !same {
			t.Errorf("%s: %v of %v, %v", name, x, names, err)
		}
	}
}
