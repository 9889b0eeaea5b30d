package kernel

import (
	"math"
	"slices"
	"testing"
)

// narrow returns numbers in float32.
func narrow(seed uint64, n int) []float32 {
	out := make([]float32, n)
	for i, v := range normal(seed, n) {
		out[i] = float32(v)
	}
	return out
}

func TestGaussian(t *testing.T) {
	var first []float64
	with(t, func(t *testing.T) {
		for _, gamma := range []float64{1e-9, 0.3, 1e6} {
			x, norms := normal(1, 48), normal(2, 48)
			for i := range norms {
				norms[i] *= norms[i] * math.Exp(float64(i%9))
			}
			x[3], x[4], x[5] = 1e200, (norms[4]+2)/2, -1e300
			got := slices.Clone(x)
			Gaussian(got, norms, 2, gamma)
			for i, v := range got {
				want := math.Exp(-gamma * max(0, norms[i]+2-2*x[i]))
				if math.Abs(v-want) > 1e-15+1e-13*want {
					t.Errorf("γ %v, value %d is %v, want %v", gamma, i, v, want)
				}
			}
			gaussianPortable(x, norms, 2, gamma)
			if !slices.Equal(x, got) {
				t.Errorf("γ %v: other bits", gamma)
			}
			first = got
		}
	})
	if first[4] != 1 {
		t.Errorf("the kernel of equal rows is %v", first[4])
	}
}

func TestNarrow(t *testing.T) {
	with(t, func(t *testing.T) {
		x, got := normal(1, 40), make([]float32, 40)
		Narrow(got, x, 0.25)
		for i, v := range x {
			if got[i] != float32(v-0.25) {
				t.Errorf("%v − 0.25 became %v", v, got[i])
			}
		}
		x, a := normal(2, 40), narrow(3, 40)
		want := slices.Clone(x)
		for i := range want {
			want[i] = math.FMA(-0.7, float64(a[i]), want[i])
		}
		if AxpyNarrow(x, -0.7, a); !slices.Equal(x, want) {
			t.Error("AxpyNarrow: other bits")
		}
	})
}

// sets returns which of n rows are in a set: 0, or what is given.
func sets(seed uint64, n int, out float64) []float64 {
	list := make([]float64, n)
	for i, v := range normal(seed, n) {
		if v > 0.3 {
			list[i] = out
		}
	}
	return list
}

func TestStep(t *testing.T) {
	with(t, func(t *testing.T) {
		for _, n := range []int{8, 16, 24, 200, 1000} {
			e, p, q := normal(1, n), narrow(2, n), narrow(3, n)
			up, low := sets(4, n, math.Inf(-1)), sets(5, n, math.Inf(1))
			if n > 16 { // equal ones: the first counts
				e[19], e[3], e[11] = 50, 50, 50
				p[3], p[11], p[19], q[3], q[11], q[19] = 1, 1, 1, 1, 1, 1
				up[3], up[11], up[19] = math.Inf(-1), 0, 0
			}
			want, wantAt, wantLeast := slices.Clone(e), -1, math.Inf(1)
			for i := range want {
				want[i] = math.FMA(-0.3, float64(p[i])-float64(q[i]), want[i])
				if up[i] == 0 && (wantAt < 0 || want[i] > want[wantAt]) {
					wantAt = i
				}
				wantLeast = min(wantLeast, want[i]+low[i])
			}
			at, least := Step(e, up, low, 0.3, p, q)
			if !slices.Equal(e, want) || at != wantAt || least != wantLeast || n > 16 && at != 11 {
				t.Errorf("%d rows: %d, %v, want %d, %v", n, at, least, wantAt, wantLeast)
			}
		}
		none := slices.Repeat([]float64{math.Inf(-1)}, 8)
		if at, _ := Step(normal(1, 8), none, normal(1, 8), 0, narrow(2, 8), narrow(2, 8)); at != -1 {
			t.Errorf("nothing can grow, but %d", at)
		}
	})
}

func TestPartner(t *testing.T) {
	with(t, func(t *testing.T) {
		for _, n := range []int{8, 16, 24, 200, 1000} {
			for seed := range uint64(20) {
				e, low, row := normal(seed+1, n), sets(seed+5, n, math.Inf(1)), narrow(seed+2, n)
				diagonal := normal(seed+3, n)
				for i, v := range diagonal {
					diagonal[i] = 1 + v*v
				}
				best, want := 0.0, -1
				for i, v := range e {
					b := 0.9 - v
					if low[i] != 0 || b <= 0 {
						continue
					}
					a := 0.5 + diagonal[i] - 2*float64(row[i])
					if a <= 0 {
						a = tiny
					}
					if b*b/a > best {
						best, want = b*b/a, i
					}
				}
				got := Partner(e, low, diagonal, row, 0.9, 0.5)
				if got != want {
					t.Errorf("%d rows: %d, want %d", n, got, want)
				}
				if Partner(e, low, diagonal, row, -100, 0.5) != -1 {
					t.Error("nothing violates optimality")
				}
			}
		}
	})
}
