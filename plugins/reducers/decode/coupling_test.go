package decode

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
)

type couplingVectors struct {
	Sparse struct {
		Matrix   contract.Dense
		Margins  [][]float64
		Escalera map[Method][][]float64
		Matlab   map[string]struct{ LossWeighted [][]float64 } `json:"matlab_normalised"`
	} `json:"sparse4x6"`
	Output struct {
		Code    contract.Dense
		Margins [][]float64
		Argmin  []int
		Squared [][]float64 `json:"squared_loss"`
	} `json:"sklearn_output_code_euclid"`
	Coupling struct {
		Consistent, K3, K4 pairwiseCase
		Cyclic             pairwiseCase `json:"k3_cyclic"`
		Extreme            pairwiseCase `json:"k3_extreme_clipped_1e-7"`
		Sparse             struct {
			Code contract.Dense
			R    []float64
			P    []float64 `json:"p_gbt"`
		} `json:"generalised_bradley_terry_sparse4x6"`
		OvA struct{ R, Normalised, GBT []float64 } `json:"ova_normalise"`
	}
}

type pairwiseCase struct {
	R                [][]float64
	WuLinWeng        []float64 `json:"wu_lin_weng_2"`
	HastieTibshirani []float64 `json:"hastie_tibshirani"`
	PKPD             []float64 `json:"pkpd_normalised"`
	Weighted         *struct {
		N [][]float64
		P []float64
	} `json:"hastie_tibshirani_weighted"`
}

func readJSON[T any](t testing.TB, file string) T {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var v T
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func logit(p float64) float64 { return math.Log(p) - math.Log1p(-p) }

func logits(p []float64) []float64 {
	s := make([]float64, len(p))
	for i, x := range p {
		s[i] = logit(x)
	}
	return s
}

// upper returns the entries i < j in the order of the columns of one-vs-one.
func upper(m [][]float64, f func(ij, ji float64) float64) []float64 {
	var s []float64
	for i := range m {
		for j := i + 1; j < len(m); j++ {
			s = append(s, f(m[i][j], m[j][i]))
		}
	}
	return s
}

func logRatio(ij, ji float64) float64 { return math.Log(ij) - math.Log(ji) }

// expect compares n × K probabilities with one row.
func expect(t *testing.T, name string, d contract.Decoded, want []float64, tolerance float64) {
	t.Helper()
	if d.Probabilities == nil {
		t.Fatalf("%s: no probabilities", name)
	}
	for k, p := range d.Probabilities.Row(0) {
		if math.Abs(p-want[k]) > tolerance {
			t.Errorf("%s class %d: %v, want %v", name, k, p, want[k])
		}
	}
}

func TestCouplingAgainstReference(t *testing.T) {
	v := readJSON[couplingVectors](t, "testdata/coupling.json").Coupling
	for name, c := range map[string]pairwiseCase{"consistent": v.Consistent, "k3": v.K3, "k4": v.K4, "cyclic": v.Cyclic,
		"extreme": v.Extreme} {
		s, code := matrix(upper(c.R, logRatio)), contract.Pairs(len(c.R))
		expect(t, name+" default", mustDecode(t, Rule{Method: Coupling}, code, s), c.WuLinWeng, 1e-14)
		expect(t, name+" wu_lin_weng", mustDecode(t, Rule{Method: Coupling, Coupling: WuLinWeng}, code, s),
			c.WuLinWeng, 1e-14)
		expect(t, name+" hastie_tibshirani", mustDecode(t, Rule{Method: Coupling, Coupling: HastieTibshirani}, code, s),
			c.HastieTibshirani, 1e-12)
		expect(t, name+" pkpd", mustDecode(t, Rule{Method: Coupling, Coupling: PKPD}, code, s), c.PKPD, 1e-14)
		expect(t, name+" bradley_terry", mustDecode(t, Rule{Method: BradleyTerry}, code, s), c.HastieTibshirani, 1e-12)
		if c.Weighted != nil {
			rule := Rule{Method: Coupling, Coupling: HastieTibshirani,
				PairRows: upper(c.Weighted.N, func(n, _ float64) float64 { return n })}
			expect(t, name+" weighted", mustDecode(t, rule, code, s), c.Weighted.P, 1e-12)
			// A pair without rows does not count.
			rule.PairRows = append([]float64{0}, rule.PairRows[1:]...)
			changed := matrix(append([]float64{9}, s.Data[1:]...))
			expect(t, name+" without a pair", mustDecode(t, rule, code, changed),
				mustDecode(t, rule, code, s).Probabilities.Data, 1e-12)
		}
	}
	// The tiny probabilities are right to their own digits.
	d := mustDecode(t, Rule{Method: Coupling, Coupling: HastieTibshirani}, contract.Pairs(3),
		matrix(upper(v.Extreme.R, logRatio)))
	if got, want := d.Probabilities.Data[1], v.Extreme.HastieTibshirani[1]; math.Abs(got/want-1) > 1e-9 {
		t.Errorf("extreme: %v, want %v", got, want)
	}
}

func TestBradleyTerryAgainstReference(t *testing.T) {
	v := readJSON[couplingVectors](t, "testdata/coupling.json").Coupling
	expect(t, "sparse", mustDecode(t, Rule{Method: BradleyTerry}, v.Sparse.Code, matrix(logits(v.Sparse.R))),
		v.Sparse.P, 1e-10)
	expect(t, "one-vs-rest", mustDecode(t, Rule{Method: BradleyTerry}, codes.OneVsRest(3), matrix(logits(v.OvA.R))),
		v.OvA.GBT, 1e-10)
	expect(t, "max_score", mustDecode(t, Rule{Method: MaxScore}, codes.OneVsRest(3), matrix(logits(v.OvA.R))),
		v.OvA.Normalised, 1e-15)
}

func TestEscaleraAgainstReference(t *testing.T) {
	v := readJSON[couplingVectors](t, "testdata/coupling.json").Sparse
	for method, distances := range v.Escalera {
		d := mustDecode(t, Rule{Method: method}, v.Matrix, matrix(v.Margins...))
		for i, row := range distances {
			for k, want := range row {
				if got := -d.Scores.Row(i)[k]; !near(got, want) {
					t.Errorf("%s row %d class %d: %v, want %v", method, i, k, got, want)
				}
			}
		}
	}
	// MATLAB's "lossweighted" is equal weights. Its losses are ours, scaled.
	ones := [][]float64{{1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, {7, 7, 7, 7, 7, 7}, {0, 0, 0, 0, 0, 0}}
	matlab := map[string]struct {
		loss  Loss
		scale float64
		shift float64
	}{
		"exp": {Exponential, 2, 0}, "hinge": {Hinge, 2, 0}, "logit": {Logistic, 2 * math.Ln2, 0},
		"binodeviance": {BinomialDeviance, 2 * math.Ln2, 0}, "linear": {Linear, 2, -1}, "hamming": {ZeroOne, 1, 0},
	}
	for name, m := range matlab {
		rule := Rule{Method: LossWeighted, Loss: m.loss, Weights: ones}
		d := mustDecode(t, rule, v.Matrix, matrix(v.Margins...))
		for i, row := range v.Matlab[name].LossWeighted {
			for k, x := range row {
				if got, want := distanceOf(rule, d.Scores.Row(i)[k]), m.scale*x+m.shift; math.Abs(got-want) > 1e-12 {
					t.Errorf("%s row %d class %d: %v, want %v", name, i, k, got, want)
				}
			}
		}
	}
}

func TestSquaredLossAgainstReference(t *testing.T) {
	v := readJSON[couplingVectors](t, "testdata/coupling.json").Output
	d := mustDecode(t, Rule{Method: LossBased, Loss: Squared}, v.Code, matrix(v.Margins...))
	for i, row := range v.Squared {
		for k, want := range row {
			if got := -d.Scores.Row(i)[k]; !near(got, want) {
				t.Errorf("row %d class %d: %v, want %v", i, k, got, want)
			}
		}
		if d.Predictions[i] != v.Argmin[i] {
			t.Errorf("row %d: class %d, want %d", i, d.Predictions[i], v.Argmin[i])
		}
	}
}

// TestConsistentProbabilities recovers p from r = q⁺/q under many codes.
func TestConsistentProbabilities(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 0))
	for _, k := range []int{2, 3, 5, 12} {
		random, err := codes.DenseRandom(k, codes.Dense{Candidates: 10}, 3)
		if err != nil {
			t.Fatal(err)
		}
		p := make([]float64, k)
		sum := 0.0
		for i := range p {
			p[i] = math.Exp(2 * r.NormFloat64())
			sum += p[i]
		}
		for i := range p {
			p[i] /= sum
		}
		pairs, rest := consistent(contract.Pairs(k), p), consistent(codes.OneVsRest(k), p)
		for _, c := range []Pairwise{WuLinWeng, HastieTibshirani, PKPD} {
			expect(t, string(c), mustDecode(t, Rule{Method: Coupling, Coupling: c}, contract.Pairs(k), pairs), p, 1e-13)
		}
		asymmetric := both(contract.Pairs(k))
		for _, c := range []Pairwise{WuLinWeng, HastieTibshirani, PKPD} {
			expect(t, "asymmetric "+string(c),
				mustDecode(t, Rule{Method: Coupling, Coupling: c}, asymmetric, consistent(asymmetric, p)), p, 1e-13)
		}
		expect(t, "bradley_terry of both ways",
			mustDecode(t, Rule{Method: BradleyTerry}, asymmetric, consistent(asymmetric, p)), p, 1e-11)
		expect(t, "bradley_terry of pairs", mustDecode(t, Rule{Method: BradleyTerry}, contract.Pairs(k), pairs), p, 1e-11)
		expect(t, "bradley_terry of one-vs-rest", mustDecode(t, Rule{Method: BradleyTerry}, codes.OneVsRest(k), rest),
			p, 1e-11)
		expect(t, "bradley_terry of a random code", mustDecode(t, Rule{Method: BradleyTerry}, random, consistent(random, p)),
			p, 1e-10)
		expect(t, "max_score", mustDecode(t, Rule{Method: MaxScore}, codes.OneVsRest(k), rest), p, 1e-13)
	}
}

// consistent returns the log-odds of q⁺ against q⁻ under p.
func consistent(code contract.Code, p []float64) contract.Matrix {
	var s []float64
	for l := range code.Columns() {
		var q [3]float64
		for k, m := range code.Column(l) {
			q[m+1] += p[k]
		}
		s = append(s, logRatio(q[2], q[0]))
	}
	return matrix(s)
}

// both appends to every column its mirror image.
func both(code contract.Code) contract.Dense {
	c := make(contract.Dense, code.Classes())
	for l := range code.Columns() {
		for k, m := range code.Column(l) {
			c[k] = append(c[k], m, -m)
		}
	}
	return c
}

// TestStationary checks that where Bradley–Terry stops no EM step of Huang, Weng &
// Lin (2006, algorithm 2) moves it: p_s is p_s times the ratio of
// Σ r/q⁺ + Σ (1−r)/q⁻ to Σ 1/q. Without zeros f is convex in p and the stop exact;
// with zeros and scores of many tens some p may still be on their way.
func TestStationary(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 0))
	for trial := range 96 {
		k := []int{3, 4, 10, 25}[trial%4]
		scale := []float64{0.5, 2, 6, 20}[trial/4%4]
		code, tolerance := randomTernary(r, k, 2*k), 1e-7
		if trial%2 == 1 {
			tolerance = 1e-13
			for _, row := range code {
				for l, m := range row {
					if m == 0 {
						row[l] = int8(2*r.IntN(2) - 1)
					}
				}
			}
		}
		s := make([]float64, 2*k)
		for l := range s {
			s[l] = cutOff(scale * (r.NormFloat64() + float64(code[0][l])))
		}
		p := mustDecode(t, Rule{Method: BradleyTerry}, code, matrix(s)).Probabilities.Data
		if moved := step(code, s, p); moved > tolerance {
			t.Errorf("trial %d: K=%d, scale %g: a p is moved by %v", trial, k, scale, moved)
		}
	}
}

// step returns the largest change of a p in one EM step.
func step(code contract.Code, s, p []float64) float64 {
	won, met := make([]float64, len(p)), make([]float64, len(p))
	for l := range s {
		var q [3]float64
		for c, m := range code.Column(l) {
			q[m+1] += p[c]
		}
		for c, m := range code.Column(l) {
			if m != 0 {
				won[c] += Sigmoid(float64(m)*s[l]) / q[m+1]
				met[c] += 1 / (q[0] + q[2])
			}
		}
	}
	moved := 0.0
	for c := range p {
		moved = max(moved, math.Abs(p[c]*(won[c]/met[c]-1)))
	}
	return moved
}

// randomTernary draws a code in which every column has both signs and, with as
// many columns as classes at least, every class an entry.
func randomTernary(r *rand.Rand, classes, columns int) contract.Dense {
	code := make(contract.Dense, classes)
	for k := range code {
		code[k] = make([]int8, columns)
		for l := range columns {
			code[k][l] = int8(r.IntN(3) - 1)
		}
	}
	for l := range columns {
		code[l%classes][l] = 1
		code[(l+1+r.IntN(classes-1))%classes][l] = -1
	}
	return code
}

// TestWuLinWengOptimal checks the condition of the minimum, (Qp)_t the same for
// all t, at scores small and so large that all r are 0 or 1.
func TestWuLinWengOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 0))
	const k = 60
	for _, scale := range []float64{1e-8, 1, 30, 800, 1e5} {
		s := randomScores(r, 1, k*(k-1)/2, scale)
		p := mustDecode(t, Rule{Method: Coupling}, contract.Pairs(k), s).Probabilities.Data
		var slope [k]float64 // (Qp)_t = Σ_s r_st·(r_st·p_t − r_ts·p_s)
		eachPair(s.Data, k, func(i, j int, x float64) {
			ij, ji := Sigmoid(x), Sigmoid(-x)
			slope[i] += ji * (ji*p[i] - ij*p[j])
			slope[j] += ij * (ij*p[j] - ji*p[i])
		})
		for c := range slope {
			if math.Abs(slope[c]-slope[0]) > 1e-13 {
				t.Fatalf("scale %g: the slopes of classes 0 and %d are %v and %v", scale, c, slope[0], slope[c])
			}
		}
	}
}

// TestOpenCode fits a code of too few columns to settle the probabilities: any
// that agree with the models will do.
func TestOpenCode(t *testing.T) {
	code := contract.Dense{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	p := mustDecode(t, Rule{Method: BradleyTerry}, code, matrix(logits([]float64{0.9, 0.3}))).Probabilities.Data
	if a, b := p[0]+p[1], p[0]+p[2]; math.Abs(a-0.9) > 1e-11 || math.Abs(b-0.3) > 1e-11 {
		t.Errorf("%v sums to %v and %v, want 0.9 and 0.3", p, a, b)
	}
}
