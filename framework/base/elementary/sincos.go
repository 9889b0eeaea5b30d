package elementary

import "math"

// π/4 in three parts, the first two with so few bits that their products with small whole numbers are exact.
const (
	quarterHigh   = 7.85398125648498535156e-1
	quarterMiddle = 3.77489470793079817668e-8
	quarterLow    = 2.69515142907905952645e-15
)

// sinSeries and cosSeries are the coefficients of z¹³ … z³ in sin z − z, and of z¹⁴ … z⁴ in cos z − 1 + z²/2, for
// |z| ≤ π/4.
var (
	sinSeries = [...]float64{1.58962301576546568060e-10, -2.50507477628578072866e-8, 2.75573136213857245213e-6,
		-1.98412698295895385996e-4, 8.33333333332211858878e-3, -1.66666666666666307295e-1}
	cosSeries = [...]float64{-1.13585365213876817300e-11, 2.08757008419747316778e-9, -2.75573141792967388112e-7,
		2.48015872888517045348e-5, -1.38888888888730564116e-3, 4.16666666666665929218e-2}
)

// Sincos returns sine and cosine of 0 ≤ x ≤ 2²⁰, in radians (Moshier, "Methods and Programs for Mathematical
// Functions", 1989).
func Sincos(x float64) (sin, cos float64) {
	if !(x >= 0 && x <= 1<<20) {
		panic("elementary: an angle out of range")
	}
	octant := uint64(x * (4 / math.Pi))
	octant += octant & 1 // z is relative to the nearest multiple of π/2
	k := float64(octant)
	z := ((x - float64(k*quarterHigh)) - float64(k*quarterMiddle)) - float64(k*quarterLow)
	square := float64(z * z)
	cos = 1 - float64(0.5*square) + float64(float64(square*square)*horner(&cosSeries, square))
	sin = z + float64(float64(z*square)*horner(&sinSeries, square))
	switch octant & 7 {
	case 2:
		return cos, -sin
	case 4:
		return -sin, -cos
	case 6:
		return -cos, sin
	}
	return sin, cos
}

// horner returns the polynomial with these coefficients, that of the highest power first.
func horner(coefficients *[6]float64, x float64) float64 {
	sum := coefficients[0]
	for _, c := range coefficients[1:] {
		sum = float64(sum*x) + c
	}
	return sum
}
