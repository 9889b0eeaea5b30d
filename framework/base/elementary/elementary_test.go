package elementary

import (
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/cpu"
)

type pair struct {
	name      string
	own, math func(float64) float64
	draw      func(*rand.Rand) float64
}

// pairs are the functions with those of Go, and where to compare them.
var pairs = []pair{
	{"Exp", Exp, math.Exp, func(r *rand.Rand) float64 { return min(709.4, 740*(2*r.Float64()-1)) }},
	{"Exp of few", Exp, math.Exp, func(r *rand.Rand) float64 { return 4 * r.NormFloat64() }},
	{"Log", Log, math.Log, positive},
	{"Log near 1", Log, math.Log, func(r *rand.Rand) float64 { return 1 + r.Float64() - 0.5 }},
	{"Log2", Log2, math.Log2, positive},
	{"Log1p", Log1p, math.Log1p, positive},
	{"Log1p near 0", Log1p, math.Log1p, func(r *rand.Rand) float64 { return 2*r.Float64() - 1 }},
	{"Log1p of few", Log1p, math.Log1p, func(r *rand.Rand) float64 { return 30 * r.Float64() }},
	{"Expm1", Expm1, math.Expm1, func(r *rand.Rand) float64 { return 750 * (2*r.Float64() - 1) }},
	{"Expm1 of few", Expm1, math.Expm1, func(r *rand.Rand) float64 { return 3 * r.NormFloat64() }},
	{"Tanh", Tanh, math.Tanh, func(r *rand.Rand) float64 { return 2 * r.NormFloat64() }},
}

// Sines and cosines are Go's on amd64, and have the same bits on every processor.
func TestSincos(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	bits := uint64(0)
	for range draws {
		x := 2 * math.Pi * r.Float64()
		sin, cos := Sincos(x)
		bits = (bits*31+math.Float64bits(sin))*31 + math.Float64bits(cos)
		wantSin, wantCos := math.Sincos(x)
		if math.Abs(sin-wantSin) > 2e-16 || math.Abs(cos-wantCos) > 2e-16 ||
			runtime.GOARCH == "amd64" && (sin != wantSin || cos != wantCos) {
			t.Fatalf("sine and cosine of %v are %v and %v, Go's are %v and %v", x, sin, cos, wantSin, wantCos)
		}
	}
	if want := uint64(0x636c5b8590cb06d8); bits != want {
		t.Errorf("bits sum to %#x, not %#x", bits, want)
	}
	if sin, cos := Sincos(0); sin != 0 || cos != 1 {
		t.Errorf("sine and cosine of 0 are %v and %v", sin, cos)
	}
}

// positive draws numbers of all sizes that have all bits.
func positive(r *rand.Rand) float64 {
	return math.Float64frombits(r.Uint64()&(1<<52-1) | uint64(1+r.IntN(2046))<<52)
}

const draws = 200_000

// Go's functions on amd64 are what ours are to be, on processors with fused multiply–add.
func TestBitsOfGo(t *testing.T) {
	if runtime.GOARCH != "amd64" || !cpu.X86.HasFMA {
		t.Skip("Go's functions have other bits on this processor")
	}
	for _, p := range pairs {
		r := rand.New(rand.NewPCG(1, 2))
		for range draws {
			x := p.draw(r)
			if got, want := p.own(x), p.math(x); math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("%s of %v is %v, Go's is %v", p.name, x, got, want)
				break
			}
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range draws {
		x, y := math.Exp(3*r.NormFloat64()), 20*r.NormFloat64()
		if r.IntN(4) == 0 {
			y = math.Round(y)
		}
		if got, want := Pow(x, y), math.Pow(x, y); got != want {
			t.Fatalf("%v to the power of %v is %v, Go's is %v", x, y, got, want)
		}
	}
}

// The same sums of bits on every processor.
func TestBits(t *testing.T) {
	for name, want := range map[string]uint64{
		"Exp": 0x5311150f8f789e07, "Log": 0x96d09e12d0a4e52d, "Log2": 0xa6de8b5dce8c5239,
		"Log1p": 0xcb9c395fc3926ebb, "Expm1": 0xcb1920d3dd5251f2, "Tanh": 0x22e9603875e85e2e,
	} {
		sum := uint64(0)
		r := rand.New(rand.NewPCG(5, 6))
		own := pairs[slices.IndexFunc(pairs, func(p pair) bool { return p.name == name })].own
		for range 20_000 {
			sum = sum*31 + math.Float64bits(own(80*r.Float64()*r.Float64()))
		}
		if sum != want {
			t.Errorf("%q: %#x, not %#x", name, sum, want)
		}
	}
}

// ulps returns the error of got in units of its last place, where want is exact.
func ulps(got float64, want *big.Float) float64 {
	difference, _ := new(big.Float).Sub(new(big.Float).SetFloat64(got), want).Float64()
	return math.Abs(difference) / (math.Nextafter(math.Abs(got), math.Inf(1)) - math.Abs(got))
}

// exact returns e^x for |x| ≤ 40 by Taylor's series.
func exact(x *big.Float) *big.Float {
	sum, term := big.NewFloat(1).SetPrec(400), big.NewFloat(1).SetPrec(400)
	for n := 1; n < 300; n++ {
		term.Mul(term, x).Quo(term, big.NewFloat(float64(n)))
		sum.Add(sum, term)
	}
	return sum
}

// Exact values are e^x, and of logarithms y the x for which y is right: an error of y is then relative to x.
func TestErrors(t *testing.T) {
	one := big.NewFloat(1).SetPrec(400)
	large := map[string]float64{}
	note := func(name string, e float64) { large[name] = max(large[name], e) }
	r := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		x := 6 * r.NormFloat64()
		e := exact(new(big.Float).SetPrec(400).SetFloat64(x))
		note("Exp", ulps(Exp(x), e))
		less := new(big.Float).SetPrec(400).Sub(e, one)
		note("Expm1", ulps(Expm1(x), less))
		square := new(big.Float).SetPrec(400).Mul(e, e)
		tanh := new(big.Float).SetPrec(400).Sub(square, one)
		note("Tanh", ulps(Tanh(x), tanh.Quo(tanh, square.Add(square, one))))
		v := math.Exp(x)
		for name, f := range map[string]func(float64) float64{"Log": Log, "Log1p": Log1p} {
			y, of := f(v), new(big.Float).SetPrec(400).SetFloat64(v)
			if name == "Log1p" {
				of.Add(of, one)
			}
			ratio := of.Quo(of, exact(new(big.Float).SetPrec(400).SetFloat64(y)))
			note(name, ulps(y, ratio.Add(ratio.Sub(ratio, one), new(big.Float).SetFloat64(y))))
		}
	}
	for name, limit := range map[string]float64{"Exp": 1.2, "Expm1": 1, "Log": 1, "Log1p": 1, "Tanh": 2} {
		if large[name] > limit || large[name] < 0.4 {
			t.Errorf("%s is off by up to %.2f ulp, and the limit is %v", name, large[name], limit)
		}
	}
}

// tiny is the absolute error of Log2 near 1 and of the smallest numbers.
func tiny(name string) float64 {
	if name == "Log2" {
		return 0x1p-53
	}
	return 5e-324
}

// near reports whether two numbers are equal, both are NaN, or their difference is small.
func near(got, want, relative, absolute float64) bool {
	return got == want || got != got && want != want ||
		math.Abs(got-want) <= float64(relative*math.Abs(want))+absolute
}

func TestSpecial(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	values := []float64{0, math.Copysign(0, -1), 1, -1, inf, -inf, nan, math.MaxFloat64, -math.MaxFloat64,
		709.7, 709.79, 710, -708.3, -744, -745.1, -746, -1e9, 1e300, 0x1p-54, 0x1p-30, -0x1p-30,
		0x1p53, 0x1p60, 0.625, 50, -50, 3, 0.5, math.Nextafter(1, 0), math.Nextafter(1, 2), math.Sqrt2 / 2}
	for _, p := range pairs {
		for _, x := range values {
			got, want := p.own(x), p.math(x)
			if p.name[:3] == "Exp" && x == 709.7 {
				want = 1.6549840276802644e+308 // Go's is +Inf on amd64
			}
			if !near(got, want, 4e-16, tiny(p.name)) {
				t.Errorf("%s of %v is %v, want %v", p.name, x, got, want)
			}
		}
	}
	if got, want := Log(5e-324), -1074*math.Ln2; math.Abs(got-want) > 2e-16*-want {
		t.Errorf("the logarithm of the smallest number is %v, want %v", got, want)
	}
	for _, x := range values {
		for _, y := range values {
			if got, want := Pow(math.Abs(x), y), math.Pow(math.Abs(x), y); !near(got, want, 1e-13, 0) {
				t.Errorf("%v to the power of %v is %v, want %v", math.Abs(x), y, got, want)
			}
		}
	}
}
