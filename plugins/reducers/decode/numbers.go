package decode

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
)

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

func newMatrix(rows, cols int) contract.Matrix {
	return contract.Matrix{Rows: rows, Cols: cols, Data: make([]float64, rows*cols)}
}

// CheckFinite refuses a matrix of the wrong size or with NaN or infinities.
func CheckFinite(m contract.Matrix) error {
	if m.Rows < 0 || m.Cols <= 0 || len(m.Data) != m.Rows*m.Cols {
		return fmt.Errorf("%d scores do not make %d rows of %d", len(m.Data), m.Rows, m.Cols)
	}
	for i, s := range m.Data {
		if s-s != 0 { // NaN or infinite
			return fmt.Errorf("the score in row %d, column %d is %g", i/m.Cols, i%m.Cols, s)
		}
	}
	return nil
}

// softmax stores e^s_k / Σ_j e^s_j, shifted by the largest score.
func softmax(s, p []float64) {
	largest, sum := s[Argmax(s)], 0.0
	for k, score := range s {
		p[k] = elementary.Exp(score - largest)
		sum += p[k]
	}
	divide(p, sum)
}

// softmaxOfExponentials stores the softmax of −d_k, given s_k = −ln d_k. With
// δ = s_largest − s_k the difference d_k − d_least is d_least·(e^δ − 1), or just
// d_k where δ is large; it may be infinite.
func softmaxOfExponentials(s, p []float64) {
	largest, sum := s[Argmax(s)], 0.0
	least := elementary.Exp(-largest)
	for k, score := range s {
		delta, excess := largest-score, 0.0
		switch {
		case delta > 50:
			excess = elementary.Exp(-score)
		case delta > 0:
			excess = least * elementary.Expm1(delta)
		}
		p[k] = elementary.Exp(-excess)
		sum += p[k]
	}
	divide(p, sum)
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
	divide(p, sum)
}

func divide(p []float64, by float64) {
	for k := range p {
		p[k] /= by
	}
}

// tiny is where numbers begin to lose digits.
const tiny = 1e-300

// Sigmoid returns σ(s) = 1/(1 + e^−s) without overflow.
func Sigmoid(s float64) float64 {
	if s >= 0 {
		return 1 / (1 + elementary.Exp(-s))
	}
	e := elementary.Exp(s)
	return e / (1 + e)
}

// LogSigmoid returns ln σ(s) without overflow.
func LogSigmoid(s float64) float64 { return -softplus(s) }
