package labels

import (
	"errors"
	"math"

	"github.com/manyclass/bench/framework/base/symmetric"
	"github.com/manyclass/bench/framework/contract"
)

// Projection maps rows of K labels to M numbers and back: principal label space
// transformation (Tai & Lin, "Multilabel classification with principal label space
// transformation", Neural Computation 24, 2012).
type Projection struct {
	Mean []float64   `json:"mean"` // K, 0 if labels are not centred
	V    [][]float64 `json:"v"`    // M orthonormal directions of length K
}

// Size says how many components a projection has.
type Size struct {
	Components int     // if not 0
	Explained  float64 // else as few as explain this share of Σ σ²
}

// rounding is the share of Σ σ² that the rounding of eigenvalues may take away.
const rounding = 1e-12

// Principal returns the leading right singular vectors v of Y (n × K), or of
// Y − 1ȳᵀ if it is centred, with Y − 1ȳᵀ = UΣVᵀ. They are the eigenvectors of the
// K × K matrix YᵀY − n·ȳȳᵀ = VΣ²Vᵀ, whose entries are exact up to one division;
// the largest entry of each, the first of equals, is positive. There is at least
// one component. Size.Components is at most K.
func Principal(y []int8, k int, center bool, size Size) (Projection, error) {
	gram, mean := gramOf(y, k, center)
	return leading(gram, mean, size)
}

// leading takes the directions of the largest eigenvalues.
func leading(gram []float64, mean []float64, size Size) (Projection, error) {
	k := len(mean)
	values, vectors, ok := symmetric.Eigen(gram, k) // ascending
	if !ok {
		return Projection{}, errors.New("the eigenvalues of the label matrix do not converge")
	}
	p := Projection{Mean: mean}
	for m := range size.count(values) {
		v := vectors[k-1-m]
		orient(v)
		p.V = append(p.V, v)
	}
	return p, nil
}

// gramOf returns YᵀY − n·ȳȳᵀ and ȳ, or YᵀY and zeros.
func gramOf(y []int8, k int, center bool) (gram, mean []float64) {
	n := float64(len(y) / k)
	both := together(y, k)
	mean = make([]float64, k)
	if !center || n == 0 {
		return both, mean
	}
	gram = make([]float64, k*k)
	for a := range k {
		na := both[a*k+a]
		mean[a] = na / n
		for b := a; b < k; b++ {
			gram[b*k+a] = (float64(n*both[a*k+b]) - float64(na*both[b*k+b])) / n
		}
	}
	return gram, mean
}

// count is the number of components for ascending σ².
func (s Size) count(values []float64) int {
	if s.Components > 0 {
		return s.Components
	}
	total := 0.0
	for i := len(values) - 1; i >= 0; i-- {
		total += max(0, values[i])
	}
	sum := 0.0
	for m := 1; m < len(values); m++ {
		sum += max(0, values[len(values)-m])
		if sum >= (s.Explained-rounding)*total {
			return m
		}
	}
	return len(values)
}

func orient(v []float64) {
	largest := 0
	for i, x := range v {
		if math.Abs(x) > math.Abs(v[largest]) {
			largest = i
		}
	}
	if v[largest] < 0 {
		for i := range v {
			v[i] = -v[i]
		}
	}
}

// Project returns (Y − 1ȳᵀ)·V, n × M.
func (p Projection) Project(y []int8) contract.Matrix {
	k := len(p.Mean)
	out := newMatrix(len(y)/k, len(p.V))
	for i := range out.Rows {
		for m, v := range p.V {
			sum := 0.0
			for l, has := range y[i*k : (i+1)*k] {
				sum += float64((float64(has) - p.Mean[l]) * v[l])
			}
			out.Row(i)[m] = sum
		}
	}
	return out
}

// Back returns A·Vᵀ + 1ȳᵀ, n × K, for A n × M.
func (p Projection) Back(a contract.Matrix) contract.Matrix {
	out := newMatrix(a.Rows, len(p.Mean))
	for i := range out.Rows {
		row := out.Row(i)
		for m, v := range p.V {
			for l := range row {
				row[l] += float64(a.Row(i)[m] * v[l])
			}
		}
		for l := range row {
			row[l] += p.Mean[l]
		}
	}
	return out
}
