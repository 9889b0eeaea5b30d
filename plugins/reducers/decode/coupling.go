package decode

import (
	"fmt"
	"math"

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

// countPairs stores, if pairs are weighted, for each column the number of training rows of its classes.
func countPairs(r *Rule, code contract.Code, t contract.Training) {
	if !r.Weighted {
		return
	}
	rows := make([]float64, code.Columns())
	for k, row := range code {
		for l, m := range row {
			if m != 0 {
				rows[l] += float64(t.Counts[k])
			}
		}
	}
	r.PairRows = rows
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
				row[j] = won*lost - 1
				diagonal[i] += lost * lost
				diagonal[j] += won * won
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

// cholesky replaces the lower triangle of the symmetric n × n matrix a (row by
// row; the upper triangle is not read) by its factor L with a = L·Lᵀ. It returns
// false as soon as a pivot is not above least times its diagonal entry.
func cholesky(a []float64, n int, least float64) bool {
	for j := range n {
		row := a[j*n : j*n+j]
		diagonal := a[j*n+j]
		pivot := diagonal - dot(row, row)
		if !(pivot > least*diagonal) {
			return false
		}
		root := math.Sqrt(pivot)
		a[j*n+j] = root
		i := j + 1
		for ; i+4 <= n; i += 4 {
			block := a[i*n:]
			s0, s1, s2, s3 := dot4(row, block, block[n:], block[2*n:], block[3*n:])
			block[j] = (block[j] - s0) / root
			block[n+j] = (block[n+j] - s1) / root
			block[2*n+j] = (block[2*n+j] - s2) / root
			block[3*n+j] = (block[3*n+j] - s3) / root
		}
		for ; i < n; i++ {
			a[i*n+j] = (a[i*n+j] - dot(row, a[i*n:])) / root
		}
	}
	return true
}

// solveCholesky replaces b by the solution x of L·Lᵀ·x = b.
func solveCholesky(l []float64, n int, b []float64) {
	for i := range n {
		b[i] = (b[i] - dot(b[:i], l[i*n:])) / l[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		b[i] /= l[i*n+i]
		for j, x := range l[i*n : i*n+i] {
			b[j] -= x * b[i]
		}
	}
}

// dot returns Σ x_i·y_i over the length of x.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// dot4 returns the products of x with four vectors, in one pass over x.
func dot4(x, a, b, c, d []float64) (s0, s1, s2, s3 float64) {
	a, b, c, d = a[:len(x)], b[:len(x)], c[:len(x)], d[:len(x)]
	for i, v := range x {
		s0 += v * a[i]
		s1 += v * b[i]
		s2 += v * c[i]
		s3 += v * d[i]
	}
	return s0, s1, s2, s3
}
