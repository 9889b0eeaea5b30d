package decode

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
)

type vectors struct {
	Origin       string
	SparseCode   contract.Dense `json:"sparse_code"`
	SparseScores [][]float64    `json:"sparse_scores"`
	Sparse       []reference
	OvO4Code     contract.Dense `json:"ovo4_code"`
	OvO4Scores   [][]float64    `json:"ovo4_scores"`
	OvO4         []struct {
		Loss      Loss
		Distances []float64
	}
	LectureHamming []struct {
		Matrix   contract.Dense
		Word     []float64
		Distance []float64
		Class    *int
	} `json:"lecture_hamming"`
	Voting struct {
		Matrix                     contract.Dense
		Word, Votes, Distance, Sum []float64
		Class                      int
	}
	LossBased struct {
		Matrix      contract.Dense
		Scores      []float64
		ZeroOne     lectureLoss `json:"zero_one"`
		Exponential lectureLoss
	} `json:"loss_based"`
	OvANormalise struct {
		R, Normalised []float64
	} `json:"ova_normalise"`
}

type reference struct {
	Loss      string // a Loss, or "hamming"
	Zeros     Zeros
	Distances [][]float64
	Lowest    []int
	Tied      []bool
}

type lectureLoss struct {
	Distance []float64
	Class    int
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func matrix(rows ...[]float64) contract.Matrix {
	m := contract.Matrix{Rows: len(rows), Cols: len(rows[0])}
	for _, row := range rows {
		m.Data = append(m.Data, row...)
	}
	return m
}

func mustDecode(t *testing.T, r Rule, code contract.Code, scores contract.Matrix) contract.Decoded {
	t.Helper()
	d, err := r.Decode(code, scores, contract.LogOdds)
	if err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	return d
}

// distanceOf undoes the transform of class scores.
func distanceOf(r Rule, score float64) float64 {
	if r.Loss == Exponential {
		return math.Exp(-score)
	}
	return -score
}

func near(a, b float64) bool {
	return math.Abs(a-b) <= 1e-12*max(1, math.Abs(b))
}

func (r reference) rule() Rule {
	if r.Loss == "hamming" {
		return Rule{Method: Hamming, Zeros: r.Zeros, Ties: First}
	}
	return Rule{Method: LossBased, Loss: Loss(r.Loss), Zeros: r.Zeros}
}

func TestSparseCodeAgainstReference(t *testing.T) {
	v := readVectors(t)
	if len(v.Sparse) != 24 {
		t.Fatalf("%d cases, want 8 losses × 3 conventions for zeros", len(v.Sparse))
	}
	for _, ref := range v.Sparse {
		rule := ref.rule()
		d := mustDecode(t, rule, v.SparseCode, matrix(v.SparseScores...))
		for i, want := range ref.Distances {
			for k := range want {
				if got := distanceOf(rule, d.Scores.Row(i)[k]); !near(got, want[k]) {
					t.Errorf("%s/%s row %d class %d: distance %v, want %v", ref.Loss, ref.Zeros, i, k, got, want[k])
				}
			}
			if !ref.Tied[i] && d.Predictions[i] != ref.Lowest[i] {
				t.Errorf("%s/%s row %d: class %d, want %d", ref.Loss, ref.Zeros, i, d.Predictions[i], ref.Lowest[i])
			}
		}
		// All scores 0: every class is equally far under count and mean.
		if ref.Zeros != Skip && d.Predictions[1] != 0 {
			t.Errorf("%s/%s: tie of all classes gives class %d, want 0", ref.Loss, ref.Zeros, d.Predictions[1])
		}
	}
}

func TestLossesOnOneVsOne(t *testing.T) {
	v := readVectors(t)
	for _, ref := range v.OvO4 {
		rule := Rule{Method: LossBased, Loss: ref.Loss}
		if ref.Loss == "hamming" {
			rule = Rule{Method: Hamming}
		}
		d := mustDecode(t, rule, v.OvO4Code, matrix(v.OvO4Scores...))
		for k, want := range ref.Distances {
			if got := distanceOf(rule, d.Scores.Data[k]); !near(got, want) {
				t.Errorf("%s class %d: distance %v, want %v", ref.Loss, k, got, want)
			}
		}
	}
}

func TestLectureExamples(t *testing.T) {
	v := readVectors(t)
	for i, h := range v.LectureHamming {
		d := mustDecode(t, Rule{Method: Hamming, Ties: First}, h.Matrix, matrix(h.Word))
		for k, want := range h.Distance {
			if got := -d.Scores.Data[k]; got != want {
				t.Errorf("hamming example %d class %d: distance %v, want %v", i, k, got, want)
			}
			if want == 0 && math.Signbit(d.Scores.Data[k]) {
				t.Errorf("hamming example %d class %d: the class score is -0", i, k)
			}
		}
		if h.Class != nil && d.Predictions[0] != *h.Class-1 {
			t.Errorf("hamming example %d: class %d, want %d", i, d.Predictions[0]+1, *h.Class)
		}
	}
	votes := mustDecode(t, Rule{Method: Vote}, v.Voting.Matrix, matrix(v.Voting.Word))
	if !reflect.DeepEqual(votes.Scores.Data, v.Voting.Votes) || votes.Predictions[0] != v.Voting.Class-1 {
		t.Errorf("votes %v, class %d", votes.Scores.Data, votes.Predictions[0]+1)
	}
	scores := matrix(v.LossBased.Scores)
	zeroOne := mustDecode(t, Rule{Method: LossBased, Loss: ZeroOne}, v.LossBased.Matrix, scores)
	if zeroOne.Predictions[0] != v.LossBased.ZeroOne.Class-1 {
		t.Errorf("zero-one loss: class %d, want %d", zeroOne.Predictions[0]+1, v.LossBased.ZeroOne.Class)
	}
	exponential := mustDecode(t, Rule{Method: LossBased, Loss: Exponential}, v.LossBased.Matrix, scores)
	if exponential.Predictions[0] != v.LossBased.Exponential.Class-1 {
		t.Errorf("exponential loss: class %d, want %d", exponential.Predictions[0]+1, v.LossBased.Exponential.Class)
	}
	for k, want := range []float64{4.67, 153.08, 4.82, 113.85} {
		if got := math.Exp(-exponential.Scores.Data[k]); math.Abs(got-want) > 0.006 {
			t.Errorf("exponential loss of class %d: %v, want %v", k+1, got, want)
		}
	}
	// Four classes one-vs-rest: the tie of two models that fire.
	tie := mustDecode(t, Rule{Method: Hamming, Ties: First}, codes.OneVsRest(4), matrix([]float64{1, 1, -1, -1}))
	if want := []float64{-1, -1, -3, -3}; !reflect.DeepEqual(tie.Scores.Data, want) || tie.Predictions[0] != 0 {
		t.Errorf("tie example: scores %v, class %d, want %v", tie.Scores.Data, tie.Predictions[0], want)
	}
}

// TestVotesAndDistances holds v_k + d_k = (K−1)(K+2)/4 for every word of signs
// and abstentions.
func TestVotesAndDistances(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 0))
	for k := 2; k < 9; k++ {
		code := contract.Pairs(k)
		scores := contract.Matrix{Rows: 30, Cols: code.Columns()}
		for range scores.Rows * scores.Cols {
			scores.Data = append(scores.Data, float64(r.IntN(5)-2))
		}
		votes := mustDecode(t, Rule{Method: Vote}, code, scores)
		hamming := mustDecode(t, Rule{Method: Hamming}, code, scores)
		want := float64((k-1)*(k+2)) / 4
		for i, v := range votes.Scores.Data {
			if v-hamming.Scores.Data[i] != want {
				t.Fatalf("K=%d: %v votes and distance %v do not sum to %v", k, v, -hamming.Scores.Data[i], want)
			}
		}
		if !reflect.DeepEqual(votes.Predictions, hamming.Predictions) {
			t.Errorf("K=%d: voting and Hamming decoding differ on one-vs-one", k)
		}
	}
}

func TestTies(t *testing.T) {
	// K = 3, every class wins once. Summed scores: 0.5−3 = −2.5, −0.5+2 = 1.5, 3−2 = 1.
	cycle := []float64{0.5, -3, 2}
	// Two classes win twice in K = 4: {0: +1+1, 1: +1+1}, sums 1 and 5.
	two := []float64{-1, 1, 1, 3, 1, 0.1}
	tests := []struct {
		name   string
		method Method
		ties   Ties
		k      int
		scores []float64
		want   int
	}{
		{"vote by score", Vote, ByScore, 3, cycle, 1},
		{"vote by default", Vote, "", 3, cycle, 1},
		{"vote by order", Vote, First, 3, cycle, 0},
		{"hamming by score", Hamming, ByScore, 3, cycle, 1},
		{"hamming by order", Hamming, First, 3, cycle, 0},
		{"no tie", Vote, ByScore, 4, two, 1},
		{"tie of scores too", Vote, ByScore, 3, []float64{1, -1, 1}, 0},
		{"all abstain", Hamming, ByScore, 3, []float64{0, 0, 0}, 0},
		{"negative zero abstains", Hamming, First, 3, []float64{math.Copysign(0, -1), 0, 0}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rule := Rule{Method: test.method, Ties: test.ties}
			if got := mustDecode(t, rule, contract.Pairs(test.k), matrix(test.scores)).Predictions[0]; got != test.want {
				t.Errorf("class %d, want %d", got, test.want)
			}
		})
	}
}

func TestMaxScore(t *testing.T) {
	tests := []struct {
		name         string
		code         contract.Code
		scores, want []float64
		class        int
	}{
		{"three", codes.OneVsRest(3), []float64{-3, -1, -2}, []float64{-3, -1, -2}, 1},
		{"tie", codes.OneVsRest(3), []float64{-3, 1, 1}, []float64{-3, 1, 1}, 1},
		{"permuted columns", contract.Dense{{-1, -1, 1}, {1, -1, -1}, {-1, 1, -1}}, []float64{1, 2, 3}, []float64{3, 1, 2}, 0},
		{"two classes", codes.OneVsRest(2), []float64{-0.5}, []float64{-0.5, 0.5}, 1},
		{"two classes, mirrored", contract.Dense{{-1}, {1}}, []float64{-0.5}, []float64{0.5, -0.5}, 0},
		{"two classes, two columns", contract.Dense{{1, -1}, {-1, 1}}, []float64{1, 2}, []float64{1, 2}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := mustDecode(t, Rule{Method: MaxScore}, test.code, matrix(test.scores))
			if !reflect.DeepEqual(d.Scores.Data, test.want) || d.Predictions[0] != test.class {
				t.Errorf("scores %v class %d, want %v class %d", d.Scores.Data, d.Predictions[0], test.want, test.class)
			}
		})
	}
}

// TestTwoClasses decodes the one column of two classes by every rule.
func TestTwoClasses(t *testing.T) {
	rules := []Rule{{Method: MaxScore}, {Method: Vote}, {Method: Hamming}}
	for _, loss := range Losses() {
		for _, zeros := range []Zeros{Count, Skip, Mean} {
			rules = append(rules, Rule{Method: LossBased, Loss: Loss(loss), Zeros: zeros})
		}
	}
	for _, rule := range rules {
		d := mustDecode(t, rule, codes.OneVsRest(2), matrix([]float64{0.25}, []float64{-0.25}, []float64{0}))
		if want := []int{0, 1, 0}; !reflect.DeepEqual(d.Predictions, want) {
			t.Errorf("%+v: %v, want %v", rule, d.Predictions, want)
		}
	}
}

func TestHugeScores(t *testing.T) {
	code := contract.Pairs(4)
	scores := matrix(
		[]float64{1e4, -5e3, 1e4, -1e4, 1e4, 9e3}, // class 2 wins all
		[]float64{1e4, 1e4, -9.9e3, 1, 1, 1e4},    // every class loses, class 0 by least
		[]float64{1e-3, 1e4, 1e4, 1e4, 1e4, -1e4}, // class 0 wins all, once narrowly
	)
	want := []int{2, 0, 0}
	for _, loss := range Losses() {
		for _, zeros := range []Zeros{Count, Skip, Mean} {
			d := mustDecode(t, Rule{Method: LossBased, Loss: Loss(loss), Zeros: zeros}, code, scores)
			if firstInfinite(d.Scores.Data) >= 0 {
				t.Errorf("%s/%s: class scores %v", loss, zeros, d.Scores.Data)
			}
			if loss == string(Exponential) && !reflect.DeepEqual(d.Predictions, want) {
				t.Errorf("%s/%s: %v, want %v; class scores %v", loss, zeros, d.Predictions, want, d.Scores.Data)
			}
		}
	}
	// ln Σ e^−z by hand: the largest exponent rules, the rest is far below it.
	d := mustDecode(t, Rule{Method: LossBased, Loss: Exponential}, code, scores)
	if got := d.Scores.Row(0); got[0] != -5e3 || got[1] != -1e4-math.Log(2) || got[3] != -1e4-math.Log(2) {
		t.Errorf("class scores %v", got)
	}
}

// TestLogDomainAgreesWithTheSum compares with Σ e^−z where that does not overflow.
func TestLogDomainAgreesWithTheSum(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 0))
	code := contract.Dense{{1, 0, -1, 1}, {-1, 1, 0, 1}, {0, -1, 1, -1}}
	for range 100 {
		s := make([]float64, 4)
		for l := range s {
			s[l] = 20 * r.NormFloat64()
		}
		d := mustDecode(t, Rule{Method: LossBased, Loss: Exponential}, code, matrix(s))
		for k, row := range code {
			sum := 0.0
			for l, m := range row {
				sum += math.Exp(-float64(m) * s[l])
			}
			if got := d.Scores.Data[k]; math.Abs(got+math.Log(sum)) > 1e-12*math.Abs(got)+1e-14 {
				t.Fatalf("scores %v class %d: %v, want %v", s, k, got, -math.Log(sum))
			}
		}
	}
}

func TestErrors(t *testing.T) {
	ova := codes.OneVsRest(3)
	good := matrix([]float64{1, 2, 3})
	tests := []struct {
		name   string
		rule   Rule
		code   contract.Code
		scores contract.Matrix
		want   string
	}{
		{"NaN", Rule{Method: Hamming}, ova, matrix([]float64{1, 2, 3}, []float64{1, math.NaN(), 3}),
			"the score in row 1, column 1 is NaN"},
		{"infinite", Rule{Method: MaxScore}, ova, matrix([]float64{1, 2, math.Inf(-1)}),
			"the score in row 0, column 2 is -Inf"},
		{"columns", Rule{Method: Vote}, ova, matrix([]float64{1, 2}),
			"scores have 2 columns, but there are 3 binary problems"},
		{"size", Rule{Method: Vote}, ova, contract.Matrix{Rows: 2, Cols: 3, Data: good.Data},
			"3 scores do not make 2 rows of 3"},
		{"no columns", Rule{Method: Vote}, contract.Dense{{}, {}}, contract.Matrix{Rows: 2}, "do not make 2 rows of 0"},
		{"max_score of pairs", Rule{Method: MaxScore}, contract.Pairs(3), good, "one column for each class"},
		{"max_score, class without column", Rule{Method: MaxScore}, contract.Dense{{1, -1}, {-1, 1}, {-1, -1}},
			matrix([]float64{1, 2}), "class 2 has none"},
		{"max_score, both +1", Rule{Method: MaxScore}, contract.Dense{{1}, {1}}, matrix([]float64{1}), "column 0 is none"},
		{"method", Rule{Method: "guess"}, ova, good, `unknown decoding "guess"`},
		{"loss", Rule{Method: LossBased}, ova, good, `unknown loss ""`},
		{"zeros", Rule{Method: Hamming, Zeros: "drop"}, ova, good, `unknown convention "drop"`},
		{"ties", Rule{Method: Hamming, Ties: "coin"}, ova, good, `unknown way "coin"`},
		{"overflow", Rule{Method: LossBased, Loss: Squared}, ova, matrix([]float64{1e200, 2, 3}), "too large"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := test.rule.Decode(test.code, test.scores, contract.LogOdds)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestNoRows(t *testing.T) {
	d := mustDecode(t, Rule{Method: Hamming}, codes.OneVsRest(3), contract.Matrix{Cols: 3})
	if len(d.Predictions) != 0 || d.Scores.Cols != 3 || len(d.Scores.Data) != 0 {
		t.Errorf("%+v", d)
	}
}
