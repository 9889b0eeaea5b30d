package decode

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
)

// The class scores are those of ternary.py, which has the formulas entry by entry.
func TestTernaryReference(t *testing.T) {
	v := readJSON[struct {
		Cases []struct {
			Code contract.Dense
			Rows []map[string][]float64
		}
		Cumulative []struct{ Scores, Probabilities []float64 }
	}](t, "testdata/ternary.json")
	compared := 0
	for i, c := range v.Cases {
		for j, row := range c.Rows {
			for name, want := range row {
				if name == "scores" || name == "probabilities" {
					continue
				}
				d := mustDecode(t, Rule{Method: Method(name)}, c.Code, matrix(row["scores"]))
				if !slices.EqualFunc(d.Scores.Data, want, near) {
					t.Errorf("code %d, row %d: %s is %v, want %v", i, j, name, d.Scores.Data, want)
				}
				if name == "probabilistic" && !slices.EqualFunc(d.Probabilities.Data, row["probabilities"], near) {
					t.Errorf("code %d, row %d: probabilities %v, want %v", i, j, d.Probabilities.Data, row["probabilities"])
				}
				compared++
			}
		}
	}
	if compared != 4*8*7 {
		t.Errorf("%d comparisons", compared)
	}
	ordered := contract.Dense{{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {1, 1, 1}}
	for _, c := range v.Cumulative {
		d := mustDecode(t, Rule{Method: Cumulative}, ordered, matrix(c.Scores))
		p := d.Probabilities.Data
		if !slices.EqualFunc(p, c.Probabilities, near) || !slices.Equal(p, d.Scores.Data) {
			t.Errorf("%v: %v, want %v", c.Scores, d.Probabilities.Data, c.Probabilities)
		}
	}
	if len(v.Cumulative) != 4 {
		t.Errorf("%d rows of ordered classes", len(v.Cumulative))
	}
}

// By hand: of n that all agree, ψ is (n+1)·νⁿ, and 1 − xⁿ⁺¹ is 1/3. Below the mode of
// ν·(1−ν)⁵ lie 0.33, and 3·x² − 2·x³ is 1/6 for ν·(1−ν).
func TestPessimisticByHand(t *testing.T) {
	for _, test := range []struct{ alpha, beta, want float64 }{
		{1, 0, math.Sqrt(2.0 / 3)}, {5, 0, math.Pow(2.0/3, 1.0/6)}, {0, 4, 0}, {1, 5, 0},
	} {
		if got := pessimistic(test.alpha, test.beta); !near(got, test.want) {
			t.Errorf("%v agree, %v do not: %v, want %v", test.alpha, test.beta, got, test.want)
		}
	}
	if x := pessimistic(1, 1); !near(3*x*x-2*x*x*x, 1.0/6) || x > 0.5 {
		t.Errorf("one agrees, one does not: %v", x)
	}
	for n := 1.0; n < 60; n++ {
		for alpha := 0.5; alpha <= n; alpha += 0.5 {
			less, more := pessimistic(alpha-0.5, n-alpha+0.5), pessimistic(alpha, n-alpha)
			if less > more || more > 0 && less == more {
				t.Errorf("of %v, %v that agree give %v and %v give %v", n, alpha-0.5, less, alpha, more)
			}
		}
	}
}

// bySigns are the decoders for any code that look at signs alone.
var bySigns = []Method{Hamming, InverseHamming, Euclidean, AttenuatedEuclidean, Laplacian, BetaDensity}

// randomCode draws a code in which no two rows are equal and every column has both signs.
func randomCode(r *rand.Rand, k, columns int) contract.Dense {
	code, err := codes.SparseRandom(k, codes.Sparse{Columns: columns, Candidates: 20}, r.Uint64())
	if err != nil {
		panic(err)
	}
	return code
}

// A row of a code, taken for the scores of the models, is decoded as its class by every
// decoder, zeros as abstentions; except attenuated_euclidean, which does not look at
// abstentions, and loses or ties against rows that agree with what is left.
func TestRowsAreTheirClasses(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 0))
	for trial := range 60 {
		k := 3 + trial%5
		code := randomCode(r, k, min(k+3+trial%7, codes.SparseCap(k)))
		for class, row := range code {
			s := make([]float64, len(row))
			for l, m := range row {
				s[l] = 2 * float64(m)
			}
			for _, method := range append([]Method{LossBased, Probabilistic}, bySigns...) {
				rule := Rule{Method: method, Loss: Hinge}
				if method == InverseHamming && rule.Fits(code) != nil || method == AttenuatedEuclidean || method == Probabilistic {
					continue
				}
				if got := mustDecode(t, rule, code, matrix(s)).Predictions[0]; got != class {
					t.Errorf("%s of %v: row %d is decoded as %d", method, code, class, got)
				}
			}
		}
	}
}

// To swap the signs of a column and of its scores changes nothing.
func TestSwappedColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(73, 0))
	for range 30 {
		code := randomCode(r, 5, 12)
		scores := randomScores(r, 20, 12, 2)
		scores.Data[7] = 0
		swapped, swappedScores := make(contract.Dense, 5), newMatrix(20, 12)
		copy(swappedScores.Data, scores.Data)
		for k, row := range code {
			swapped[k] = slices.Clone(row)
		}
		for _, l := range r.Perm(12)[:4] {
			for k := range swapped {
				swapped[k][l] *= -1
			}
			for i := range 20 {
				swappedScores.Row(i)[l] *= -1
			}
		}
		for _, method := range append([]Method{LossBased, Probabilistic, BradleyTerry}, bySigns...) {
			rule := Rule{Method: method, Loss: Logistic}
			if rule.Fits(code) != nil {
				continue
			}
			a, b := mustDecode(t, rule, code, scores), mustDecode(t, rule, swapped, swappedScores)
			if !slices.EqualFunc(a.Scores.Data, b.Scores.Data, func(x, y float64) bool { return math.Abs(x-y) < 1e-9 }) ||
				!slices.Equal(a.Predictions, b.Predictions) {
				t.Errorf("%s: %v and %v", method, a, b)
			}
		}
	}
}

// Under one-vs-rest the weights tie where as many models fire too many or too few, and
// the scores decide: it is max_score, as Hamming is.
func TestInverseHammingTies(t *testing.T) {
	r := rand.New(rand.NewPCG(79, 0))
	scores := randomScores(r, 300, 7, 1)
	ova := codes.OneVsRest(7)
	want := mustDecode(t, Rule{Method: MaxScore}, ova, scores).Predictions
	if got := mustDecode(t, Rule{Method: InverseHamming}, ova, scores).Predictions; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	none := slices.Repeat([]float64{-1}, 7)
	if d := mustDecode(t, Rule{Method: InverseHamming, Ties: First}, ova, matrix(none)); d.Predictions[0] != 0 {
		t.Errorf("no model fires: %v", d)
	}
}

// Codes of fewer columns than K−1, and rows that depend on others, are refused.
func TestInverseHammingNeedsAnInverse(t *testing.T) {
	for name, code := range map[string]contract.Dense{
		"minimal": codes.Minimal(8),
		// The first row less the second is the third less the fourth.
		"dependent": {{1, 1, 1}, {1, -1, 1}, {-1, 1, 1}, {-1, -1, 1}},
	} {
		if err := (Rule{Method: InverseHamming}).Fits(code); err == nil || !strings.Contains(err.Error(), "has an inverse") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A tree's products add up to 1: nothing is shared. Of two rows that agree wherever both
// have entries the products may add up to more.
func TestProbabilisticRest(t *testing.T) {
	s := []float64{0.3, -1, 2}
	tree := contract.Dense{{1, 1, 0}, {1, -1, 0}, {-1, 0, 1}, {-1, 0, -1}}
	a := mustDecode(t, Rule{Method: Probabilistic}, tree, matrix(s))
	b := mustDecode(t, Rule{Method: Product}, tree, matrix(s))
	if !slices.EqualFunc(a.Probabilities.Data, b.Probabilities.Data, near) {
		t.Errorf("%v, as a tree %v", a.Probabilities.Data, b.Probabilities.Data)
	}
	vague := contract.Dense{{1, 0}, {0, 1}, {-1, -1}}
	d := mustDecode(t, Rule{Method: Probabilistic}, vague, matrix([]float64{math.Log(9), math.Log(4)}))
	want := []float64{0.9 / 1.72, 0.8 / 1.72, 0.02 / 1.72}
	if !slices.EqualFunc(d.Probabilities.Data, want, near) {
		t.Errorf("%v, want %v", d.Probabilities.Data, want)
	}
}

// A code that is not of thresholds is refused, whatever is wrong with it.
func TestCumulativeNeedsThresholds(t *testing.T) {
	for name, code := range map[string]contract.Dense{
		"pairs": asMatrix(t, contract.Pairs(3)), "too few": {{-1}, {1}, {1}}, "zeros": {{-1, 0}, {1, -1}, {1, 1}},
		"no order": {{-1, 1}, {1, -1}, {1, -1}}, "twice": {{-1, -1}, {-1, -1}, {1, 1}},
		"mirrored": {{-1, 1}, {1, 1}, {1, -1}},
	} {
		err := (Rule{Method: Cumulative}).Fits(code)
		if err == nil || !strings.Contains(err.Error(), "between ordered classes") {
			t.Errorf("%s: %v", name, err)
		}
	}
	d := mustDecode(t, Rule{Method: Cumulative}, contract.Dense{{1, -1}, {-1, -1}, {1, 1}}, matrix([]float64{1, -1}))
	if d.Predictions[0] != 0 || !near(d.Scores.Data[1], Sigmoid(-1)) {
		t.Errorf("classes out of order: %v", d)
	}
}
