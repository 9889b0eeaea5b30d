package kernel

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMulAddNarrow(t *testing.T) {
	with(t, func(t *testing.T) {
		for _, size := range [][3]int{{8, 16, 1}, {16, 32, 5}, {8, 16, 64}, {24, 48, 33}, {8, 80, 300}} {
			m, n, k := size[0], size[1], size[2]
			for _, transposed := range []bool{false, true} {
				as, ap := k+3, 1
				if transposed {
					as, ap = 1, m+5
				}
				a, b, c := narrow(1, (m+5)*(k+3)), narrow(2, k*(n+8)), normal(3, m*(n+8))
				want := slices.Clone(c)
				for i := range m {
					for j := range n {
						sum := float32(0)
						for p := range k {
							sum = fusedNarrow(a[i*as+p*ap], b[p*(n+8)+j], sum)
						}
						want[i*(n+8)+j] += float64(sum)
					}
				}
				MulAddNarrow(m, n, k, a, as, ap, b, n+8, c, n+8)
				if !slices.Equal(c, want) {
					t.Errorf("%v, transposed %v: other bits", size, transposed)
				}
			}
		}
	})
}

// TestFusedNarrow compares with exact arithmetic, on numbers of few bits too, whose sums
// often lie between two float32.
func TestFusedNarrow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	number := func() float32 {
		v := math.Float32frombits(uint32(rng.IntN(3))<<rng.IntN(23) | uint32(rng.IntN(16)) | uint32(60+rng.IntN(135))<<23)
		if rng.IntN(2) == 0 {
			return -v
		}
		return v
	}
	ties := 0
	for range 300_000 {
		x, y, z := number(), number(), number()
		exact := new(big.Float).SetPrec(2000).SetFloat64(float64(x) * float64(y))
		exact.Add(exact, big.NewFloat(float64(z)))
		want, _ := exact.Float32()
		if got := fusedNarrow(x, y, z); got != want {
			t.Fatalf("%v·%v + %v is %v, not %v", x, y, z, got, want)
		}
		if want != float32(float64(x)*float64(y)+float64(z)) {
			ties++
		}
	}
	if ties == 0 {
		t.Error("no sum was rounded twice")
	}
}

func BenchmarkMulAddNarrow(b *testing.B) {
	for _, s := range available() {
		for _, n := range []int{16, 32} {
			b.Run(s.name+"/"+string(rune('0'+n/16)), func(b *testing.B) {
				defer func(before set) { active = before }(active)
				active = s
				const m, k = 128, 96
				x, w, g := narrow(1, m*k), narrow(2, k*n), narrow(3, m*n)
				f, h := normal(3, m*n), normal(4, k*n)
				for b.Loop() {
					MulAddNarrow(m, n, k, x, k, 1, w, n, f, n)
					MulAddNarrow(k, n, m, x, 1, k, g, n, h, n)
				}
				b.ReportMetric(4*float64(m*n*k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GF/s")
			})
		}
	}
}
