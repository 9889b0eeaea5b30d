package decode

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
)

func TestOrdered(t *testing.T) {
	// Class 2 is tested first, then class 0; class 1 is left over.
	code := contract.Dense{{-1, 1}, {-1, -1}, {1, 0}}
	tests := []struct {
		name          string
		scores, class []float64
		want          int
	}{
		{"the first fires", []float64{0.5, 3}, []float64{-0.5, -3, 0.5}, 2},
		{"the second fires", []float64{-0.5, 3}, []float64{0.5, -3, -0.5}, 0},
		{"none fires", []float64{-0.5, -2}, []float64{-2, 0.5, -0.5}, 1},
		{"the first abstains", []float64{0, 3}, []float64{0, -3, 0}, 0},
		{"all abstain", []float64{0, 0}, []float64{0, 0, 0}, 1},
	}
	for _, test := range tests {
		d := mustDecode(t, Rule{Method: Ordered}, code, matrix(test.scores))
		if !reflect.DeepEqual(d.Scores.Data, test.class) || d.Predictions[0] != test.want {
			t.Errorf("%s: class scores %v, class %d, want %v, %d", test.name, d.Scores.Data, d.Predictions[0], test.class,
				test.want)
		}
	}
}

func TestDDAG(t *testing.T) {
	// Columns 01, 02, 03, 12, 13, 23.
	tests := []struct {
		name          string
		scores, class []float64
	}{
		{"0 beats 3, 2 beats 0, 1 beats 2", []float64{1, -1, 1, 1, -1, -1}, []float64{1, 3, 2, 0}},
		{"3 beats 0 and 1, 2 beats 3", []float64{9, 9, -1, 9, -1, 1}, []float64{0, 1, 3, 2}},
		{"an abstention is a win for the last", []float64{0, 0, 0, 0, 0, 0}, []float64{0, 1, 2, 3}},
	}
	for _, test := range tests {
		d := mustDecode(t, Rule{Method: DDAG}, contract.Pairs(4), matrix(test.scores))
		if !reflect.DeepEqual(d.Scores.Data, test.class) || d.Predictions[0] != Argmax(test.class) {
			t.Errorf("%s: class scores %v, class %d, want %v", test.name, d.Scores.Data, d.Predictions[0], test.class)
		}
		twice := make([]float64, 0, 12)
		for _, s := range test.scores {
			twice = append(twice, s+10, 10-s) // the mean margin is s
		}
		if d := mustDecode(t, Rule{Method: DDAG}, both(contract.Pairs(4)), matrix(twice)); !reflect.DeepEqual(d.Scores.Data,
			test.class) {
			t.Errorf("%s, both ways: class scores %v, want %v", test.name, d.Scores.Data, test.class)
		}
	}
}

func TestCoverageExample(t *testing.T) {
	v := readJSON[struct {
		Coverage struct {
			Counts [][]float64 `json:"counts_model_by_class"`
			Cases  []struct{ Fires, Scores []float64 }
		}
	}](t, "testdata/lectures.json").Coverage
	rule := Rule{Method: Coverage, Counts: make([][]float64, 3)}
	for _, model := range v.Counts {
		for k, n := range model {
			rule.Counts[k] = append(rule.Counts[k], n)
		}
	}
	for _, c := range v.Cases {
		s := make([]float64, len(c.Fires))
		for l, f := range c.Fires {
			s[l] = f - 0.5
		}
		d := mustDecode(t, rule, codes.OneVsRest(3), matrix(s))
		if !reflect.DeepEqual(d.Scores.Data, c.Scores) || d.Predictions[0] != Argmax(c.Scores) {
			t.Errorf("%v fire: %v, class %d, want %v", c.Fires, d.Scores.Data, d.Predictions[0], c.Scores)
		}
	}
	if d := mustDecode(t, rule, codes.OneVsRest(3), matrix([]float64{0, 0, -1})); d.Predictions[0] != 0 ||
		d.Scores.Data[1] != 0 {
		t.Errorf("none fires: %+v", d)
	}
}

func TestLossWeighted(t *testing.T) {
	code := contract.Dense{{1, 0, -1}, {-1, 1, 0}, {1, -1, 1}}
	weights := [][]float64{{0.9, 5, 0.6}, {0.5, 0.5, 0}, {0, 0, 0}}
	s := []float64{2, -1, 3}
	// Row 0: 0.6·(−2) + 0.4·3; row 1: ½·2 + ½·1; row 2 weighs all alike.
	want := []float64{-0.6*2 + 0.4*3, 1.5, (-2 - 1 - 3.) / 3}
	d := mustDecode(t, Rule{Method: LossWeighted, Loss: Linear, Weights: weights}, code, matrix(s))
	for k := range want {
		if math.Abs(d.Scores.Data[k]+want[k]) > 1e-15 {
			t.Errorf("class %d: distance %v, want %v", k, -d.Scores.Data[k], want[k])
		}
	}
	// Far scores: ln of the weighted sum, by the one term that counts.
	far := mustDecode(t, Rule{Method: LossWeighted, Loss: Exponential, Weights: weights}, code,
		matrix([]float64{2, -1, 3e4}))
	if got, want := far.Scores.Data[0], -(3e4 + math.Log(0.4)); math.Abs(got-want) > 1e-11 {
		t.Errorf("class score %v, want %v", got, want)
	}
}

func TestFits(t *testing.T) {
	ovo, ova := contract.Pairs(3), codes.OneVsRest(3)
	tests := []struct {
		rule Rule
		code contract.Code
		want string // "" if it fits
	}{
		{Rule{Method: MaxScore}, ova, ""},
		{Rule{Method: MaxScore}, ovo, "one column for each class"},
		{Rule{Method: Ordered}, chain(3), ""},
		{Rule{Method: Ordered}, ova, "3 columns leave no single class over"},
		{Rule{Method: Ordered}, contract.Dense{{1, -1}, {1, 1}, {-1, -1}}, "column 0 is none"},
		{Rule{Method: DDAG}, ovo, ""},
		{Rule{Method: DDAG}, ova, "column 0 has 1 and 2"},
		{Rule{Method: Coupling}, both(ovo), ""},
		{Rule{Method: Coupling}, chain(3), "column 0 has 1 and 2"},
		{Rule{Method: Coupling}, contract.Dense{{1, 1}, {-1, 0}, {0, -1}}, "classes 1 and 2 have none"},
		{Rule{Method: Coupling, Coupling: HastieTibshirani}, ovo, ""},
		{Rule{Method: Product}, chain(4), ""},
		{Rule{Method: Product}, ova, "columns 0 and 1 hold the same classes"},
		{Rule{Method: Product}, ovo, "no column splits the classes [0 1 2]"},
		{Rule{Method: Product, Trees: [][]int{{0, 1}, {0}}}, chain(3), "tree 1: no column splits the classes [1 2]"},
		{Rule{Method: Product, Trees: [][]int{{0, 2}}}, chain(3), "no column 2 among 2"},
		{Rule{Method: Product, Trees: [][]int{}}, chain(3), "needs a tree"},
		{Rule{Method: Product}, contract.Dense{{1, 1, 1}, {-1, 0, -1}, {-1, -1, 0}}, "no column splits the classes [1 2]"},
		{Rule{Method: Product}, contract.Dense{{1, 0, 1}, {-1, 1, -1}, {-1, -1, 0}}, "column 2 is not reached"},
		{Rule{Method: LossWeighted, Loss: Linear}, ova, ""},
		{Rule{Method: Coverage}, ovo, ""},
		{Rule{Method: BradleyTerry}, chain(5), ""},
		{Rule{Method: Vote}, contract.Dense{{1, 0}}, "a code of 1 rows"},
		{Rule{Method: Vote}, contract.Dense{{1, 0}, {1}}, "row 1 of the code has 1 entries"},
		{Rule{Method: Vote}, contract.Dense{{1, 0}, {1, 2}}, "row 1, column 1 of the code is 2"},
	}
	for _, test := range tests {
		err := test.rule.Fits(test.code)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%+v under %v: error %v, want %q", test.rule, test.code, err, test.want)
		}
	}
}

func TestBadFigures(t *testing.T) {
	ovo := contract.Pairs(3)
	row := []float64{1, 1, 1}
	tests := []struct {
		name string
		rule Rule
		want string
	}{
		{"no weights", Rule{Method: LossWeighted, Loss: Linear}, "weights have 0 rows, but there are 3 classes"},
		{"narrow weights", Rule{Method: LossWeighted, Loss: Linear, Weights: [][]float64{row, {1}, row}},
			"row 1 of weights has 1 numbers, but there are 3 binary problems"},
		{"negative weight", Rule{Method: LossWeighted, Loss: Linear, Weights: [][]float64{row, row, {1, -1, 1}}},
			"row 2 of weights: column 1 is -1"},
		{"weight without loss", Rule{Method: LossWeighted}, `unknown loss ""`},
		{"NaN count", Rule{Method: Coverage, Counts: [][]float64{row, {1, math.NaN(), 1}, row}},
			"row 1 of counts: column 1 is NaN"},
		{"infinite rows", Rule{Method: Coupling, PairRows: []float64{1, 2, math.Inf(1)}}, "pair_rows: column 2 is +Inf"},
		{"no rows", Rule{Method: Coupling, PairRows: []float64{0, 0, 0}}, "pair_rows: no column has a row"},
		{"few rows", Rule{Method: Coupling, PairRows: row[:2]}, "pair_rows has 2 numbers"},
		{"coupling", Rule{Method: Coupling, Coupling: "glue"}, `unknown coupling "glue"`},
	}
	for _, test := range tests {
		_, err := test.rule.Decode(ovo, newMatrix(1, 3), contract.LogOdds)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
	_, err := Rule{Method: Coupling}.Decode(ovo, newMatrix(1, 3), contract.Margin)
	if err == nil || !strings.Contains(err.Error(),
		"coupling needs log-odds or probabilities, but the scores are margins: calibrate") {
		t.Errorf("error %v", err)
	}
}

// The numbers are worked out by another formula: p_k ∝ Π_j e^{f_k}/(e^{f_k} + e^{f_j}). Of two classes with
// one model p is the probability of that.
func TestOneVsEach(t *testing.T) {
	f := []float64{0.3, -1.2, 2.5, 0.3}
	want, sum := make([]float64, 4), 0.0
	for k := range f {
		want[k] = 1
		for j := range f {
			if j != k {
				want[k] *= math.Exp(f[k]) / (math.Exp(f[k]) + math.Exp(f[j]))
			}
		}
		sum += want[k]
	}
	d := mustDecode(t, Rule{Method: OneVsEach}, codes.OneVsRest(4), matrix(f))
	for k := range want {
		if got := d.Probabilities.Row(0)[k]; math.Abs(got-want[k]/sum) > 1e-14 {
			t.Errorf("class %d: %v, want %v", k, got, want[k]/sum)
		}
	}
	if !slices.Equal(d.Scores.Row(0), f) || Argmax(d.Scores.Row(0)) != 2 {
		t.Errorf("%v", d.Scores.Row(0))
	}
	two := mustDecode(t, Rule{Method: OneVsEach}, codes.OneVsRest(2), matrix([]float64{0.7}))
	if p := two.Probabilities.Row(0)[0]; math.Abs(p-1/(1+math.Exp(-0.7))) > 1e-14 {
		t.Errorf("two classes: %v", p)
	}
	far := mustDecode(t, Rule{Method: OneVsEach}, codes.OneVsRest(3), matrix([]float64{-800, 800, -900}))
	if p := far.Probabilities.Row(0); p[1] != 1 || math.IsNaN(p[0]) {
		t.Errorf("far scores: %v", p)
	}
}
