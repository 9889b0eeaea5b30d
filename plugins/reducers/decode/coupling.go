package decode

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// prepareCoupling decodes by one of the methods of pairwise coupling.
func (r Rule) prepareCoupling(code contract.Code) (func() decoder, error) {
	p, err := newPairs(code, Coupling)
	if err != nil {
		return nil, err
	}
	rows, err := p.rows(r.PairRows)
	if err != nil {
		return nil, err
	}
	return func() decoder {
		space := make([]float64, p.count())
		couple, probabilities := pkpd, softmax
		switch r.Coupling {
		case PKPD:
		case HastieTibshirani:
			couple = newHastieTibshirani(p.classes, rows)
		default:
			couple, probabilities = newWuLinWeng(p.classes), func(scores, p []float64) { copy(p, scores) }
		}
		return decoder{probabilities: probabilities, score: func(s, out []float64) {
			couple(p.scores(s, space), out)
		}}
	}, nil
}

// rows returns the number of training rows of every pair, 1 if they are not
// given: the mean over its columns.
func (p *pairs) rows(columnRows []float64) ([]float64, error) {
	rows := make([]float64, p.count())
	if columnRows == nil {
		for i := range rows {
			rows[i] = 1
		}
		return rows, nil
	}
	if err := checkColumns("pair_rows", columnRows, len(p.pair)); err != nil {
		return nil, err
	}
	total := 0.0
	for l, n := range columnRows {
		rows[p.pair[l]] += math.Abs(p.sign[l]) * n
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
		out[k] = math.Exp(-largest[k])
	}
	eachPair(s, len(out), func(i, j int, x float64) {
		out[i] += math.Exp(-x - largest[i])
		out[j] += math.Exp(x - largest[j])
	})
	for k, sum := range out {
		out[k] = 0 - (largest[k] + math.Log(sum))
	}
}

// newWuLinWeng returns the second method of Wu, Lin & Weng. The minimum of pᵀQp
// with Σ p = 1, where Q_tt = Σ_s≠t r_st² and Q_ts = −r_st·r_ts, is that of
// pᵀ(Q + 1·1ᵀ)p, and so p is (Q + 1·1ᵀ)⁻¹·1 divided by its sum. Q is positive
// semidefinite. Where it is singular, with consistent or certain r, its null
// vector is a nonnegative one, not orthogonal to 1, so Q + 1·1ᵀ is regular.
//
// Classes stand in the matrix in reverse order, so that the pairs i < j fill the
// lower triangle row by row.
func newWuLinWeng(classes int) func(s, out []float64) {
	k := classes
	a, diagonal, p := make([]float64, k*k), make([]float64, k), make([]float64, k)
	return func(s, out []float64) {
		for t := range k {
			diagonal[t], p[t] = 1, 1
		}
		n := 0
		for i := range k {
			row := a[(k-1-i)*k : (k-1-i)*k+k]
			for j := i + 1; j < k; j++ {
				e := math.Exp(-math.Abs(s[n]))
				likely := 1 / (1 + e)
				both := [2]float64{likely, e * likely}
				sign := math.Float64bits(s[n]) >> 63 // no branch: signs cannot be foreseen
				won, lost := both[sign], both[1-sign]
				row[k-1-j] = 1 - won*lost
				diagonal[i] += lost * lost
				diagonal[j] += won * won
				n++
			}
			row[k-1-i] = diagonal[i]
		}
		if !cholesky(a, k, 0) {
			panic("decode: the coupling of pairs has no solution") // see the comment on Q above
		}
		solveCholesky(a, k, p)
		for t := range k {
			out[t] = p[k-1-t]
		}
		normalise(out)
	}
}

// normalise divides by the sum, with negative numbers (rounding errors of 0)
// set to 0.
func normalise(p []float64) {
	sum := 0.0
	for k, x := range p {
		p[k] = max(0, x)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
}

// newHastieTibshirani returns the Bradley–Terry model of pairs. It starts at the
// mean score of each class, which is the solution where the scores are
// consistent.
func newHastieTibshirani(classes int, rows []float64) func(s, out []float64) {
	c := &columns{start: []int{0}, pairs: true}
	eachPair(rows, classes, func(i, j int, _ float64) {
		c.class = append(c.class, int32(i), int32(j))
		c.split = append(c.split, len(c.class)-1)
		c.start = append(c.start, len(c.class))
	})
	m := newStrengths(c, classes, rows)
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
