package decode

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
)

// probabilistic returns every rule with probabilities, each with a code for k
// classes that it can decode.
func probabilistic(k int) map[string]coded {
	ovo, ova := contract.Pairs(k), codes.OneVsRest(k)
	m := map[string]coded{
		"max_score":                {Rule{Method: MaxScore}, ova},
		"one_vs_each":              {Rule{Method: OneVsEach}, ova},
		"product":                  {Rule{Method: Product}, chain(k)},
		"cumulative":               {Rule{Method: Cumulative}, steps(k)},
		"probabilistic of pairs":   {Rule{Method: Probabilistic}, ovo},
		"probabilistic of classes": {Rule{Method: Probabilistic}, ova},
		"bradley_terry of pairs":   {Rule{Method: BradleyTerry}, ovo},
		"bradley_terry of classes": {Rule{Method: BradleyTerry}, ova},
	}
	for _, c := range Couplings() {
		m[c] = coded{Rule{Method: Coupling, Coupling: Pairwise(c)}, ovo}
	}
	ones := make([][]float64, k)
	for i := range ones {
		ones[i] = make([]float64, ovo.Columns())
		for l := range ones[i] {
			ones[i][l] = float64(1 + (i+l)%3)
		}
	}
	for _, loss := range Losses() {
		for _, zeros := range []Zeros{Count, Skip, Mean} {
			m[loss+" "+string(zeros)] = coded{Rule{Method: LossBased, Loss: Loss(loss), Zeros: zeros}, ovo}
		}
		m[loss+" weighted"] = coded{Rule{Method: LossWeighted, Loss: Loss(loss), Weights: ones}, ovo}
	}
	return m
}

type coded struct {
	rule Rule
	code contract.Code
}

// chain is the nested dichotomy that takes off one class after the other.
func chain(k int) contract.Dense {
	code := make(contract.Dense, k)
	for c := range code {
		code[c] = make([]int8, k-1)
		for l := range code[c] {
			switch {
			case l == c:
				code[c][l] = 1
			case l < c:
				code[c][l] = -1
			}
		}
	}
	return code
}

// steps is the code of thresholds between classes that descend.
func steps(k int) contract.Dense {
	code := make(contract.Dense, k)
	for c := range code {
		code[c] = make([]int8, k-1)
		for l := range code[c] {
			code[c][l] = -1
			if l < k-1-c {
				code[c][l] = 1
			}
		}
	}
	return code
}

// TestProbabilities checks sums, bounds and the agreement with the class scores
// at scores small and huge.
func TestProbabilities(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 0))
	for _, k := range []int{2, 3, 4, 7} {
		all := probabilistic(k)
		for _, name := range slices.Sorted(maps.Keys(all)) { // in this order, so that each has the same scores every time
			c := all[name]
			for _, scale := range []float64{0, 1e-3, 1, 30, 1e4, 1e5} {
				scores := newMatrix(40, c.code.Columns())
				for i := range scores.Data {
					scores.Data[i] = scale * r.NormFloat64()
					if i%3 == 0 {
						scores.Data[i] = math.Copysign(scale, scores.Data[i])
					}
				}
				d := mustDecode(t, c.rule, c.code, scores)
				for i := range scores.Rows {
					if err := checkProbabilities(d, i); err != nil {
						t.Fatalf("%s K=%d scale %g row %d: %v; scores %v", name, k, scale, i, err, scores.Row(i))
					}
				}
			}
		}
	}
}

func checkProbabilities(d contract.Decoded, i int) error {
	p, scores, sum := d.Probabilities.Row(i), d.Scores.Row(i), 0.0
	for _, x := range p {
		if !(x >= 0 && x <= 1) {
			return fmt.Errorf("probabilities %v", p)
		}
		sum += x
	}
	if math.Abs(sum-1) > 1e-12 {
		return fmt.Errorf("the probabilities sum to %v", sum)
	}
	best, most := d.Predictions[i], scores[Argmax(scores)]
	if p[best] < p[Argmax(p)]-1e-9 || scores[best] < most-1e-9*max(1, math.Abs(most)) {
		return fmt.Errorf("class %d is predicted with probabilities %v, class scores %v", best, p, scores)
	}
	return nil
}

func TestNoProbabilities(t *testing.T) {
	for name, c := range probabilistic(3) {
		scores := newMatrix(1, c.code.Columns())
		d, err := c.rule.Decode(c.code, scores, contract.Margin)
		row, _ := Find(c.rule.Method)
		switch {
		case row.NeedsLogOdds():
			if err == nil {
				t.Errorf("%s decodes margins", name)
			}
		case err != nil || (d.Probabilities != nil) != (c.rule.Method == MaxScore):
			t.Errorf("%s of margins: %+v, %v", name, d, err)
		}
		if d, err := c.rule.Decode(c.code, scores, contract.Probability); err != nil || d.Probabilities == nil {
			t.Errorf("%s of probabilities: %+v, %v", name, d, err)
		}
	}
	for _, m := range []Method{Vote, Hamming, Euclidean, AttenuatedEuclidean, DDAG, Ordered, Coverage} {
		if row, ok := Find(m); !ok || row.Probabilities != nil {
			t.Errorf("%s: probabilities from %v", m, row.Probabilities)
		}
	}
	if d := mustDecode(t, Rule{Method: Vote}, contract.Pairs(3), newMatrix(1, 3)); d.Probabilities != nil {
		t.Error("vote gives probabilities")
	}
}

func TestNormalisedSigmoids(t *testing.T) {
	tests := []struct {
		name         string
		code         contract.Code
		scores, want []float64
	}{
		{"underflow", codes.OneVsRest(3), []float64{-1e4, -1e4, -2e4}, []float64{0.5, 0.5, 0}},
		{"huge", codes.OneVsRest(3), []float64{1e4, -1e4, 1e4}, []float64{0.5, 0, 0.5}},
		{"permuted columns", contract.Dense{{-1, -1, 1}, {1, -1, -1}, {-1, 1, -1}}, []float64{0, 1e4, -1e4},
			[]float64{0, 1. / 3, 2. / 3}},
		{"two classes", codes.OneVsRest(2), []float64{math.Log(3)}, []float64{0.75, 0.25}},
		{"two classes, mirrored", contract.Dense{{-1}, {1}}, []float64{math.Log(3)}, []float64{0.25, 0.75}},
		{"two classes, sure", codes.OneVsRest(2), []float64{-1e4}, []float64{0, 1}},
	}
	for _, test := range tests {
		expect(t, test.name, mustDecode(t, Rule{Method: MaxScore}, test.code, matrix(test.scores)), test.want, 1e-15)
	}
}

// TestLogisticPosterior checks that the probabilities of logistic decoding are
// those of the rows under independent models, normalised.
func TestLogisticPosterior(t *testing.T) {
	code := contract.Dense{{1, 0, -1}, {-1, 1, 0}, {1, -1, 1}}
	s := []float64{0.3, -1.2, 0.7}
	want, sum := make([]float64, 3), 0.0
	for k, row := range code {
		want[k] = 1
		for l, m := range row {
			want[k] *= Sigmoid(float64(m) * s[l])
		}
		sum += want[k]
	}
	for k := range want {
		want[k] /= sum
	}
	expect(t, "logistic", mustDecode(t, Rule{Method: LossBased, Loss: Logistic}, code, matrix(s)), want, 1e-15)
}

func TestExponentialProbabilities(t *testing.T) {
	code := contract.Pairs(3)
	s := []float64{0.3, -0.4, 1.1}
	d := mustDecode(t, Rule{Method: LossBased, Loss: Exponential, Zeros: Skip}, code, matrix(s))
	want := []float64{math.Exp(-0.3) + math.Exp(0.4), math.Exp(0.3) + math.Exp(-1.1), math.Exp(-0.4) + math.Exp(1.1)}
	for k := range want {
		want[k] *= -1
	}
	softmax(want, want)
	expect(t, "exponential", d, want, 1e-15)
	// Distances e^-800 and 1: e^0 against e^-1.
	p := make([]float64, 2)
	softmaxOfExponentials([]float64{800, 0}, p)
	if want := 1 / (1 + math.Exp(-1)); math.Abs(p[0]-want) > 1e-15 {
		t.Errorf("%v, want %v", p[0], want)
	}
}

func TestProduct(t *testing.T) {
	// {0,1} against {2,3}; 0 against 1; 2 against 3; then 0 against the rest,
	// 1 against {2,3}: the second tree shares the column of 2 against 3.
	code := contract.Dense{
		{1, 1, 0, 1, 0},
		{1, -1, 0, -1, 1},
		{-1, 0, 1, -1, -1},
		{-1, 0, -1, -1, -1},
	}
	trees := [][]int{{0, 1, 2}, {2, 3, 4}}
	r := []float64{0.7, 0.6, 0.2, 0.5, 0.9}
	first := []float64{0.7 * 0.6, 0.7 * 0.4, 0.3 * 0.2, 0.3 * 0.8}
	second := []float64{0.5, 0.5 * 0.9, 0.5 * 0.1 * 0.2, 0.5 * 0.1 * 0.8}
	mean := make([]float64, 4)
	for k := range mean {
		mean[k] = (first[k] + second[k]) / 2
	}
	expect(t, "first tree", mustDecode(t, Rule{Method: Product, Trees: trees[:1]}, code, matrix(logits(r))), first, 1e-15)
	both := mustDecode(t, Rule{Method: Product, Trees: trees}, code, matrix(logits(r)))
	expect(t, "both trees", both, mean, 1e-15)
	for k, p := range mean {
		if got := both.Scores.Data[k]; math.Abs(got-math.Log(p)) > 1e-14 {
			t.Errorf("both trees, class %d: class score %v, want %v", k, got, math.Log(p))
		}
	}
	d := mustDecode(t, Rule{Method: Product}, chain(3), matrix([]float64{-1e4, -1e4}))
	if want := []float64{-1e4, -1e4, 0}; !reflect.DeepEqual(d.Scores.Data, want) || d.Predictions[0] != 2 {
		t.Errorf("class scores %v, class %d, want %v", d.Scores.Data, d.Predictions[0], want)
	}
}

func TestDirect(t *testing.T) {
	scores := matrix([]float64{0, math.Log(2), math.Log(5)}, []float64{1e4, 1e4, -1e4})
	d, err := Direct(scores, contract.LogOdds)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{2, 0}; !reflect.DeepEqual(d.Predictions, want) || !reflect.DeepEqual(d.Scores, scores) {
		t.Errorf("predictions %v, scores %v", d.Predictions, d.Scores)
	}
	for i, want := range []float64{0.125, 0.25, 0.625, 0.5, 0.5, 0} {
		if got := d.Probabilities.Data[i]; math.Abs(got-want) > 1e-15 {
			t.Errorf("probability %d: %v, want %v", i, got, want)
		}
	}
	if d, err := Direct(scores, contract.Margin); err != nil || d.Probabilities != nil {
		t.Errorf("margins: probabilities %v, error %v", d.Probabilities, err)
	}
	if _, err := Direct(matrix([]float64{0, math.NaN()}), contract.Margin); err == nil {
		t.Error("a NaN score is accepted")
	}
}
