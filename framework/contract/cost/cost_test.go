package cost

import (
	"encoding/json"
	"math"
	"os"
	"reflect"
	"testing"
)

// reference is what WEKA makes of costs; see its origin.
type reference struct {
	Origin          string
	Costs           Matrix
	Expected        []int // the classes of least expected cost
	Counts, Weights []float64
	Probabilities   [][]float64
}

func load(t *testing.T) reference {
	t.Helper()
	b, err := os.ReadFile("testdata/weka.json")
	if err != nil {
		t.Fatal(err)
	}
	var r reference
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// WEKA's CostSensitiveClassifier with minimizeExpectedCost predicts the same classes.
func TestLeastIsThatOfWEKA(t *testing.T) {
	r := load(t)
	seen := map[int]bool{}
	for i, p := range r.Probabilities {
		if got := r.Costs.Least(p); got != r.Expected[i] {
			t.Errorf("row %d: %d, WEKA says %d", i, got, r.Expected[i])
		}
		seen[r.Expected[i]] = true
	}
	if len(seen) < 3 {
		t.Errorf("all predictions are among %v", seen)
	}
}

// WEKA's CostMatrix.applyCostMatrix weighs the rows of all classes alike, with the number
// of rows as the sum of the weights.
func TestWeightsAreThoseOfWEKA(t *testing.T) {
	r := load(t)
	weights := r.Costs.Weights(nil)
	rows, sum := 0.0, 0.0
	for k, n := range r.Counts {
		rows, sum = rows+n, sum+n*weights[k]
	}
	for k, want := range r.Weights {
		if got := weights[k] * rows / sum; math.Abs(got-want) > 1e-12 {
			t.Errorf("class %d weighs %v, in WEKA %v", k, got, want)
		}
	}
}

var three = Matrix{{0, 1, 5}, {2, 0, 3}, {10, 4, 0}}

// By hand: Elkan's threshold. With two classes and costs 1 and 9 the second is predicted
// from p = 1/10 on; equal expected costs give the first class.
func TestLeastByHand(t *testing.T) {
	two := Matrix{{0, 1}, {9, 0}}
	for _, test := range []struct {
		costs Matrix
		p     []float64
		want  int
	}{
		{two, []float64{0.91, 0.09}, 0}, {two, []float64{0.89, 0.11}, 1},
		{Matrix{{0, 1}, {1, 0}}, []float64{0.5, 0.5}, 0},
		{three, []float64{0.6, 0.3, 0.1}, 1}, // expected 1.6, 1.0, 3.9
		{three, []float64{1, 0, 0}, 0}, {three, []float64{0, 0, 1}, 2},
	} {
		if got := test.costs.Least(test.p); got != test.want {
			t.Errorf("%v of %v: %d, want %d", test.costs, test.p, got, test.want)
		}
	}
}

// 0.1·3 + 0.2·3 and 0.3·3 are 0.9, in whatever order they are added.
func TestLeastOfEqualCosts(t *testing.T) {
	for _, p := range [][]float64{{0.1, 0.2, 0.3, 0.4}, {0.3, 0.2, 0.1, 0.4}, {0.2, 0.1, 0.3, 0.4}} {
		var costs Matrix
		for _, x := range p {
			with, without := 3., 0.
			if x == 0.3 {
				with, without = without, with
			}
			if x == 0.4 {
				with, without = 0, 0
			}
			costs = append(costs, []float64{with, without, 9, 9})
		}
		if got := costs.Least(p); got != 0 {
			t.Errorf("%v: class %d, want the first of two equal ones", p, got)
		}
	}
}

// By hand: of a pair |c_i − c_j| as Lin has it, of one class against the rest the mean of
// the others and the cost of the one, of a column the mean over the other side.
func TestWeightsByHand(t *testing.T) {
	gain := Matrix{{-1, 1}, {2, 0}} // being right earns something
	for _, test := range []struct {
		costs  Matrix
		column []int8
		want   []float64
	}{
		{three, []int8{1, -1, 0}, []float64{1, 2, 0}},
		{three, []int8{0, -1, 1}, []float64{0, 3, 4}},
		{three, []int8{1, -1, -1}, []float64{3, 2, 10}},
		{three, []int8{-1, 1, -1}, []float64{1, 2.5, 4}},
		{three, nil, []float64{3, 2.5, 7}},
		{gain, []int8{1, -1}, []float64{2, 2}},
	} {
		if got := test.costs.Weights(test.column); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%v of %v: %v, want %v", test.column, test.costs, got, test.want)
		}
	}
	if !three.Weighs() || !gain.Weighs() || (Matrix{{0, 0}, {1, 0}}).Weighs() || (Matrix{{2, 1}, {1, 0}}).Weighs() {
		t.Error("costs that weigh nothing are taken for ones that do")
	}
}

// Without a matrix every mistake costs 1, and it fits any number of classes.
func TestAt(t *testing.T) {
	if three.At(0, 2) != 5 || three.At(2, 0) != 10 || Matrix(nil).At(1, 0) != 1 || Matrix(nil).At(1, 1) != 0 {
		t.Error("other costs")
	}
	if !three.Fits(3) || three.Fits(2) || !Matrix(nil).Fits(7) || (Matrix{{0, 1}, {1}}).Fits(2) {
		t.Error("a matrix fits other classes than its own")
	}
}

func TestDigest(t *testing.T) {
	other := Matrix{{0, 1, 5}, {2, 0, 3}, {10, 4.5, 0}}
	if three.Digest() == other.Digest() || three.Digest() == "" || Matrix(nil).Digest() != "" {
		t.Errorf("digests %q, %q and %q", three.Digest(), other.Digest(), Matrix(nil).Digest())
	}
}
