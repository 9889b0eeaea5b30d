package decode

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
)

// Weights are the accuracies on training rows of each class.
func TestCounted(t *testing.T) {
	c := contract.Dense{{1, 0}, {-1, 1}, {-1, -1}}
	training := contract.Training{
		Classes: []int{0, 0, 1, 1, 1, 1}, Counts: []int{2, 4, 0},
		Outputs: contract.Matrix{Rows: 6, Cols: 2, Data: []float64{1, 9, -1, 9, -1, 1, -2, 1, -3, 1, 4, 0}},
	}
	weighted, err := Rule{Method: LossWeighted, Loss: Hinge}.Counted(c, training)
	if want := [][]float64{{0.5, 0}, {0.75, 0.75}, {0, 0}}; err != nil || !reflect.DeepEqual(weighted.Weights, want) {
		t.Errorf("accuracies %v, want %v; %v", weighted.Weights, want, err)
	}
	training.Counts = []int{2, 4, 8}
	pairs, err := Rule{Method: Coupling, Weighted: true}.Counted(c, training)
	if want := []float64{14, 12}; err != nil || !slices.Equal(pairs.PairRows, want) {
		t.Errorf("rows %v, want %v; %v", pairs.PairRows, want, err)
	}
	if even, err := (Rule{Method: Coupling}).Counted(c, training); err != nil || even.PairRows != nil {
		t.Errorf("rows %v of pairs without weights, %v", even.PairRows, err)
	}
	training.Counts = training.Counts[:2]
	if _, err := (Rule{Method: Coupling}).Counted(c, training); err == nil {
		t.Error("rows of two classes are counted for a code of three")
	}
	training.Outputs.Cols = 1
	if _, err := (Rule{Method: Coverage}).Counted(c, training); err == nil {
		t.Error("scores of one model are counted for a code of two")
	}
}

// Every decoder has a name of its own and a text, decodes codes of its form, and says
// what it does to scores and training rows.
func TestRowsOfTheTable(t *testing.T) {
	of := map[Form]contract.Code{
		AnyCode: contract.Dense{{1, 1, 0}, {-1, 1, -1}, {-1, -1, 1}}, OneEach: codes.OneVsRest(3), Pairs: contract.Pairs(3),
		Chain: chain(3), Trees: chain(3), Steps: steps(3),
	}
	seen := map[Method]bool{}
	for _, d := range Decoders {
		if d.Method == "" || seen[d.Method] || d.Doc == "" || strings.HasSuffix(d.Doc, ".") {
			t.Errorf("%+v: a name of its own, and what it takes without a full stop", d)
		}
		seen[d.Method] = true
		if d.Method == Learned {
			if err := (Rule{Method: Learned}).Check(); err == nil {
				t.Error("a rule is learned")
			}
			continue
		}
		code := of[d.Codes]
		rule := Rule{Method: d.Method, Loss: Hinge}
		if err := rule.Fits(code); err != nil {
			t.Errorf("%s: %v", d.Method, err)
			continue
		}
		training := contract.Training{
			Classes: []int{0, 1, 2}, Counts: []int{1, 1, 1},
			Outputs: newMatrix(3, code.Columns()),
		}
		rule, err := rule.Counted(code, training)
		if err != nil {
			t.Errorf("%s: %v", d.Method, err)
		}
		decoded, err := rule.Decode(code, newMatrix(2, code.Columns()), contract.LogOdds)
		if err != nil || (decoded.Probabilities != nil) != (d.Probabilities != nil) {
			t.Errorf("%s: %+v, %v", d.Method, decoded, err)
		}
	}
}
