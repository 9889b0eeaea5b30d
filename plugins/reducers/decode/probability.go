package decode

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// Direct passes the scores of a multiclass model (n × K) through: predictions
// are the first largest score, and probabilities the softmax of the row where
// the scores are log-odds, else nil. It is an error if a score is NaN or
// infinite.
func Direct(scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if err := CheckFinite(scores); err != nil {
		return contract.Decoded{}, err
	}
	d := contract.Decoded{Scores: scores, Predictions: make([]int, scores.Rows)}
	for i := range d.Predictions {
		d.Predictions[i] = Argmax(scores.Row(i))
	}
	if kind == contract.LogOdds {
		p := newMatrix(scores.Rows, scores.Cols)
		for i := range scores.Rows {
			softmax(scores.Row(i), p.Row(i))
		}
		d.Probabilities = &p
	}
	return d, nil
}

// softmax stores e^s_k / Σ_j e^s_j, shifted by the largest score.
func softmax(s, p []float64) {
	largest, sum := s[Argmax(s)], 0.0
	for k, score := range s {
		p[k] = math.Exp(score - largest)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
}

// softmaxOfExponentials stores the softmax of −d_k, given s_k = −ln d_k. With
// δ = s_largest − s_k the difference d_k − d_least is d_least·(e^δ − 1), or just
// d_k where δ is large; it may be infinite.
func softmaxOfExponentials(s, p []float64) {
	largest, sum := s[Argmax(s)], 0.0
	least := math.Exp(-largest)
	for k, score := range s {
		delta, excess := largest-score, 0.0
		switch {
		case delta > 50:
			excess = math.Exp(-score)
		case delta > 0:
			excess = least * math.Expm1(delta)
		}
		p[k] = math.Exp(-excess)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
}

// normalisedSigmoids stores σ(s_k) / Σ_j σ(s_j), by the logarithms where the
// sigmoids themselves underflow.
func normalisedSigmoids(s, p []float64) {
	sum := 0.0
	for k, score := range s {
		p[k] = Sigmoid(score)
		sum += p[k]
	}
	if sum < tiny {
		for k, score := range s {
			p[k] = -softplus(score)
		}
		softmax(p, p)
		return
	}
	for k := range p {
		p[k] /= sum
	}
}

// tiny is where numbers begin to lose digits.
const tiny = 1e-300

// Sigmoid returns σ(s) = 1/(1 + e^−s) without overflow.
func Sigmoid(s float64) float64 {
	if s >= 0 {
		return 1 / (1 + math.Exp(-s))
	}
	e := math.Exp(s)
	return e / (1 + e)
}
