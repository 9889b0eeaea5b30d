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

func TestGramAgainstPlainLoop(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 130} {
		for _, d := range []int{1, 2, 3, 4, 5, 9} {
			for _, ones := range []int{0, 1} {
				x := random(n, d)
				g := NewGram(d + ones)
				g.Add(make([]float64, d), 1)
				g.Reset()
				want := make([]float64, (d+ones)*(d+ones))
				for i := range n {
					root := float64(i%3) / 2
					g.Add(x.Row(i), root)
					row := append(append([]float64{}, x.Row(i)...), 1)[:d+ones]
					for j, u := range row {
						for k, v := range row {
							want[j*(d+ones)+k] += root * root * u * v
						}
					}
				}
				s := g.Sym()
				for j := range d + ones {
					for k := range d + ones {
						if got := s.At(j, k); math.Abs(got-want[j*(d+ones)+k]) > 1e-12 {
							t.Fatalf("n=%d d=%d ones=%d: (%d,%d) is %v, want %v", n, d, ones, j, k, got, want[j*(d+ones)+k])
						}
					}
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

func BenchmarkGram1617x64(b *testing.B)  { benchmarkGram(b, 1617, 64) }
func BenchmarkGram1617x784(b *testing.B) { benchmarkGram(b, 1617, 784) }

func benchmarkGram(b *testing.B, n, d int) {
	x := random(n, d)
	g := NewGram(d)
	for b.Loop() {
		g.Reset()
		for i := range n {
			g.Add(x.Row(i), 1)
		}
		g.Sym()
	}
}
