// Package variate draws normal, exponential and gamma numbers with the same bits on every processor. Those of Go's
// math/rand/v2 depend on exponentials and logarithms that other architectures round differently; the bits here are
// those of amd64.
//
// Normal and exponential numbers are drawn by the ziggurat (Marsaglia & Tsang, "The Ziggurat Method for Generating
// Random Variables", Journal of Statistical Software 5(8), 2000): the density is covered by strips of one area, and
// most draws are a point in a strip that is below the density for sure.
package variate

import (
	"math"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/base/elementary"
)

// ziggurat has strips of a density from the tail up, strip 0 with the tail.
type ziggurat struct {
	inside  []uint32  // the whole numbers below which a point is below the density
	width   []float32 // of a strip over the range of these whole numbers
	density []float32 // at the right end of a strip
}

const (
	normalTail      = 3.442619855899
	exponentialTail = 7.69711747013104972
)

var (
	normals = strips(128, 1<<31, normalTail, 9.91256303526217e-3,
		func(x float64) float64 { return elementary.Exp(-0.5 * x * x) },
		func(y float64) float64 { return math.Sqrt(-2 * elementary.Log(y)) })
	exponentials = strips(256, 1<<32, exponentialTail, 3.949659822581572e-3,
		func(x float64) float64 { return elementary.Exp(-x) },
		func(y float64) float64 { return -elementary.Log(y) })
)

// strips computes n strips of an area. The topmost is number 1, that with the beginning of the tail number n − 1.
func strips(n int, scale, tail, area float64, density, inverse func(float64) float64) ziggurat {
	z := ziggurat{make([]uint32, n), make([]float32, n), make([]float32, n)}
	base := area / density(tail) // the width of a rectangle with the area of the tail's strip
	z.inside[0], z.width[0], z.density[0] = uint32(tail/base*scale), float32(base/scale), 1
	x := tail
	for i := n - 1; i > 0; i-- {
		z.width[i], z.density[i] = float32(x/scale), float32(density(x))
		if i > 1 {
			next := inverse(area/x + density(x))
			z.inside[i] = uint32(next / x * scale)
			x = next
		}
	}
	return z
}

// under reports whether a random height within strip i is below a density.
func (z *ziggurat) under(r *rand.Rand, i uint64, density float64) bool {
	below, above := z.density[i], z.density[i-1]
	return below+float32(float32(r.Float64())*(above-below)) < float32(density)
}

// Normal draws a number of the normal distribution with mean 0 and deviation 1.
func Normal(r *rand.Rand) float64 {
	for {
		bits := r.Uint64()
		signed, i := int32(bits), bits>>32&127
		x := float64(signed) * float64(normals.width[i])
		size := uint32(signed)
		if signed < 0 {
			size = -size
		}
		switch {
		case size < normals.inside[i]:
			return x
		case i == 0 && signed > 0:
			return normalTail + beyond(r)
		case i == 0:
			return -normalTail - beyond(r)
		case normals.under(r, i, elementary.Exp(-0.5*x*x)):
			return x
		}
	}
}

// beyond draws how far beyond the beginning of the tail a number is (Marsaglia 1964).
func beyond(r *rand.Rand) float64 {
	for {
		x := -elementary.Log(r.Float64()) * (1 / normalTail)
		y := -elementary.Log(r.Float64())
		if y+y >= float64(x*x) {
			return x
		}
	}
}

// Exponential draws a number of the exponential distribution with mean 1.
func Exponential(r *rand.Rand) float64 {
	for {
		bits := r.Uint64()
		size, i := uint32(bits), bits>>32&255
		x := float64(size) * float64(exponentials.width[i])
		switch {
		case size < exponentials.inside[i]:
			return x
		case i == 0:
			return exponentialTail - elementary.Log(r.Float64())
		case exponentials.under(r, i, elementary.Exp(-x)):
			return x
		}
	}
}

// Gamma draws a number of the gamma distribution with shape a > 0 and rate 1 (Marsaglia & Tsang, "A simple method for
// generating gamma variables", ACM Transactions on Mathematical Software 26, 2000).
func Gamma(r *rand.Rand, a float64) float64 {
	if a == 1 {
		return Exponential(r)
	}
	d, factor := a-1./3, 1.0
	if a < 1 {
		d, factor = d+1, elementary.Pow(r.Float64(), 1/a)
	}
	c := 1 / (3 * math.Sqrt(d))
	for {
		x := Normal(r)
		v := 1 + float64(x*c)
		if v <= 0 {
			continue
		}
		v = float64(v * v * v)
		u, square := r.Float64(), float64(x*x)
		if u < 1-float64(0.0331*square*square) ||
			elementary.Log(u) < float64(0.5*square)+float64(d*(1-v+elementary.Log(v))) {
			return factor * d * v
		}
	}
}
