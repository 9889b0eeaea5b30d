package special

import (
	"math"

	"github.com/manyclass/bench/framework/base/elementary"
)

// The coefficients of rational functions, that of the lowest power first: for erfc below 0.84375, around 1, up to
// 1/0.35 and beyond.
var (
	nearUp = []float64{1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02,
		-5.77027029648944159157e-03, -2.37630166566501626084e-05}
	nearDown = []float64{1, 3.97917223959155352819e-01, 6.50222499887672944485e-02, 5.08130628187576562776e-03,
		1.32494738004321644526e-04, -3.96022827877536812320e-06}
	oneUp = []float64{-2.36211856075265944077e-03, 4.14856118683748331666e-01, -3.72207876035701323847e-01,
		3.18346619901161753674e-01, -1.10894694282396677476e-01, 3.54783043256182359371e-02,
		-2.16637559486879084300e-03}
	oneDown = []float64{1, 1.06420880400844228286e-01, 5.40397917702171048937e-01, 7.18286544141962662868e-02,
		1.26171219808761642112e-01, 1.36370839120290507362e-02, 1.19844998467991074170e-02}
	middleUp = []float64{-9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01,
		-6.23753324503260060396e+01, -1.62396669462573470355e+02, -1.84605092906711035994e+02,
		-8.12874355063065934246e+01, -9.81432934416914548592e+00}
	middleDown = []float64{1, 1.96512716674392571292e+01, 1.37657754143519042600e+02, 4.34565877475229228821e+02,
		6.45387271733267880336e+02, 4.29008140027567833386e+02, 1.08635005541779435134e+02,
		6.57024977031928170135e+00, -6.04244152148580987438e-02}
	farUp = []float64{-9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01,
		-1.60636384855821916062e+02, -6.37566443368389627722e+02, -1.02509513161107724954e+03,
		-4.83519191608651397019e+02}
	farDown = []float64{1, 3.03380607434824582924e+01, 3.25792512996573918826e+02, 1.53672958608443695994e+03,
		3.19985821950859553908e+03, 2.55305040643316442583e+03, 4.74528541206955367215e+02,
		-2.24409524465858183362e+01}
)

// erfOfOne is near erf 1, with so few bits that sums with it are exact.
const erfOfOne = 8.45062911510467529297e-01

// Erfc returns the complementary error function, with an error below 1 ulp (as in Sun's FDLIBM, s_erf.c, 1993). The
// bits are those of Go's math on amd64.
func Erfc(x float64) float64 {
	size, negative := math.Abs(x), x < 0
	switch {
	case x != x:
		return x
	case size < 0x1p-56:
		return 1 - x
	case size < 0.84375:
		return 1 - erfNear(x, size)
	case size < 1.25:
		p := polynomial(oneUp, size-1) / polynomial(oneDown, size-1)
		if negative {
			return 1 + erfOfOne + p
		}
		return 1 - erfOfOne - p
	case size >= 28 || negative && size > 6:
		if negative {
			return 2
		}
		return 0
	}
	tail := erfcTail(size)
	if negative {
		return 2 - tail
	}
	return tail
}

// erfNear returns erf x for |x| < 0.84375, and 1 less where 1 is subtracted from it without rounding twice.
func erfNear(x, size float64) float64 {
	square := float64(x * x)
	y := polynomial(nearUp, square) / polynomial(nearDown, square)
	value := 0.0
	if size < 0.25 {
		value = size + float64(size*y)
	} else {
		value = 0.5 + (float64(size*y) + (size - 0.5))
	}
	return math.Copysign(value, x)
}

// erfcTail returns erfc x for 1.25 ≤ x < 28: e^(−x² + R/S)/x, with x² split so that the exponents are exact.
func erfcTail(x float64) float64 {
	s := 1 / float64(x*x)
	up, down := middleUp, middleDown
	if x >= 1/0.35 {
		up, down = farUp, farDown
	}
	ratio := polynomial(up, s) / polynomial(down, s)
	high := math.Float64frombits(math.Float64bits(x) &^ (1<<32 - 1))
	return float64(elementary.Exp(-float64(high*high)-0.5625)*elementary.Exp(float64((high-x)*(high+x))+ratio)) / x
}

func polynomial(coefficients []float64, x float64) float64 {
	last := len(coefficients) - 1
	sum := coefficients[last]
	for i := last - 1; i >= 0; i-- {
		sum = coefficients[i] + float64(x*sum)
	}
	return sum
}
