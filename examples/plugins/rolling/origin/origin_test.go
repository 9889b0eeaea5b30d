package origin

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// undivided has rows of the years 2, 1, 3, 1, none and 2.
func undivided() contract.Undivided {
	return contract.Undivided{Classes: []string{"a", "b"}, Truth: []int{0, 1, 0, 1, 0, 1}, Features: contract.Features{
		Rows: 6, Cols: 2, Dense: []float64{0, 2, 1, 1, 0, 3, 1, 1, 0, math.NaN(), 1, 2},
		Columns: []contract.Column{{Name: "word", Kind: contract.NominalColumn}, {Name: "year", Kind: contract.NumericColumn}},
	}}
}

func TestSplit(t *testing.T) {
	for window, want := range map[int][]contract.Fold{
		math.MaxInt: {{Train: []int{1, 3}, Test: []int{0, 5}}, {Train: []int{1, 3, 0, 5}, Test: []int{2}}},
		1:           {{Train: []int{1, 3}, Test: []int{0, 5}}, {Train: []int{0, 5}, Test: []int{2}}},
	} {
		got, said := Rolling{Column: "year", Window: window}.Split(undivided())
		if len(said) > 0 || len(got) != 1 || !reflect.DeepEqual(got[0], want) {
			t.Errorf("window %d: %v, %v", window, got, said)
		}
	}
}

func TestRefused(t *testing.T) {
	same := undivided()
	same.Features.Dense = make([]float64, 12)
	sparse := undivided()
	sparse.Features.CSR = &contract.CSR{}
	for want, c := range map[string]struct {
		column string
		on     contract.Undivided
	}{
		`no column "day"`:              {"day", undivided()},
		`Column "word" has no numbers`: {"word", undivided()},
		"Column \"year\" has 1 of":     {"year", same},
		"Sparse data":                  {"year", sparse},
		`no column ""`:                 {"", contract.Undivided{Truth: []int{0, 1}}},
	} {
		_, said := Rolling{Column: c.column, Window: 1}.Split(c.on)
		if err := contract.FirstError(said); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
