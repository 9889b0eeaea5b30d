// Package gram computes kernel matrices: the kernel of every two of some rows.
//
// A value is a function of its two rows alone, whatever is computed beside it and in
// which blocks, and whether the rows are dense or sparse: products run over ascending
// columns with fused multiply–add.
package gram

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// The kernels.
const (
	RBF     = "rbf"     // exp(−γ‖x − z‖²)
	Poly    = "poly"    // (γ·xᵀz + r)^p
	Sigmoid = "sigmoid" // tanh(γ·xᵀz + r)
	Linear  = "linear"  // xᵀz
)

// Kernel is a kernel with its numbers.
type Kernel struct {
	Kind   string
	Gamma  float64 // γ
	Coef0  float64 // r
	Degree int     // p, at least 1
}

// centre is what values are stored less of: 1 for the Gaussian kernel, so that close
// rows, whose values are near 1, differ as much as they should in float32. A sum with
// coefficients that add up to 0 does not change by it.
func (k Kernel) centre() float64 {
	if k.Kind == RBF {
		return 1
	}
	return 0
}

// Centred reports whether values in float32 are less 1.
func (k Kernel) Centred() bool { return k.centre() != 0 }

// values replaces products of rows with one row by values of the kernel; norms are the
// squares of the rows, norm that of the one.
func (k Kernel) values(x, norms []float64, norm float64) {
	switch k.Kind {
	case RBF:
		kernel.Gaussian(x, norms, norm, k.Gamma)
	case Poly:
		for t, v := range x {
			x[t] = power(math.FMA(k.Gamma, v, k.Coef0), k.Degree)
		}
	case Sigmoid:
		for t, v := range x {
			x[t] = elementary.Tanh(math.FMA(k.Gamma, v, k.Coef0))
		}
	}
}

// power returns v^p by repeated squares.
func power(v float64, p int) float64 {
	out := 1.0
	for ; p > 0; p >>= 1 {
		if p&1 == 1 {
			out = float64(out * v)
		}
		v = float64(v * v)
	}
	return out
}

// The words for γ that depends on the rows.
const (
	Scale = "scale" // 1/(d·var), var being the variance of all entries
	Auto  = "auto"  // 1/d
)

// GammaOf returns the γ that a word stands for. Where all entries are equal, Scale is
// 1, as in scikit-learn.
func GammaOf(word string, p *Points) (float64, error) {
	switch word {
	case Auto:
		return 1 / float64(p.x.Cols), nil
	case Scale:
		if v := p.variance(); v > 0 {
			return 1 / (float64(p.x.Cols) * v), nil
		}
		return 1, nil
	}
	return 0, fmt.Errorf("gamma %q is neither %q nor %q", word, Scale, Auto)
}

// variance returns the variance of all entries, those not stored included.
func (p *Points) variance() float64 {
	n, sum := float64(p.x.Rows)*float64(p.x.Cols), 0.0
	for i := range p.x.Rows {
		for _, v := range p.x.Stored(i) {
			sum += v
		}
	}
	mean, squares := sum/n, 0.0
	for i := range p.x.Rows {
		values := p.x.Stored(i)
		for _, v := range values {
			squares += float64((v - mean) * (v - mean))
		}
		squares += float64(float64(p.x.Cols-len(values)) * mean * mean)
	}
	return squares / n
}

// check returns an error if the kernel of the rows is beyond float32.
func (k Kernel) check(p *Points) error {
	largest := 0.0
	for _, v := range p.norms[:p.x.Rows] {
		largest = max(largest, v)
	}
	if k.Kind != RBF {
		ends := []float64{largest, -largest}
		k.values(ends, nil, 0)
		largest = max(math.Abs(ends[0]), math.Abs(ends[1]))
		if !(largest <= math.MaxFloat32/4) {
			largest = math.Inf(1)
		}
	}
	if !(largest < 1e300) {
		return fmt.Errorf("the kernel overflows: standardise the features")
	}
	return nil
}
