package decode

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
)

// By hand: a and d are one part, c and b two more, each with a model of its own; then a against d.
func TestTopDown(t *testing.T) {
	r, code := ofHierarchy(t, []any{[]any{"a", "d"}, "c", "b"}, []string{"a", "b", "c", "d"}, codes.Siblings)
	r.Method = TopDown
	d := mustDecode(t, r, code, matrix([]float64{2, 1, -1, -3}, []float64{-2, 1, 3, 5}, []float64{-4, -1, -1, 5}))
	want := []float64{-3, -3, -1, 1, -5, 2, -2, -5, -3, 0, 0, -5}
	if !reflect.DeepEqual(d.Scores.Data, want) || !reflect.DeepEqual(d.Predictions, []int{3, 1, 1}) || d.Probabilities != nil {
		t.Errorf("%v, %v", d.Scores.Data, d.Predictions)
	}
	// The best class is not below the best part: product disagrees.
	scores := matrix([]float64{0.3, 0.1, -9, 0})
	r.Method = Product
	product, err := r.Decode(code, scores, contract.LogOdds)
	r.Method = TopDown
	if down := mustDecode(t, r, code, scores); err != nil || product.Predictions[0] != 2 || down.Predictions[0] != 0 {
		t.Errorf("product %v, top_down %v; %v", product.Predictions, down.Predictions, err)
	}
}

// Of pairs the number of wins counts, 2, 1 and 0, and one each in a circle; then the sum of scores.
func TestTopDownByPairs(t *testing.T) {
	r, code := ofHierarchy(t, []any{"a", "b", "c"}, []string{"a", "b", "c"}, codes.Pairs)
	r.Method = TopDown
	d := mustDecode(t, r, code, matrix([]float64{-1, 9, 0.5}, []float64{1, -2, 4}))
	if !reflect.DeepEqual(d.Predictions, []int{1, 1}) {
		t.Errorf("%v", d.Predictions)
	}
	// Sums 8 and 1.5: 1 win and 8/27 against 2 wins and 1.5/7.5.
	if lead := d.Scores.Data[0] - (1 + 8./27 - 2 - 0.2); math.Abs(lead) > 1e-12 {
		t.Errorf("%v", d.Scores.Data)
	}
}

// On a tree of two parts a node the signs lead to the class.
func TestTopDownOfTwo(t *testing.T) {
	balanced := contract.Dense{{1, 1, 0}, {1, -1, 0}, {-1, 0, 1}, {-1, 0, -1}}
	d := mustDecode(t, Rule{Method: TopDown}, balanced, matrix([]float64{2, -1, 9}, []float64{-1, 5, -3}, []float64{0, 0, 0}))
	if !reflect.DeepEqual(d.Predictions, []int{1, 3, 0}) {
		t.Errorf("%v, %v", d.Predictions, d.Scores.Data)
	}
	err := Rule{Method: TopDown, Trees: [][]int{{0, 1, 2}, {0, 2, 1}}}.Fits(balanced)
	if err == nil || !strings.Contains(err.Error(), "there are 2: remove ensemble") {
		t.Errorf("two trees: %v", err)
	}
	if (Rule{Method: TopDown, Trees: [][]int{{0, 1, 5}}}).Fits(balanced) == nil {
		t.Error("a column that is not there fits")
	}
}
