// Package special has the special functions of statistics, with the same bits on every processor: each product is
// rounded before it is added, and exponentials and logarithms are those of package elementary.
//
// Errors are relative to the value: below 1e-13 for small parameters, and some 2e-16 times the logarithms of the gamma
// functions that are subtracted, which are about n·ln n, for large parameters n.
package special

import (
	"math"

	"github.com/manyclass/bench/framework/base/elementary"
)

const (
	epsilon = 0x1p-53
	// least replaces denominators that are 0 in continued fractions.
	least = 1e-300
	// most bounds the terms of series and fractions; some √n are needed for parameters n.
	most = 1 << 20
)

// stirling are the Bernoulli numbers B_2k/(2k(2k−1)) of Stirling's series, k from 1.
var stirling = [...]float64{
	1. / 12, -1. / 360, 1. / 1260, -1. / 1680, 1. / 1188, -691. / 360360, 1. / 156, -3617. / 122400,
}

// LogGamma returns log Γ(x) for x > 0, by Stirling's series (DLMF 5.11.1) from 12 on, and below by the recurrence.
func LogGamma(x float64) float64 {
	product := 1.0
	for x < 12 {
		product *= x
		x++
	}
	inverse := 1 / x
	square := float64(inverse * inverse)
	sum := 0.0
	for k := len(stirling) - 1; k >= 0; k-- {
		sum = stirling[k] + float64(square*sum)
	}
	const half = 0.91893853320467274178 // ½·ln 2π
	return float64((x-0.5)*elementary.Log(x)) - x + half + float64(inverse*sum) - elementary.Log(product)
}

// RegIncBeta returns the regularised incomplete beta function I_x(a, b) for a, b > 0 and 0 ≤ x ≤ 1, by the continued
// fraction DLMF 8.17.22, or that of 1 − I_{1−x}(b, a) where it converges faster.
func RegIncBeta(a, b, x float64) float64 {
	switch {
	case x != x:
		return x
	case !(a > 0 && b > 0 && x >= 0 && x <= 1):
		panic("special: RegIncBeta is not defined there")
	case x == 0 || x == 1:
		return x
	case x > (a+1)/(a+b+2):
		return 1 - betaFraction(b, a, 1-x, elementary.Log1p(-x), elementary.Log(x))
	}
	return betaFraction(a, b, x, elementary.Log(x), elementary.Log1p(-x))
}

// betaFraction returns I_x(a, b) with the logarithms of x and 1 − x.
func betaFraction(a, b, x, logX, logRest float64) float64 {
	logBeta := LogGamma(a) + LogGamma(b) - LogGamma(a+b)
	front := elementary.Exp(float64(a*logX)+float64(b*logRest)-logBeta) / a
	f := newFraction(1)
	for m := range most {
		n := float64(m)
		low := a + float64(2*n)
		done := f.add(-float64(a+n) * (a + b + n) * x / (low * (low + 1)))
		n++
		done = f.add(float64(n*(b-n))*x/((low+1)*(low+2))) && done
		if done {
			break
		}
	}
	return float64(front / f.value)
}

// RegIncGamma returns the regularised incomplete gamma functions P(a, x) and Q(a, x) = 1 − P(a, x) for a > 0 and
// x ≥ 0: P by the series DLMF 8.11.4 below a + 1, Q by the continued fraction DLMF 8.9.2 above.
func RegIncGamma(a, x float64) (p, q float64) {
	switch {
	case x != x:
		return x, x
	case !(a > 0 && x >= 0):
		panic("special: RegIncGamma is not defined there")
	case x == 0:
		return 0, 1
	case x > math.MaxFloat64:
		return 1, 0
	}
	front := elementary.Exp(float64(a*elementary.Log(x)) - x - LogGamma(a))
	if x < a+1 {
		term := 1 / a
		sum := term
		for n := 1.0; n < most && term > epsilon*sum; n++ {
			term = float64(term * (x / (a + n)))
			sum += term
		}
		p = min(1, float64(front*sum))
		return p, 1 - p
	}
	f := newFraction(x + 1 - a)
	for n := 1.0; n < most; n++ {
		if f.addOver(float64(n*(a-n)), x+float64(2*n)+1-a) {
			break
		}
	}
	q = min(1, float64(front/f.value))
	return 1 - q, q
}

// fraction is a continued fraction b₀ + a₁/(b₁ + a₂/(b₂ + …, by the modified algorithm of Lentz (Press et al.,
// "Numerical Recipes", 3rd ed., section 5.2).
type fraction struct{ value, c, d float64 }

func newFraction(b float64) *fraction {
	if b == 0 {
		b = least
	}
	return &fraction{b, b, 0}
}

// add adds a term over 1.
func (f *fraction) add(a float64) (done bool) { return f.addOver(a, 1) }

// addOver adds a term a/b, and reports whether that changed little.
func (f *fraction) addOver(a, b float64) (done bool) {
	f.d = b + float64(a*f.d)
	if f.d == 0 {
		f.d = least
	}
	f.c = b + a/f.c
	if f.c == 0 {
		f.c = least
	}
	f.d = 1 / f.d
	factor := float64(f.c * f.d)
	f.value *= factor
	return math.Abs(factor-1) <= 4*epsilon
}
