// Package elementary has elementary functions that give the same bits on every processor. Go's math uses
// assembly on some architectures, and fuses products and sums on others.
//
// The bits are those of Go's math on amd64, except at the ends of the range, where ours are right; the tests compare
// them. Errors are below 1.2 ulp, and of Tanh below 2. Log2 is right to 1 ulp of the larger of its value and ½, and
// Pow to 1e-13. Formulas are polynomials and rational functions published with their coefficients, computed in the
// order of Go's implementations.
package elementary

import "math"

const (
	log2e  = 1.4426950408889634
	mostIn = 7.09782712893384e+02 // above, exp(x) is +Inf
	// ln 2 in two parts, the first with so few bits that its product with an exponent is exact.
	expHigh = 0.69314718055966295651160180568695068359375
	expLow  = 0.28235290563031577122588448175013436025525412068e-12
)

// expTaylor are 1/8! … 1/0!.
var expTaylor = [...]float64{2.4801587301587301587e-5, 1.9841269841269841270e-4, 1.3888888888888888889e-3,
	8.3333333333333333333e-3, 4.1666666666666666667e-2, 1.6666666666666666667e-1, 0.5, 1}

// Exp returns e^x. With x = k·ln 2 + 16·r, a Taylor polynomial gives e^r − 1, and each step from e^r − 1 to
// e^2r − 1 = (e^r − 1)·(e^r − 1 + 2) doubles r (Shibata, "Efficient evaluation methods of elementary functions
// suitable for SIMD computation", Computer Science – Research and Development 25, 2010).
func Exp(x float64) float64 {
	switch {
	case !(x <= mostIn):
		return x + math.Inf(1) // NaN stays NaN
	case x < -746: // -745.14 is where the smallest number is rounded to 0
		return 0
	}
	k := math.RoundToEven(float64(x * log2e))
	r := math.FMA(-k, expHigh, x)
	r = math.FMA(-k, expLow, r) * 0.0625
	p := expTaylor[0]
	p = math.FMA(p, r, expTaylor[1])
	p = math.FMA(p, r, expTaylor[2])
	p = math.FMA(p, r, expTaylor[3])
	p = math.FMA(p, r, expTaylor[4])
	p = math.FMA(p, r, expTaylor[5])
	p = math.FMA(p, r, expTaylor[6])
	p = math.FMA(p, r, expTaylor[7])
	y := float64(r * p)
	y = float64(y * (y + 2))
	y = float64(y * (y + 2))
	y = float64(y * (y + 2))
	return scale(math.FMA(y, y+2, 1), int(k))
}

// scale returns y·2^k for −1076 ≤ k ≤ 1024. A result below the normal numbers is rounded once.
func scale(y float64, k int) float64 {
	switch {
	case k > 1023:
		return float64(float64(y*0x1p1023) * 2)
	case k > -1023:
		return float64(y * power(k))
	case k < -1023-52:
		return 0
	}
	return float64(float64(y*power(k+1022)) * 0x1p-1022)
}

// power returns 2^k for normal results.
func power(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }

// Tanh returns the hyperbolic tangent: a rational function up to 0.625 (Moshier, "Methods and Programs for
// Mathematical Functions", 1989), and beyond that 1 − 2/(e^2x + 1).
func Tanh(x float64) float64 {
	size := math.Abs(x)
	switch {
	case size > 44:
		return math.Copysign(1, x)
	case size >= 0.625:
		return math.Copysign(1-2/(Exp(2*size)+1), x)
	case x == 0:
		return x
	}
	s := float64(x * x)
	above := float64((float64(-9.64399179425052238628e-1*s)-9.92877231001918586564e1)*s) - 1.61468768441708447952e3
	below := float64((float64((s+1.12811678491632931402e2)*s)+2.23548839060100448583e3)*s) + 4.84406305325125486048e3
	return x + float64(float64(x*s)*above)/below
}
