package dense

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

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

func TestProductsAgainstPlainLoops(t *testing.T) {
	for _, n := range []int{0, 1, 3, 4, 7, 8, 9, 21} {
		for _, d := range []int{1, 2, 5, 8} {
			x, w, g := random(n, d), random(1, d).Data, random(1, n).Data
			got := make([]float64, n)
			MulVec(got, x, w, 0.5)
			back := make([]float64, d)
			AddMulTransVec(back, x, g)
			want := make([]float64, d)
			for i := range n {
				if s := rowSum(x.Row(i), w) + 0.5; got[i] != s {
					t.Errorf("%d×%d: row %d is %v, want exactly %v", n, d, i, got[i], s)
				}
				if s := Dot(x.Row(i), w) + 0.5; math.Abs(got[i]-s) > 1e-14 {
					t.Errorf("%d×%d: Dot is %v, want %v", n, d, s, got[i])
				}
				for j, v := range x.Row(i) {
					want[j] += g[i] * v
				}
			}
			for j := range want {
				if math.Abs(back[j]-want[j]) > 1e-13 {
					t.Errorf("%d×%d: column %d is %v, want %v", n, d, j, back[j], want[j])
				}
			}
		}
	}
}

func TestCheckFiniteNamesTheColumn(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		x := random(5, 4)
		if err := CheckFinite(x); err != nil {
			t.Fatal(err)
		}
		x.Data[2*4+3] = bad
		if err := CheckFinite(x); err == nil || !strings.Contains(err.Error(), "column 3") || !strings.Contains(err.Error(), "row 2") {
			t.Errorf("%v: error %v does not name column 3 and row 2", bad, err)
		}
	}
}

func BenchmarkMulVec1617x64(b *testing.B) {
	x, w, f := random(1617, 64), random(1, 64).Data, make([]float64, 1617)
	for b.Loop() {
		MulVec(f, x, w, 0)
	}
}

func BenchmarkAddMulTransVec1617x64(b *testing.B) {
	x, g, w := random(1617, 64), random(1, 1617).Data, make([]float64, 64)
	for b.Loop() {
		AddMulTransVec(w, x, g)
	}
}
