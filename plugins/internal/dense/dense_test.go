package dense

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/manyclass/bench/framework/contract"
)

// random returns an n × d matrix of normal values.
func random(n, d int) contract.Matrix {
	rng := rand.New(rand.NewPCG(1, uint64(n*1000+d)))
	x := contract.Matrix{Rows: n, Cols: d, Data: make([]float64, n*d)}
	for i := range x.Data {
		x.Data[i] = rng.NormFloat64()
	}
	return x
}

// Dot and Sum agree with plain loops up to rounding, Axpy to the bit, and all are odd.
func TestLoopsAgainstPlainOnes(t *testing.T) {
	for _, d := range []int{0, 1, 3, 4, 7, 8, 21} {
		x := random(3, d)
		a, b, dst := x.Row(0), x.Row(1), x.Row(2)
		dot, sum := 0.0, 0.0
		minus, want := make([]float64, d), make([]float64, d)
		for j := range d {
			dot, sum = dot+a[j]*b[j], sum+a[j]
			minus[j], want[j] = -a[j], dst[j]+0.5*a[j]
		}
		if got := Dot(a, b); math.Abs(got-dot) > 1e-13 || Dot(minus, b) != -got {
			t.Errorf("%d: Dot is %v, want %v, and %v of the negative", d, got, dot, Dot(minus, b))
		}
		if got := Sum(a); got != sum || Sum(minus) != -got {
			t.Errorf("%d: Sum is %v, want %v", d, got, sum)
		}
		if Axpy(dst, 0.5, a); !slices.Equal(dst, want) {
			t.Errorf("%d: Axpy gives %v, want %v", d, dst, want)
		}
	}
}

// DotAcross agrees with a plain sum up to rounding, and to the bit with gonum's dot
// product where that has vector instructions.
func TestDotAcross(t *testing.T) {
	for d := range 40 {
		x := random(2, d)
		a, b := x.Row(0), x.Row(1)
		got, theirs := DotAcross(a, b), floats.Dot(a, b)
		if runtime.GOARCH == "amd64" && got != theirs || math.Abs(got-theirs) > 1e-13 {
			t.Errorf("%d: DotAcross is %v, floats.Dot %v", d, got, theirs)
		}
	}
}

// Of vectors in compressed form the loops have the bits of the dense ones.
func TestSparseLoops(t *testing.T) {
	for d := range 30 {
		x := random(3, d)
		a, b, dst := x.Row(0), x.Row(1), x.Row(2)
		var columns []int32
		var values []float64
		for j := range a {
			if j%3 == d%3 {
				a[j] = 0
				continue
			}
			columns, values = append(columns, int32(j)), append(values, a[j])
		}
		if got, want := SparseDot(columns, values, b), Dot(a, b); got != want {
			t.Errorf("%d: SparseDot is %v, want %v", d, got, want)
		}
		want := slices.Clone(dst)
		Axpy(want, -1.7, a)
		if SparseAxpy(dst, -1.7, columns, values); !slices.Equal(dst, want) {
			t.Errorf("%d: SparseAxpy gives %v, want %v", d, dst, want)
		}
	}
}

func TestCheckFiniteNamesTheColumn(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		x := random(5, 4)
		if err := CheckFinite(contract.Rows{Matrix: x}); err != nil {
			t.Fatal(err)
		}
		x.Data[2*4+3] = bad
		if err := CheckFinite(contract.Rows{Matrix: x}); err == nil || !strings.Contains(err.Error(), "column 3") ||
			!strings.Contains(err.Error(), "row 2") {
			t.Errorf("%v: error %v does not name column 3 and row 2", bad, err)
		}
	}
}
