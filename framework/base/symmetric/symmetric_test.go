package symmetric

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// low returns the product of a random n × rank matrix with its transpose, times size.
func low(n, rank int, size float64) []float64 {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(rank)))
	x := make([]float64, n*rank)
	for i := range x {
		x[i] = rng.Float64() - 0.5
	}
	a := make([]float64, n*n)
	for i := range n {
		for j := range n {
			a[i*n+j] = size * dot(x[i*rank:(i+1)*rank], x[j*rank:(j+1)*rank])
		}
	}
	return a
}

// diagonal returns a matrix with this diagonal and beside it one value.
func diagonal(beside float64, values ...float64) []float64 {
	n := len(values)
	a := make([]float64, n*n)
	for i, v := range values {
		a[i*n+i] = v
		if i > 0 {
			a[i*n+i-1], a[(i-1)*n+i] = beside, beside
		}
	}
	return a
}

func TestEigen(t *testing.T) {
	indefinite := low(30, 30, 1)
	for i := range 30 {
		indefinite[i*31] -= 2
	}
	for name, a := range map[string][]float64{
		"one": {3}, "two": {2, 1, 1, 2}, "zeros": make([]float64, 25), "identity": diagonal(0, 1, 1, 1, 1),
		"diagonal": diagonal(0, 5, -3, 4), "tridiagonal": diagonal(1, 2, 2, 2, 2, 2, 2, 2),
		"grades": diagonal(1e-9, 1e-20, 1e-10, 1, 1e10), "full": low(40, 60, 1), "of low rank": low(50, 7, 1),
		"of rank 1": low(20, 1, 1), "huge": low(12, 12, 1e300), "small": low(12, 12, 1e-300), "tiny": low(12, 12, 1e-320),
		"indefinite": indefinite, "large": low(150, 150, 1),
	} {
		n := int(math.Sqrt(float64(len(a))))
		before := slices.Clone(a)
		values, vectors, ok := Eigen(a, n)
		if !ok || !slices.Equal(a, before) {
			t.Fatalf("%s: ok %v, or the matrix was changed", name, ok)
		}
		check(t, name, a, values, vectors)
	}
}

// check compares with gonum, and A·v with λ·v; vectors have length 1 and right angles.
func check(t *testing.T, name string, a, values []float64, vectors [][]float64) {
	t.Helper()
	n, largest := len(values), 1e-322
	for _, v := range values {
		largest = max(largest, math.Abs(v))
	}
	var e mat.EigenSym
	if e.Factorize(mat.NewSymDense(n, slices.Clone(a)), true) {
		for i, want := range e.Values(nil) {
			if math.Abs(values[i]-want) > 1e-14*float64(n)*largest+1e-322 {
				t.Errorf("%s: eigenvalue %d is %v, want %v", name, i, values[i], want)
			}
		}
	}
	for i, v := range vectors {
		for j, w := range vectors[:i+1] {
			want := 0.0
			if i == j {
				want = 1
			}
			if got := dot(v, w); math.Abs(got-want) > 1e-14*float64(n) {
				t.Errorf("%s: vectors %d and %d have product %v", name, i, j, got)
			}
		}
		for r := range n {
			if off := dot(a[r*n:(r+1)*n], v) - values[i]*v[r]; math.Abs(off) > 1e-14*float64(n)*largest+1e-321 {
				t.Errorf("%s: vector %d is off by %v in row %d", name, i, off, r)
			}
		}
	}
}

func TestNotFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if _, _, ok := Eigen([]float64{1, bad, bad, 1}, 2); ok {
			t.Errorf("a matrix with %v has eigenvalues", bad)
		}
	}
}

// The same bits on every processor.
func TestBits(t *testing.T) {
	values, vectors, _ := Eigen(low(33, 20, 1), 33)
	sum := uint64(0)
	for _, row := range append(vectors, values) {
		for _, v := range row {
			sum = sum*31 + math.Float64bits(v)
		}
	}
	if want := uint64(0xc03c26de9b8557fd); sum != want {
		t.Errorf("bits sum to %#x, not %#x", sum, want)
	}
}

func BenchmarkEigen(b *testing.B) {
	a := low(300, 300, 1)
	for b.Loop() {
		Eigen(a, 300)
	}
}

func BenchmarkGonum(b *testing.B) {
	a := mat.NewSymDense(300, low(300, 300, 1))
	for b.Loop() {
		var e mat.EigenSym
		e.Factorize(a, true)
	}
}
