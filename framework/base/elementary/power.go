package elementary

import "math"

// Pow returns x^y for x ≥ 0: for the whole part of y products of powers x, x², x⁴, …, whose exponents of 2 are
// summed apart, times the rest, which is at most ½, by Exp and Log.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case !(x > 0) || x > math.MaxFloat64 || !(math.Abs(y) < 1<<62):
		return math.Pow(x, y) // without rounding: 0, +Inf or NaN
	}
	whole, rest := math.Modf(math.Abs(y))
	product, exponent := 1.0, 0
	if rest != 0 {
		if rest > 0.5 {
			rest, whole = rest-1, whole+1
		}
		product = Exp(rest * Log(x))
	}
	factor, shift := math.Frexp(x)
	for n := int64(whole); n != 0; n >>= 1 {
		if shift < -1<<12 || shift > 1<<12 {
			exponent += shift // the result is 0 or +Inf
			break
		}
		if n&1 == 1 {
			product, exponent = product*factor, exponent+shift
		}
		factor, shift = float64(factor*factor), 2*shift
		if factor < 0.5 {
			factor, shift = 2*factor, shift-1
		}
	}
	if y < 0 {
		product, exponent = 1/product, -exponent
	}
	return math.Ldexp(product, exponent)
}

// expm1Series are the coefficients of r², r⁴ … r¹⁰ over (½)ⁿ in r·(e^r + 1)/(e^r − 1) − 2, scaled.
var expm1Series = [...]float64{-3.33333333333331316428e-02, 1.58730158725481460165e-03, -7.93650757867487942473e-05,
	4.00821782732936239552e-06, -2.01099218183624371326e-07}

// Expm1 returns e^x − 1, also for small x: x = k·ln 2 + r, and a rational function of r (as in Sun's FDLIBM,
// s_expm1.c, 1993).
func Expm1(x float64) float64 {
	switch {
	case x != x:
		return x
	case x <= -56*math.Ln2:
		return -1
	case x >= 7.09782712893383973096e+02:
		return math.Inf(1)
	case math.Abs(x) < 0x1p-54:
		return x
	}
	k, r, lost := reduce(x)
	half := float64(0.5 * r)
	square := float64(r * half)
	sum := expm1Series[4]
	for i := 3; i >= 0; i-- {
		sum = expm1Series[i] + float64(square*sum)
	}
	series := 1 + float64(square*sum)
	t := 3 - float64(series*half)
	e := float64(square * ((series - t) / (6 - float64(r*t))))
	if k == 0 {
		return r - (float64(r*e) - square)
	}
	return lessOne(k, r, (float64(r*(e-lost))-lost)-square)
}

// reduce returns k and r with x = k·ln 2 + r + lost.
func reduce(x float64) (k int, r, lost float64) {
	const halfLn2 = 3.46573590279972654709e-01
	switch size := math.Abs(x); {
	case size <= halfLn2:
		return 0, x, 0
	case size < 1.03972077083991796413e+00:
		k = 1
	default:
		k = int(float64(1.44269504088896338700*size) + 0.5)
	}
	if x < 0 {
		k = -k
	}
	high, low := x-float64(float64(k)*logHigh), float64(float64(k)*logLow)
	r = high - low
	return k, r, (high - r) - low
}

// lessOne returns 2^k·(1 + r − e) − 1 for k ≠ 0.
func lessOne(k int, r, e float64) float64 {
	switch {
	case k == -1:
		return float64(0.5*(r-e)) - 0.5
	case k == 1 && r < -0.25:
		return float64(-2 * (e - (r + 0.5)))
	case k == 1:
		return 1 + float64(2*(r-e))
	case k < 0 || k > 56:
		return shifted(1-(e-r), k) - 1
	case k < 20:
		return shifted((1-power(-k))-(e-r), k)
	}
	return shifted(r-(e+power(-k))+1, k)
}

// shifted returns y·2^k for normal results, also if 2^k itself is none.
func shifted(y float64, k int) float64 {
	return math.Float64frombits(math.Float64bits(y) + uint64(k)<<52)
}
