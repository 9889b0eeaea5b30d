package decode

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/psd"
)

// Coupling makes probabilities of classes from those of pairs,
// r_ij = σ(s_ij), as Rule.Coupling says. The code must be of pairs and hold
// them all; several columns of one pair count with their mean score.
const Coupling Method = "coupling"

func prepareCoupling(r Rule, code contract.Code) (func() decoder, error) {
	p, err := newPairs(code, Coupling)
	if err != nil {
		return nil, err
	}
	rows, err := p.rows(r.PairRows)
	if err != nil {
		return nil, err
	}
	return func() decoder {
		space := p.space()
		couple, probabilities, equal := pkpd, softmax, slack(ofFit)
		switch r.Coupling {
		case PKPD:
			equal = ofLog
		case HastieTibshirani:
			couple = newHastieTibshirani(p.classes, rows)
		default:
			couple, equal = newWuLinWeng(p.classes), ofSolution
			probabilities = func(scores, p []float64) { copy(p, scores) }
		}
		return decoder{equal: equal, probabilities: probabilities, score: func(s, out []float64) {
			couple(p.scores(s, space), out)
		}}
	}, nil
}

// countPairs stores, if pairs are weighted, for each column the number of training rows of its classes.
func countPairs(r *Rule, code contract.Code, t contract.Training) {
	if !r.Weighted {
		return
	}
	rows := make([]float64, code.Columns())
	for k := range code.Classes() {
		for _, e := range code.Row(k) {
			rows[e.Column] += float64(t.Counts[k])
		}
	}
	r.PairRows = rows
}

// rows returns the number of training rows of every pair, 1 if they are not
// given: the mean over its columns.
func (p *pairs) rows(columnRows []float64) ([]float64, error) {
	if columnRows == nil {
		return slices.Repeat([]float64{1}, p.count()), nil
	}
	rows := make([]float64, p.count())
	if err := checkColumns("pair_rows", columnRows, len(p.pair)); err != nil {
		return nil, err
	}
	total := 0.0
	for l, n := range columnRows {
		rows[p.pair[l]] += float64(math.Abs(p.sign[l]) * n)
		total += n
	}
	if total == 0 {
		return nil, fmt.Errorf("pair_rows: no column has a row")
	}
	return rows, nil
}

// eachPair calls f for the pairs of classes i < j in lexical order with their
// scores.
func eachPair(s []float64, classes int, f func(i, j int, s float64)) {
	n := 0
	for i := range classes {
		for j := i + 1; j < classes; j++ {
			f(i, j, s[n])
			n++
		}
	}
}

// pkpd stores ln 1/(Σ_j≠i 1/r_ij − (K−2)), which is −ln(1 + Σ_j≠i e^−s_ij)
// since 1/σ(s) = 1 + e^−s.
func pkpd(s, out []float64) {
	largest := make([]float64, len(out))
	eachPair(s, len(out), func(i, j int, x float64) {
		largest[i], largest[j] = max(largest[i], -x), max(largest[j], x)
	})
	for k := range out {
		out[k] = elementary.Exp(-largest[k])
	}
	eachPair(s, len(out), func(i, j int, x float64) {
		out[i] += elementary.Exp(-x - largest[i])
		out[j] += elementary.Exp(x - largest[j])
	})
	for k, sum := range out {
		out[k] = 0 - (largest[k] + elementary.Log(sum))
	}
}

// newWuLinWeng returns the second method of Wu, Lin & Weng. The minimum of pᵀQp
// with Σ p = 1, where Q_tt = Σ_s≠t r_st² and Q_ts = −r_st·r_ts, is that of
// pᵀ(Q + 1·1ᵀ)p, and so p is (Q + 1·1ᵀ)⁻¹·1 divided by its sum. Q is positive
// semidefinite. Where it is singular, with consistent or certain r, its null
// vector is a nonnegative one, not orthogonal to 1, so Q + 1·1ᵀ is regular.
func newWuLinWeng(classes int) func(s, out []float64) {
	k := classes
	width := (k + kernel.Lanes - 1) / kernel.Lanes * kernel.Lanes
	a, diagonal, p := make([]float64, width*width), make([]float64, k), make([]float64, width)
	var win, loss sigmoids
	return func(s, out []float64) {
		r, rest := win.of(s, 1), loss.of(s, -1)
		clear(p)
		for t := range k {
			diagonal[t], p[t] = 1, 1
		}
		n := 0
		for i := range k { // −(Q + 1·1ᵀ), the upper triangle
			row := a[i*width : (i+1)*width]
			for j := i + 1; j < k; j++ {
				won, lost := r[n], rest[n]
				row[j] = float64(won*lost) - 1
				diagonal[i] += float64(lost * lost)
				diagonal[j] += float64(won * won)
				n++
			}
			row[i] = -diagonal[i]
			clear(row[k:])
		}
		for t := k; t < width; t++ {
			clear(a[t*width : (t+1)*width])
			a[t*width+t] = -1
		}
		if !psd.Cholesky(a, width, 0) {
			panic("decode: the coupling of pairs has no solution") // see the comment on Q above
		}
		psd.SolveCholesky(a, width, p)
		copy(out, p)
		normalise(out)
	}
}

// sigmoids are the values of many sigmoids, computed side by side.
type sigmoids struct{ values []float64 }

// of returns σ(sign·s_i) for every i, until the next call.
func (v *sigmoids) of(s []float64, sign float64) []float64 {
	const most = 1000 // rows of a call
	var y, q, product, linear [kernel.Lanes]float64
	for j := range q {
		y[j], q[j] = -sign, 1
	}
	rows := (len(s) + kernel.Lanes - 1) / kernel.Lanes
	if len(v.values) < rows*kernel.Lanes {
		v.values = make([]float64, rows*kernel.Lanes)
	}
	copy(v.values, s)
	for at := 0; at < rows; at += most {
		for j := range product {
			product[j], linear[j] = 1, 0
		}
		kernel.Logistic(min(most, rows-at), v.values[at*kernel.Lanes:], kernel.Lanes, y[:], q[:], product[:], linear[:])
	}
	return v.values[:len(s)]
}

// normalise divides by the sum, with negative numbers (rounding errors of 0)
// set to 0.
func normalise(p []float64) {
	sum := 0.0
	for k, x := range p {
		p[k] = max(0, x)
		sum += p[k]
	}
	divide(p, sum)
}

// newHastieTibshirani returns the Bradley–Terry model of pairs. It starts at the
// mean score of each class, which is the solution where the scores are
// consistent.
func newHastieTibshirani(classes int, rows []float64) func(s, out []float64) {
	m := newStrengths(allPairs(classes), classes, rows)
	return func(s, out []float64) {
		clear(m.theta)
		eachPair(s, classes, func(i, j int, x float64) {
			x = cutOff(x)
			m.theta[i] += x / float64(classes)
			m.theta[j] -= x / float64(classes)
		})
		m.fit(s)
		m.logProbabilities(out)
	}
}
