package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func normal(seed uint64, n int) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

// with runs a function with every way of computing that there is.
func with(t *testing.T, run func(t *testing.T)) {
	defer func(before set) { active = before }(active)
	for _, s := range available() {
		active = s
		t.Run(s.name, run)
	}
}

func TestMulAdd(t *testing.T) {
	with(t, func(t *testing.T) {
		for _, size := range [][3]int{{8, 8, 1}, {16, 24, 5}, {8, 16, 64}, {24, 40, 33}, {8, 56, 7}} {
			m, n, k := size[0], size[1], size[2]
			for _, transposed := range []bool{false, true} {
				as, ap := k+3, 1
				if transposed {
					as, ap = 1, m+5
				}
				a, b, c := normal(1, (m+5)*(k+3)), normal(2, k*(n+8)), normal(3, m*(n+8))
				want := slices.Clone(c)
				for i := range m {
					for j := range n {
						for p := range k {
							want[i*(n+8)+j] = math.FMA(a[i*as+p*ap], b[p*(n+8)+j], want[i*(n+8)+j])
						}
					}
				}
				MulAdd(m, n, k, a, as, ap, b, n+8, c, n+8)
				if !slices.Equal(c, want) {
					t.Errorf("%v, transposed %v: other bits", size, transposed)
				}
			}
		}
	})
}

func TestRowMulAdd(t *testing.T) {
	with(t, func(t *testing.T) {
		for _, n := range []int{8, 40, 64, 136} {
			const k, ap = 13, 3
			a, b, c := normal(1, k*ap), normal(2, k*n), normal(3, n)
			want := slices.Clone(c)
			for j := range n {
				for p := range k {
					want[j] = math.FMA(a[p*ap], b[p*n+j], want[j])
				}
			}
			RowMulAdd(n, k, a, ap, b, n, c)
			if !slices.Equal(c, want) {
				t.Errorf("%d columns: other bits", n)
			}
		}
	})
}

func TestDot(t *testing.T) {
	with(t, func(t *testing.T) {
		for _, n := range []int{8, 16, 24, 72, 128} {
			a, b := normal(1, n), normal(2, n)
			if got, want := Dot(a, b), dotPortable(a, b); got != want {
				t.Errorf("%d: %v, want %v", n, got, want)
			}
			want := 0.0
			for i := range a {
				want += a[i] * b[i]
			}
			if got := Dot(a, b); math.Abs(got-want) > 1e-12 {
				t.Errorf("%d: %v, want %v", n, got, want)
			}
		}
	})
}

func TestAxpy(t *testing.T) {
	with(t, func(t *testing.T) {
		for _, n := range []int{8, 24, 64} {
			x, y := normal(1, n), normal(2, n)
			want := slices.Clone(y)
			axpyPortable(want, -0.3, x)
			Axpy(y, -0.3, x)
			if !slices.Equal(y, want) {
				t.Errorf("%d: other bits", n)
			}
		}
	})
}

func TestSparse(t *testing.T) {
	with(t, func(t *testing.T) {
		for _, n := range []int{8, 24, 32} {
			data, indices := normal(4, 5), []int32{0, 2, 3, 7, 9}
			w, f := normal(5, 10*(n+8)), normal(6, n)
			wantF, wantW := slices.Clone(f), slices.Clone(w)
			for i, v := range data {
				for j := range n {
					wantF[j] = math.FMA(v, w[int(indices[i])*(n+8)+j], wantF[j])
				}
			}
			Gather(data, indices, w, n+8, f)
			if !slices.Equal(f, wantF) {
				t.Errorf("gather of %d: other bits", n)
			}
			for i, v := range data {
				for j := range n {
					at := int(indices[i])*(n+8) + j
					wantW[at] = math.FMA(v, f[j], wantW[at])
				}
			}
			Scatter(data, indices, w, n+8, f)
			if !slices.Equal(w, wantW) {
				t.Errorf("scatter of %d: other bits", n)
			}
		}
	})
}

// values of the decision function, extreme ones among them.
func decisions() []float64 {
	f := normal(7, 64*16)
	for i := range f {
		f[i] *= math.Exp(float64(i % 7))
	}
	copy(f, []float64{0, math.Copysign(0, -1), 800, -800, 1e-300, 1, -1, 40})
	return f
}

func TestLogistic(t *testing.T) {
	y, q := []float64{1, -1, 1, -1, 1, 1, -1, -1}, []float64{-1, 1, -2, 0.5, 0, -3, 1, 1}
	var first [][]float64
	with(t, func(t *testing.T) {
		f, product, linear := decisions(), slices.Repeat([]float64{1}, 8), make([]float64, 8)
		given := slices.Clone(f)
		Logistic(64, f, 16, y, q, product, linear)
		for j := range Lanes {
			loss := 0.0
			for i := range 64 {
				z := y[j] * given[i*16+j]
				loss += math.Log1p(math.Exp(-math.Abs(z))) + max(0, -z)
				want := q[j] / (1 + math.Exp(z))
				if z > 700 {
					want = q[j] * math.Exp(-708)
				}
				if got := f[i*16+j]; math.Abs(got-want) > 1e-14*math.Abs(want) {
					t.Errorf("lane %d, z = %v: %v, want %v", j, z, got, want)
				}
			}
			if got := math.Log(product[j]) + linear[j]; math.Abs(got-loss) > 1e-13*loss {
				t.Errorf("lane %d: loss %v, want %v", j, got, loss)
			}
		}
		all := [][]float64{f, product, linear}
		if first == nil {
			first = all
		}
		for i := range all {
			if !slices.Equal(all[i], first[i]) {
				t.Error("other bits than the portable way")
			}
		}
	})
}

func TestSquaredHinge(t *testing.T) {
	y, q := []float64{1, -1, 1, -1, 1, 1, -1, -1}, []float64{-1, 1, -2, 0.5, 0, -3, 1, 1}
	with(t, func(t *testing.T) {
		f, sum := decisions(), make([]float64, 8)
		want, wantSum := slices.Clone(f), make([]float64, 8)
		for i := range 64 {
			for j := range Lanes {
				m := max(0, 1-y[j]*want[i*16+j])
				wantSum[j] = math.FMA(m, m, wantSum[j])
				want[i*16+j] = q[j] * m
			}
		}
		SquaredHinge(64, f, 16, y, q, sum)
		if !slices.Equal(f, want) || !slices.Equal(sum, wantSum) {
			t.Error("other bits")
		}
	})
}

// NaN and infinities must be seen in the losses, whatever computes them.
func TestNotFinite(t *testing.T) {
	ones := slices.Repeat([]float64{1}, 8)
	with(t, func(t *testing.T) {
		for _, bad := range []float64{math.NaN(), math.Inf(-1)} {
			f := slices.Repeat([]float64{1}, 8)
			f[3] = bad
			product, linear := slices.Clone(ones), make([]float64, 8)
			Logistic(1, f, 8, ones, ones, product, linear)
			if loss := math.Log(product[3]) + linear[3]; loss-loss == 0 {
				t.Errorf("logistic loss of %v is %v", bad, loss)
			}
			f[3] = bad
			sum := make([]float64, 8)
			SquaredHinge(1, f, 8, ones, ones, sum)
			if sum[3]-sum[3] == 0 {
				t.Errorf("squared hinge of %v is %v", bad, sum[3])
			}
		}
	})
}

func BenchmarkMulAdd(b *testing.B) {
	for _, s := range available() {
		for _, n := range []int{8, 16, 24, 48} {
			b.Run(s.name+"/"+string(rune('0'+n/8)), func(b *testing.B) {
				defer func(before set) { active = before }(active)
				active = s
				const m, k = 128, 64
				x, w, f, g := normal(1, m*k), normal(2, k*n), normal(3, m*n), normal(4, k*n)
				for b.Loop() {
					MulAdd(m, n, k, x, k, 1, w, n, f, n)
					MulAdd(k, n, m, x, 1, k, f, n, g, n)
				}
				b.ReportMetric(4*float64(m*n*k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GF/s")
			})
		}
	}
}

func BenchmarkLogistic(b *testing.B) {
	for _, s := range available() {
		b.Run(s.name, func(b *testing.B) {
			defer func(before set) { active = before }(active)
			active = s
			y, p, l := slices.Repeat([]float64{1}, 8), slices.Repeat([]float64{1}, 8), make([]float64, 8)
			f := normal(1, 128*8)
			for b.Loop() {
				Logistic(128, f, 8, y, y, p, l)
				copy(p, y)
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/1024*1e9, "ns/value")
		})
	}
}

func TestChoice(t *testing.T) {
	sets := available()
	for _, s := range sets {
		t.Setenv(Variable, s.name)
		if got := choose().name; got != s.name {
			t.Errorf("%s is asked for, %s is chosen", s.name, got)
		}
	}
	t.Setenv(Variable, "")
	if got, best := choose().name, sets[len(sets)-1].name; got != best {
		t.Errorf("%s is chosen, %s is there", got, best)
	}
}
