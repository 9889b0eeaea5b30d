package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

const dualLanes = 24

// hingeParams are those of both hinge losses, with some problems left out.
func hingeParams(rng *rand.Rand) []float64 {
	p := make([]float64, 6*dualLanes)
	for j := range dualLanes {
		c := math.Exp(2 * rng.NormFloat64())
		y := float64(1 - 2*rng.IntN(2))
		switch {
		case j%5 == 4:
		case j%2 == 0:
			p[j], p[dualLanes+j], p[2*dualLanes+j], p[3*dualLanes+j], p[5*dualLanes+j] = y, 1, 0.5/c, math.Inf(1), c
		default:
			p[j], p[dualLanes+j], p[3*dualLanes+j], p[4*dualLanes+j] = y, 1, c, c
		}
	}
	return p
}

// Every way of computing gives the bits of the portable one.
func TestHingeStep(t *testing.T) {
	with(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		alpha := make([]float64, dualLanes)
		gap := make([]float64, dualLanes)
		p := hingeParams(rng)
		for i := range 200 {
			f := make([]float64, dualLanes)
			for j := range f {
				f[j] = 2 * rng.NormFloat64()
				if i%4 == 3 && j >= 8 {
					f[j] = p[j] * 1e9 // no problem of the last 16 moves, or back to 0
				}
			}
			q, weight := math.Exp(3*rng.NormFloat64()), math.Exp(rng.NormFloat64())
			wantF, wantA, wantG := slices.Clone(f), slices.Clone(alpha), slices.Clone(gap)
			want := hingeStepPortable(dualLanes, p, wantF, wantA, wantG, q, weight, 1/weight)
			got := HingeStep(p, f, alpha, gap, q, weight)
			if got != want || !slices.Equal(f, wantF) || !slices.Equal(alpha, wantA) || !slices.Equal(gap, wantG) {
				t.Fatalf("step %d: other bits", i)
			}
		}
	})
}

// The step for one row with f = q·y·α solves the problem of this row alone.
func TestHingeStepMinimises(t *testing.T) {
	p := hingeParams(rand.New(rand.NewPCG(7, 8)))
	const q, weight = 1.7, 0.6
	alpha, gap := make([]float64, dualLanes), make([]float64, dualLanes)
	for range 2 {
		f := make([]float64, dualLanes)
		for j := range f {
			f[j] = q * p[j] * alpha[j]
		}
		clear(gap)
		HingeStep(p, f, alpha, gap, q, weight)
	}
	for j := range dualLanes {
		if !(math.Abs(gap[j]) < 1e-14*max(1, alpha[j])) {
			t.Errorf("problem %d: α %v leaves a gap of %v", j, alpha[j], gap[j])
		}
		if p[j] != 0 && alpha[j] <= 0 {
			t.Errorf("problem %d: α %v", j, alpha[j])
		}
	}
}

func logisticParams(rng *rand.Rand) []float64 {
	p := make([]float64, 2*dualLanes)
	for j := range dualLanes {
		if j%5 != 4 {
			p[j], p[dualLanes+j] = float64(1-2*rng.IntN(2)), math.Exp(4*rng.NormFloat64())
		}
	}
	return p
}

func TestLogisticStep(t *testing.T) {
	with(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		p := logisticParams(rng)
		logit, alpha, gap := make([]float64, dualLanes), make([]float64, dualLanes), make([]float64, dualLanes)
		for i := range 300 {
			f := make([]float64, dualLanes)
			for j := range f {
				f[j] = math.Exp(float64(i%8)) * rng.NormFloat64()
			}
			q, weight := math.Exp(4*rng.NormFloat64()), math.Exp(rng.NormFloat64())
			wantF, wantL, wantA, wantG := slices.Clone(f), slices.Clone(logit), slices.Clone(alpha), slices.Clone(gap)
			logisticStepPortable(dualLanes, p, wantF, wantL, wantA, wantG, q, weight)
			LogisticStep(p, f, logit, alpha, gap, q, weight)
			if !slices.Equal(f, wantF) || !slices.Equal(alpha, wantA) || !slices.Equal(logit, wantL) ||
				!slices.Equal(gap, wantG) {
				t.Fatalf("step %d: other bits", i)
			}
		}
	})
}

// Steps for one row alone, with f = q·y·α, end where logit + q·c·σ(logit) = 0.
func TestLogisticStepMinimises(t *testing.T) {
	for _, q := range []float64{1e-12, 0.5, 40, 1e6, 1e24} {
		p := logisticParams(rand.New(rand.NewPCG(7, 8)))
		logit, alpha, gap := slices.Repeat([]float64{Unvisited}, dualLanes), make([]float64, dualLanes),
			make([]float64, dualLanes)
		for range 20 {
			f := make([]float64, dualLanes)
			for j := range f {
				f[j] = q * p[j] * alpha[j]
			}
			LogisticStep(p, f, logit, alpha, gap, q, 1)
		}
		for j := range dualLanes {
			c := p[dualLanes+j]
			if h := logit[j] + q*c/(1+math.Exp(-logit[j])); math.Abs(h) > 1e-9*max(1, math.Abs(logit[j])) {
				t.Errorf("q %v, c %v: logit %v, off by %v", q, c, logit[j], h)
			}
		}
	}
}

func TestLogisticGap(t *testing.T) {
	with(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		p := logisticParams(rng)
		const n = dualLanes
		for i := range 100 {
			logit, alpha, f := make([]float64, n), make([]float64, n), make([]float64, n)
			weight := math.Exp(rng.NormFloat64())
			for j := range n {
				logit[j] = math.Exp(float64(i%7)) * rng.NormFloat64()
				f[j] = math.Exp(float64(i%5)) * rng.NormFloat64()
				alpha[j] = weight * p[n+j] / (1 + math.Exp(-logit[j]))
			}
			got, want := make([]float64, 4*n), make([]float64, 4*n)
			LogisticGap(p, f, logit, alpha, got, weight)
			logisticGapPortable(n, p, f, logit, alpha, want, weight)
			if !slices.Equal(got, want) {
				t.Fatal("other bits")
			}
			for j := range n {
				m, c := p[j]*f[j], weight*p[n+j]
				softplus := func(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
				s := 1 / (1 + math.Exp(m))
				exact := []float64{c * softplus(-m), c*(softplus(-m)-softplus(logit[j])) + alpha[j]*(m+logit[j]), c * p[j] * s,
					c * s * (1 - s)}
				for k, v := range exact {
					if math.Abs(got[k*n+j]-v) > 1e-13*c*(1+math.Abs(m)+math.Abs(logit[j])) {
						t.Errorf("sum %d of m %v, logit %v: %v, want %v", k, m, logit[j], got[k*n+j], v)
					}
				}
			}
		}
	})
}

func TestSparseColumn(t *testing.T) {
	all := []int32{0, 2, 3, 7, 9, 10, 12, 13, 17, 18, 19}
	with(t, func(t *testing.T) {
		for n := range len(all) {
			data, indices, w := normal(1, n), all[:n], normal(2, 20)
			want := 0.0
			for i, v := range data {
				want += v * w[indices[i]]
			}
			got := SparseDot(data, indices, w)
			if got != sparseDotPortable(n, data, indices, w) || math.Abs(got-want) > 1e-14*float64(n) {
				t.Errorf("product of %d elements: %v, want %v", n, got, want)
			}
			sums := slices.Clone(w)
			sparseAxpyPortable(n, -0.7, data, indices, sums)
			SparseAxpy(-0.7, data, indices, w)
			if !slices.Equal(w, sums) {
				t.Errorf("sum of %d elements: other bits", n)
			}
		}
	})
}

// Two columns have the bits that they have among eight.
func TestTwoColumns(t *testing.T) {
	all := []int32{0, 2, 3, 7, 9, 10, 12, 13, 17, 18, 19}
	with(t, func(t *testing.T) {
		for n := range len(all) {
			data, indices, two, f := normal(1, n), all[:n], normal(2, 40), normal(3, Lanes)
			eight, g := make([]float64, 20*Lanes), slices.Clone(f)
			copied := func() {
				for i := range 20 {
					copy(eight[i*Lanes:], two[2*i:2*i+2])
				}
			}
			copied()
			Gather(data, indices, eight, Lanes, g)
			GatherTwo(data, indices, two, f)
			if !slices.Equal(f[:2], g[:2]) {
				t.Errorf("products of %d elements: %v, want %v", n, f[:2], g[:2])
			}
			Scatter(data, indices, eight, Lanes, g)
			want := slices.Clone(eight)
			ScatterTwo(data, indices, two, f)
			copied()
			for at := 0; at < len(eight); at += Lanes {
				if !slices.Equal(eight[at:at+2], want[at:at+2]) {
					t.Errorf("sums of %d elements: other bits of column %d", n, at/Lanes)
				}
			}
		}
	})
}

func TestLogarithm(t *testing.T) {
	for _, e := range []float64{0, 1e-300, 1e-17, 1e-9, 1e-3, 0.1, 0.5, 0.9, 1} {
		if got, want := logarithm(e), math.Log1p(e); math.Abs(got-want) > 1e-15*want {
			t.Errorf("log(1 + %v) is %v, want %v", e, got, want)
		}
	}
}

func BenchmarkLogisticStep(b *testing.B) {
	for _, s := range available() {
		b.Run(s.name, func(b *testing.B) {
			defer func(before set) { active = before }(active)
			active = s
			p := logisticParams(rand.New(rand.NewPCG(1, 2)))
			logit, alpha, gap, f := make([]float64, dualLanes), make([]float64, dualLanes), make([]float64, dualLanes),
				make([]float64, dualLanes)
			for b.Loop() {
				LogisticStep(p, f, logit, alpha, gap, 1, 1)
			}
		})
	}
}
