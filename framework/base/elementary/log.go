package elementary

import "math"

const (
	// ln 2 in two parts.
	logHigh = 6.93147180369123816490e-01
	logLow  = 1.90821492927058770002e-10
)

// logSeries are the coefficients of s⁰, s² … s¹², s = f/(2 + f), in (log(1 + f) − 2s)/s², for 1 + f between √½ and √2.
var logSeries = [...]float64{6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
	2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01}

// Log returns the natural logarithm: with x = 2^k·(1 + f) it is k·ln 2 + log(1 + f), and log(1 + f) is the series of
// the inverse hyperbolic tangent (as in Sun's FDLIBM, e_log.c, 1993).
func Log(x float64) float64 {
	switch {
	case x != x || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case x > math.MaxFloat64:
		return x
	}
	fraction, exponent := math.Frexp(x)
	if fraction <= math.Sqrt2/2 {
		fraction, exponent = 2*fraction, exponent-1
	}
	f, k := fraction-1, float64(exponent)
	s := f / (2 + f)
	half := float64(float64(0.5*f) * f)
	rest := float64(s*(half+series(s))) + float64(k*logLow)
	return float64(k*logHigh) - ((half - rest) - f)
}

// series returns (log(1 + f) − 2s)/s, of even and odd powers of s² apart.
func series(s float64) float64 {
	c := &logSeries
	square := float64(s * s)
	fourth := float64(square * square)
	even := float64(square * (c[0] + float64(fourth*(c[2]+float64(fourth*(c[4]+float64(fourth*c[6])))))))
	odd := float64(fourth * (c[1] + float64(fourth*(c[3]+float64(fourth*c[5])))))
	return even + odd
}

// Log2 returns the binary logarithm, which is exact for powers of 2.
func Log2(x float64) float64 {
	fraction, exponent := math.Frexp(x)
	if fraction == 0.5 {
		return float64(exponent - 1)
	}
	return float64(Log(fraction)*(1/math.Ln2)) + float64(exponent)
}

// Log1p returns log(1 + x), also for small x. Where 1 + x is rounded, it adds what rounding took away, divided by
// 1 + x (as in Sun's FDLIBM, s_log1p.c, 1993).
func Log1p(x float64) float64 {
	size := math.Abs(x)
	switch {
	case x != x || x < -1:
		return math.NaN()
	case x == -1:
		return math.Inf(-1)
	case x > math.MaxFloat64:
		return x
	case size < 0x1p-54:
		return x
	case size < 0x1p-29:
		return x - float64(float64(x*x)*0.5)
	}
	f, k, lost := split(x, size)
	high, low := float64(k*logHigh), lost+float64(k*logLow)
	half := float64(float64(0.5*f) * f)
	s := f / (2 + f)
	square := float64(s * s)
	sum := logSeries[6]
	for i := 5; i >= 0; i-- {
		sum = logSeries[i] + float64(square*sum)
	}
	main := float64(s * (half + float64(square*sum)))
	if k == 0 {
		return f - (half - main)
	}
	return high - ((half - (main + low)) - f)
}

// split returns f and k with 1 + x = 2^k·(1 + f), and what rounding took from 1 + x, relatively.
func split(x, size float64) (f, k, lost float64) {
	if size < math.Sqrt2-1 && x > math.Sqrt2/2-1 {
		return x, 0, 0
	}
	u := x
	if size < 1<<53 {
		u = 1 + x
		lost = x - (u - 1)
		if u >= 2 {
			lost = 1 - (u - x)
		}
		lost /= u
	}
	exponent := int(math.Float64bits(u)>>52) - 1023
	bits := math.Float64bits(u) & (1<<52 - 1)
	if bits < 0x6a09e667f3bcd { // the mantissa of √2
		u = math.Float64frombits(bits | 0x3ff0000000000000)
	} else {
		exponent++
		u = math.Float64frombits(bits | 0x3fe0000000000000)
	}
	return u - 1, float64(exponent), lost
}
