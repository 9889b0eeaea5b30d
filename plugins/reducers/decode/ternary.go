package decode

import (
	"errors"
	"math"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/special"
	"github.com/manyclass/bench/framework/contract"
)

// matches is the outcome that counts where the signs agree with a row; an abstention
// agrees and disagrees by one half each, as it costs one half by Hamming.
var matches = outcome{1, 0.5, 0, 0}

// nonzeros returns the number of nonzero entries of each row.
func nonzeros(code contract.Code) []float64 {
	return lists.Map(lists.Range(code.Classes()), func(k int) float64 { return float64(len(code.Row(k))) })
}

// Laplacian is the Laplace estimate of the share of nonzero entries with which the
// signs agree, (α_k + 1)/(α_k + β_k + 2), α_k the number of those that agree and β_k of
// those that do not (Escalera, Pujol & Radeva 2010). That is the class score.
const Laplacian Method = "laplacian"

func prepareLaplacian(r Rule, code contract.Code) (func() decoder, error) {
	c, n := newColumns(code), nonzeros(code)
	return func() decoder {
		w := newSigns(c, matches)
		return decoder{pick: r.Ties.pick(code), score: func(s, out []float64) {
			w.sum(s, out)
			for k, alpha := range out {
				out[k] = (alpha + 1) / (n[k] + 2)
			}
		}}
	}, nil
}

// BetaDensity is a lower bound of that share: with ψ_k(ν) = ν^α_k·(1−ν)^β_k/B its
// density on [0, 1] and Z_k = α_k/(α_k+β_k) where that is largest, the class score is
// Z_k − a_k, where the integral of ψ_k from Z_k − a_k to Z_k is 1/3 (the pessimistic
// β-density decoding of Escalera, Pujol & Radeva 2010). It is 0 where less than 1/3 lies
// below Z_k, which is so for few agreements.
const BetaDensity Method = "beta_density"

func prepareBetaDensity(r Rule, code contract.Code) (func() decoder, error) {
	c, n := newColumns(code), nonzeros(code)
	return func() decoder {
		w := newSigns(c, matches)
		known := map[[2]float64]float64{}
		return decoder{pick: r.Ties.pick(code), score: func(s, out []float64) {
			w.sum(s, out)
			for k, alpha := range out {
				key := [2]float64{alpha, n[k]}
				bound, ok := known[key]
				if !ok {
					bound = pessimistic(alpha, n[k]-alpha)
					known[key] = bound
				}
				out[k] = bound
			}
		}}
	}, nil
}

// pessimistic returns Z − a of a β-density.
func pessimistic(alpha, beta float64) float64 {
	z := alpha / (alpha + beta)
	below := special.RegIncBeta(alpha+1, beta+1, z) - 1.0/3
	if below <= 1e-14 { // rounding
		return 0
	}
	low, high := 0.0, z
	for range 60 { // by halves, to rounding errors
		middle := low + float64((high-low)/2)
		if special.RegIncBeta(alpha+1, beta+1, middle) < below {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// InverseHamming takes the distances d of Hamming for what they would be, d = Δ·q, if
// class k were the right one with weight q_k and its models all right, Δ_ij the Hamming
// distance of rows i and j. The class score is q = Δ⁻¹·d (Windeatt & Ghaderi,
// "Coding and decoding strategies for multi-class learning problems", Information
// Fusion 4, 2003), rounded to multiples of 2⁻⁴⁰ so that classes that are equally good
// are so in spite of rounding errors.
//
// With Y the code, Δ = (L·1·1ᵀ − Y·Yᵀ)/2. It has an inverse exactly if no row is an
// affine combination of others, that is if A = Y·Yᵀ + 1·1ᵀ has one.
const InverseHamming Method = "inverse_hamming"

func prepareInverseHamming(r Rule, code contract.Code) (func() decoder, error) {
	c, k, columns := newColumns(code), code.Classes(), float64(code.Columns())
	if code.Columns() < k-1 {
		return nil, errDependent
	}
	factor := gram(code)
	if !cholesky(factor, k, dependent) {
		return nil, errDependent
	}
	ones := make([]float64, k) // A⁻¹·1
	for i := range ones {
		ones[i] = 1
	}
	solveCholesky(factor, k, ones)
	total := lists.Sum(ones)
	return func() decoder {
		w, y := newSigns(c, outcome{1, 0, -1, 0}), make([]float64, k)
		return decoder{pick: r.Ties.pick(code), score: func(s, out []float64) {
			w.sum(s, y)
			// A·q = y + ((L+1)·Σq − L)·1
			sum := (float64(columns*total) - dot(ones, y)) / (float64((columns+1)*total) - 1)
			copy(out, y)
			solveCholesky(factor, k, out)
			for i := range out {
				out[i] = math.Round((out[i]+float64((float64((columns+1)*sum)-columns)*ones[i]))*(1<<40)) / (1 << 40)
			}
		}}
	}, nil
}

// dependent is the least pivot of A, relative to its diagonal entry, that is not taken
// for the rounding error of 0.
const dependent = 1e-9

var errDependent = errors.New("inverse_hamming needs a code whose matrix of row distances has an inverse: " +
	"K-1 columns at least, and no row an affine combination of others")

// gram returns the lower triangle of Y·Yᵀ + 1·1ᵀ.
func gram(code contract.Code) []float64 {
	k := code.Classes()
	a := make([]float64, k*k)
	for i := range a {
		a[i] = 1
	}
	for l := range code.Columns() {
		column := code.Column(l)
		for i, m := range column {
			if m == 0 {
				continue
			}
			for j, other := range column[:i+1] {
				a[i*k+j] += float64(float64(m) * float64(other))
			}
		}
	}
	return a
}
