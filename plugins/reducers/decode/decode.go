// Package decode turns the scores of binary models into classes: given n × L
// scores and a code of K rows and L columns it returns n × K class scores and
// the predicted classes. It is pure and never breaks a tie by chance.
package decode

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// Method is a way of decoding.
type Method string

// The methods.
const (
	// MaxScore takes the class whose own model scores highest. The code must
	// give every class a column in which it alone is +1, or have two rows and
	// one column, whose score s then stands for the class scores (s, −s).
	MaxScore Method = "max_score"
	// Vote takes the class with most votes, v_k = Σ (1 + w_l·m_kl)/2 over the
	// nonzero entries of its row, where w_l = sign(s_l) and sign(0) = 0.
	Vote Method = "vote"
	// Hamming takes the row nearest to the signs of the scores, at distance
	// d_k = Σ_l (1 − w_l·m_kl)/2.
	Hamming Method = "hamming"
	// LossBased takes the row of least loss, d_k = Σ_l Loss(s_l·m_kl).
	LossBased Method = "loss_based"
)

// Zeros says what the zero entries of a row add to its distance.
type Zeros string

// The conventions for zero entries.
const (
	Count Zeros = "count" // each costs Loss(0)
	Skip  Zeros = "skip"  // they cost nothing
	Mean  Zeros = "mean"  // they cost nothing; the rest is divided by its number of terms
)

// Ties says how Vote and Hamming choose between classes that are equally good.
// All other methods take the first in class order.
type Ties string

// The ways to break a tie.
const (
	ByScore Ties = "score" // the largest Σ_l s_l·m_kl, then class order
	First   Ties = "first" // class order
)

// Rule is a complete decoder. The fields that its Method does not use are
// ignored; the zero values of Zeros and Ties mean Count and ByScore.
type Rule struct {
	Method Method `json:"method"`
	Loss   Loss   `json:"loss,omitempty"`  // LossBased
	Zeros  Zeros  `json:"zeros,omitempty"` // Hamming, LossBased
	Ties   Ties   `json:"ties,omitempty"`  // Vote, Hamming
}

// Check returns an error if a field that the rule uses has no meaning.
func (r Rule) Check() error {
	switch r.Method {
	case MaxScore, Vote, Hamming, LossBased:
	default:
		return fmt.Errorf("unknown decoding %q", string(r.Method))
	}
	if _, ok := losses[r.Loss]; r.Method == LossBased && !ok {
		return fmt.Errorf("unknown loss %q", string(r.Loss))
	}
	switch r.Zeros {
	case "", Count, Skip, Mean:
	default:
		return fmt.Errorf("unknown convention %q for zeros", string(r.Zeros))
	}
	switch r.Ties {
	case "", ByScore, First:
	default:
		return fmt.Errorf("unknown way %q to break ties", string(r.Ties))
	}
	return nil
}

// Decode returns class scores (n × K, larger is better) and predictions for n
// rows of scores (n × L) under a code of K rows and L columns.
//
// Class scores are the models' own scores for MaxScore, votes for Vote and
// minus the distance for the others, but −ln(distance) for LossBased with
// Exponential, so that they order correctly and stay finite when the distances
// themselves would overflow. Predictions are the largest class score, ties
// broken as the Rule says; two distances tie only if they are the same number.
// Probabilities is nil.
//
// It is an error if scores and code do not fit together, if a score is NaN or
// infinite, if the code is not one that MaxScore can decode, or if scores are
// so large that a distance overflows.
func (r Rule) Decode(code contract.Code, scores contract.Matrix) (contract.Decoded, error) {
	if err := r.Check(); err != nil {
		return contract.Decoded{}, err
	}
	if err := checkScores(scores, code.Columns()); err != nil {
		return contract.Decoded{}, err
	}
	score, err := r.scorer(code)
	if err != nil {
		return contract.Decoded{}, err
	}
	d := contract.Decoded{
		Scores:      contract.Matrix{Rows: scores.Rows, Cols: len(code), Data: make([]float64, scores.Rows*len(code))},
		Predictions: make([]int, scores.Rows),
	}
	breakTies := (r.Method == Vote || r.Method == Hamming) && r.Ties != First
	for i := range scores.Rows {
		s, out := scores.Row(i), d.Scores.Row(i)
		score(s, out)
		if k := firstInfinite(out); k >= 0 {
			return contract.Decoded{}, fmt.Errorf("row %d: the %s score of class %d is %g: the scores of the models are too large",
				i, r.Method, k, out[k])
		}
		d.Predictions[i] = Argmax(out)
		if breakTies {
			d.Predictions[i] = tieByScore(code, s, out, d.Predictions[i])
		}
	}
	return d, nil
}

// scorer returns the function that turns L scores into K class scores.
func (r Rule) scorer(code contract.Code) (func(s, out []float64), error) {
	switch r.Method {
	case MaxScore:
		return maxScore(code)
	case Vote:
		return newRows(code).votes, nil
	case Hamming:
		return newDistances(code, ZeroOne, r.Zeros).negated, nil
	}
	d := newDistances(code, r.Loss, r.Zeros)
	if r.Loss == Exponential {
		return d.negatedLog, nil
	}
	return d.negated, nil
}

// maxScore copies the score of each class's own column.
func maxScore(code contract.Code) (func(s, out []float64), error) {
	if len(code) == 2 && code.Columns() == 1 && code[0][0]*code[1][0] == -1 {
		return func(s, out []float64) {
			out[0], out[1] = float64(code[0][0])*s[0], float64(code[1][0])*s[0]
		}, nil
	}
	own := make([]int, len(code))
	for k := range own {
		own[k] = -1
	}
	for l := range code.Columns() {
		positives, class := 0, 0
		for k, m := range code.Column(l) {
			if m > 0 {
				positives, class = positives+1, k
			}
		}
		if positives != 1 || own[class] >= 0 {
			return nil, fmt.Errorf("%s needs a code with one column for each class, in which it alone is +1; column %d is none", MaxScore, l)
		}
		own[class] = l
	}
	for k, l := range own {
		if l < 0 {
			return nil, fmt.Errorf("%s needs a code with one column for each class, in which it alone is +1; class %d has none", MaxScore, k)
		}
	}
	return func(s, out []float64) {
		for k, l := range own {
			out[k] = s[l]
		}
	}, nil
}

// Argmax returns the index of the first largest number of a nonempty list.
func Argmax(v []float64) int {
	best := 0
	for k, x := range v {
		if x > v[best] {
			best = k
		}
	}
	return best
}

// tieByScore returns, of the classes whose class score equals that of best, the
// first with the largest Σ_l s_l·m_kl.
func tieByScore(code contract.Code, s, classScores []float64, best int) int {
	winner, most := best, math.Inf(-1)
	for k := best; k < len(code); k++ {
		if classScores[k] != classScores[best] {
			continue
		}
		if sum := signedSum(code[k], s); sum > most {
			winner, most = k, sum
		}
	}
	return winner
}

func signedSum(row []int8, s []float64) float64 {
	sum := 0.0
	for l, m := range row {
		switch {
		case m > 0:
			sum += s[l]
		case m < 0:
			sum -= s[l]
		}
	}
	return sum
}

// checkScores refuses scores that are not rows × columns finite numbers.
func checkScores(scores contract.Matrix, columns int) error {
	if scores.Cols != columns {
		return fmt.Errorf("scores have %d columns, but there are %d binary problems", scores.Cols, columns)
	}
	return checkFinite(scores)
}

// checkFinite refuses a matrix of the wrong size or with NaN or infinities.
func checkFinite(m contract.Matrix) error {
	if m.Rows < 0 || m.Cols <= 0 || len(m.Data) != m.Rows*m.Cols {
		return fmt.Errorf("%d scores do not make %d rows of %d", len(m.Data), m.Rows, m.Cols)
	}
	for i, s := range m.Data {
		if math.IsNaN(s) || math.IsInf(s, 0) {
			return fmt.Errorf("the score in row %d, column %d is %g", i/m.Cols, i%m.Cols, s)
		}
	}
	return nil
}

func firstInfinite(v []float64) int {
	for k, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return k
		}
	}
	return -1
}
