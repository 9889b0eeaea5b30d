package variate

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"golang.org/x/sys/cpu"
)

const draws = 3_000_000

// The numbers are those of Go on amd64, the rare ones too.
func TestBitsOfGo(t *testing.T) {
	if runtime.GOARCH != "amd64" || !cpu.X86.HasFMA {
		t.Skip("Go's numbers have other bits on this processor")
	}
	for name, pair := range map[string][2]func(*rand.Rand) float64{
		"normal":      {Normal, (*rand.Rand).NormFloat64},
		"exponential": {Exponential, (*rand.Rand).ExpFloat64},
	} {
		own, other := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
		for i := range draws {
			if got, want := pair[0](own), pair[1](other); got != want {
				t.Errorf("%s number %d is %v, Go's is %v", name, i, got, want)
				break
			}
		}
	}
}

// Moments and tails are those of the distributions, and bits the same on every processor.
func TestDistributions(t *testing.T) {
	const n = 200_000
	r := rand.New(rand.NewPCG(3, 4))
	var sum, squares, tail, waits, late float64
	bits := uint64(0)
	for range n {
		x, y := Normal(r), Exponential(r)
		sum, squares, waits = sum+x, squares+float64(x*x), waits+y
		if math.Abs(x) > 2 {
			tail++
		}
		if y > 3 {
			late++
		}
		bits = bits*31 + math.Float64bits(x)
		bits = bits*31 + math.Float64bits(y)
	}
	for name, v := range map[string][3]float64{
		"mean of normals": {sum / n, 0, 0.01}, "their mean square": {squares / n, 1, 0.015},
		"share beyond 2": {tail / n, 0.0455, 0.002}, "mean of exponentials": {waits / n, 1, 0.01},
		"share beyond 3": {late / n, 0.0498, 0.002},
	} {
		if math.Abs(v[0]-v[1]) > v[2] {
			t.Errorf("%s: %v, want %v", name, v[0], v[1])
		}
	}
	if want := uint64(0xeec14ea474c2f178); bits != want {
		t.Errorf("bits sum to %#x, not %#x", bits, want)
	}
}

// Gamma numbers have the mean and variance of their shape, and are the same on every processor.
func TestGamma(t *testing.T) {
	const n = 100_000
	bits := uint64(0)
	for _, shape := range []float64{0.3, 1, 1.5, 20} {
		r := rand.New(rand.NewPCG(5, 6))
		sum, squares := 0.0, 0.0
		for range n {
			x := Gamma(r, shape)
			sum, squares = sum+x, squares+float64((x-shape)*(x-shape))
			bits = bits*31 + math.Float64bits(x)
		}
		deviation := math.Sqrt(shape / n)
		if math.Abs(sum/n-shape) > 4*deviation || math.Abs(squares/n/shape-1) > 0.05 {
			t.Errorf("shape %v: mean %v, variance %v", shape, sum/n, squares/n)
		}
	}
	if want := uint64(0x19a4318cf0f05f18); bits != want {
		t.Errorf("bits sum to %#x, not %#x", bits, want)
	}
}
