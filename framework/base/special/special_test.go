package special

import (
	"math"
	"runtime"
	"testing"

	"golang.org/x/sys/cpu"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

func off(got, want float64) float64 {
	if got == want {
		return 0
	}
	return math.Abs(got-want) / math.Abs(want)
}

var parameters = []float64{0.3, 0.5, 1, 1.5, 2, 3.7, 10, 25.5, 100, 1000}

func TestLogGamma(t *testing.T) {
	for _, x := range append(parameters, 1e-3, 11.99, 12, 12.01, 1e6) {
		want, _ := math.Lgamma(x)
		if got := LogGamma(x); math.Abs(got-want) > 4e-15*math.Abs(want)+1e-14 {
			t.Errorf("the logarithm of the gamma function of %v is %v, want %v", x, got, want)
		}
	}
}

// Compared with gonum, and with values that are known: I_x(a, 1) = x^a, and I_x(1, b) = 1 − (1−x)^b.
func TestRegIncBeta(t *testing.T) {
	for _, x := range []float64{1e-10, 0.01, 0.2, 0.5, 0.77, 0.99, 1 - 1e-9} {
		for _, a := range parameters {
			if got, want := RegIncBeta(a, 1, x), math.Pow(x, a); off(got, want) > 1e-11 {
				t.Errorf("I_%v(%v, 1) is %v, want %v", x, a, got, want)
			}
			if got, want := RegIncBeta(1, a, x), -math.Expm1(a*math.Log1p(-x)); off(got, want) > 1e-12 {
				t.Errorf("I_%v(1, %v) is %v, want %v", x, a, got, want)
			}
			for _, b := range parameters {
				got, want := RegIncBeta(a, b, x), mathext.RegIncBeta(a, b, x)
				if off(got, want) > 1e-10 && math.Abs(got-want) > 1e-250 {
					t.Errorf("I_%v(%v, %v) is %v, want %v", x, a, b, got, want)
				}
			}
		}
	}
	if RegIncBeta(2, 3, 0) != 0 || RegIncBeta(2, 3, 1) != 1 {
		t.Error("the ends are not 0 and 1")
	}
}

// P(1, x) = 1 − e^−x; the others are compared with gonum.
func TestRegIncGamma(t *testing.T) {
	for _, x := range []float64{1e-12, 0.1, 0.9, 1, 2, 5, 12, 40, 99, 101, 700} {
		if p, q := RegIncGamma(1, x); off(p, -math.Expm1(-x)) > 1e-13 || off(q, math.Exp(-x)) > 1e-12 {
			t.Errorf("P(1, %v) is %v and Q %v", x, p, q)
		}
		for _, a := range parameters {
			p, q := RegIncGamma(a, x)
			if want := mathext.GammaIncReg(a, x); math.Abs(p-want) > 1e-12 {
				t.Errorf("P(%v, %v) is %v, want %v", a, x, p, want)
			}
			if want := mathext.GammaIncRegComp(a, x); off(q, want) > 1e-11 && math.Abs(q-want) > 1e-13*want+1e-15 {
				t.Errorf("Q(%v, %v) is %v, want %v", a, x, q, want)
			}
		}
	}
	if p, q := RegIncGamma(2, 0); p != 0 || q != 1 {
		t.Errorf("P and Q of 0 are %v and %v", p, q)
	}
	if p, q := RegIncGamma(2, math.Inf(1)); p != 1 || q != 0 {
		t.Errorf("P and Q of +Inf are %v and %v", p, q)
	}
}

func TestErfc(t *testing.T) {
	for _, x := range []float64{-30, -7, -3, -0.9, -0.4, 0, 1e-20, 1e-9, 0.1, 0.7, 1, 1.9, 4, 10, 26, 27.3, 30} {
		if got, want := Erfc(x), math.Erfc(x); off(got, want) > 4e-16 && math.Abs(got-want) > 5e-324 {
			t.Errorf("erfc %v is %v, want %v", x, got, want)
		}
	}
	for x := -7.0; runtime.GOARCH == "amd64" && cpu.X86.HasFMA && x < 28; x += 1. / 256 {
		if got, want := Erfc(x), math.Erfc(x); got != want {
			t.Fatalf("erfc %v is %v, Go's is %v", x, got, want)
		}
	}
	if got := Erfc(math.NaN()); got == got {
		t.Error("erfc of NaN is", got)
	}
}

// Quantiles are compared with gonum, and with the probabilities that they belong to.
func TestDistributions(t *testing.T) {
	for _, nu := range []float64{1, 2, 5, 9.5, 30, 1000} {
		student := distuv.StudentsT{Sigma: 1, Nu: nu}
		for _, x := range []float64{-40, -3, -1, -0.2, 0, 1e-3, 0.7, 2.5, 12} {
			if got, want := Student(nu, x), student.CDF(x); off(got, want) > 1e-10 {
				t.Errorf("Student's distribution with %v degrees of freedom at %v is %v, want %v", nu, x, got, want)
			}
		}
		for _, p := range []float64{1e-9, 1e-3, 0.025, 0.4, 0.5} {
			got := StudentQuantile(nu, p)
			if off(Student(nu, -got), p) > 1e-11 || math.Abs(got-student.Quantile(1-p)) > 1e-6*got+1e-15 {
				t.Errorf("the quantile of %v, %v is %v, want %v", nu, p, got, student.Quantile(1-p))
			}
		}
	}
	for _, p := range []float64{1e-300, 1e-20, 1e-3, 0.025, 0.1, 0.4, 0.4999, 0.5} {
		if got := NormalQuantile(p); off(math.Erfc(got/math.Sqrt2)/2, p) > 1e-13 && p > 1e-20 ||
			math.Abs(got+mathext.NormalQuantile(p)) > 1e-13*got+1e-15 {
			t.Errorf("the normal quantile of %v is %v, want %v", p, got, -mathext.NormalQuantile(p))
		}
	}
	if !math.IsInf(NormalQuantile(0), 1) || !math.IsInf(NormalQuantile(1), -1) || NormalQuantile(0.75) != -NormalQuantile(0.25) {
		t.Error("the other half of the normal quantiles")
	}
	// Values of scipy.stats.t 1.10.
	if got := Student(1000, 0.001); off(got, 0.5003988424907737) > 1e-14 {
		t.Errorf("Student's distribution near its middle is %v", got)
	}
	if Student(3, math.Inf(1)) != 1 || Student(3, math.Inf(-1)) != 0 || !math.IsNaN(Student(3, math.NaN())) {
		t.Error("the ends of Student's distribution")
	}
}

// The same bits on every processor.
func TestBits(t *testing.T) {
	sum := uint64(0)
	for _, a := range parameters {
		for _, b := range parameters {
			p, q := RegIncGamma(a, b)
			for _, v := range []float64{RegIncBeta(a, b, 0.3), p, q, LogGamma(a), Erfc(a), Student(a, -b), NormalQuantile(0.5 / (1 + a))} {
				sum = sum*31 + math.Float64bits(v)
			}
		}
	}
	if want := uint64(0xcff282e1962ead11); sum != want {
		t.Errorf("bits sum to %#x, not %#x", sum, want)
	}
}
