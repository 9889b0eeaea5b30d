package newton

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
)

// problem returns n rows of d correlated columns with noisy signs.
func problem(n, d int, loss Loss) Problem {
	rng := rand.New(rand.NewPCG(7, uint64(d)))
	p := Problem{X: contract.Matrix{Rows: n, Cols: d, Data: make([]float64, n*d)}, Y: make([]float64, n),
		C: 1, Loss: loss, Intercept: true, Tol: 1e-12, MaxIter: 200}
	for i := range n {
		row, common := p.X.Row(i), rng.NormFloat64()
		for j := range row {
			row[j] = common + rng.NormFloat64()
		}
		p.Y[i] = math.Copysign(1, row[0]-row[d-1]+rng.NormFloat64()-0.5)
	}
	return p
}

var losses = map[string]Loss{"logistic": Logistic, "squared hinge": SquaredHinge}

func TestDerivativesOfLosses(t *testing.T) {
	for name, loss := range losses {
		for _, z := range []float64{-3, -0.5, 0, 0.5, 2} {
			const h = 1e-6
			_, slope, curve := loss(z)
			up, upSlope, _ := loss(z + h)
			down, downSlope, _ := loss(z - h)
			if got := (up - down) / (2 * h); math.Abs(got-slope) > 1e-8 {
				t.Errorf("%s at %v: slope %v, difference quotient %v", name, z, slope, got)
			}
			if got := (upSlope - downSlope) / (2 * h); math.Abs(got-curve) > 1e-8 {
				t.Errorf("%s at %v: curvature %v, difference quotient %v", name, z, curve, got)
			}
		}
	}
}

func TestLogisticDoesNotOverflow(t *testing.T) {
	for z, want := range map[float64]float64{-1000: 1000, 1000: 0, 0: math.Ln2} {
		if v, d1, d2 := Logistic(z); v != want || d1 > 0 || d1 < -1 || d2 < 0 {
			t.Errorf("Logistic(%v) = %v, %v, %v", z, v, d1, d2)
		}
	}
}

// gradientNorm computes ‖∇J‖ at a result from the definition.
func gradientNorm(p Problem, r Result) float64 {
	g := append([]float64(nil), r.W...)
	b := 0.0
	if p.PenalizeIntercept {
		b = r.B
	}
	for i, y := range p.Y {
		f := r.B
		for j, v := range p.X.Row(i) {
			f += v * r.W[j]
		}
		_, slope, _ := p.Loss(y * f)
		for j, v := range p.X.Row(i) {
			g[j] += p.C * slope * y * v
		}
		b += p.C * slope * y
	}
	sum := 0.0
	if p.Intercept {
		sum = b * b
	}
	for _, v := range g {
		sum += v * v
	}
	return math.Sqrt(sum)
}

func TestGradientVanishesBothWays(t *testing.T) {
	for name, loss := range losses {
		for _, c := range []float64{0.1, 1, 10} {
			for kind := range 3 {
				p := problem(300, 12, loss)
				p.C, p.Intercept, p.PenalizeIntercept = c, kind > 0, kind > 1
				direct, err := minimize(context.Background(), p, 100)
				if err != nil {
					t.Fatal(err)
				}
				cg, err := minimize(context.Background(), p, 0)
				if err != nil {
					t.Fatal(err)
				}
				for solver, r := range map[string]Result{"direct": direct, "conjugate": cg} {
					if g := gradientNorm(p, r); !r.Converged || g > 1e-5*c*300 {
						t.Errorf("%s, C=%v, %s: gradient %v, converged %v", name, c, solver, g, r.Converged)
					}
				}
				if math.Abs(direct.Objective-cg.Objective) > 1e-10*direct.Objective {
					t.Errorf("%s, C=%v: direct %v, conjugate %v", name, c, direct.Objective, cg.Objective)
				}
			}
		}
	}
}

func TestNegatedTargetsNegateEveryBit(t *testing.T) {
	for name, loss := range losses {
		for _, limit := range []int{0, 100} {
			p := problem(200, 9, loss)
			q := p
			q.Y = make([]float64, len(p.Y))
			for i, y := range p.Y {
				q.Y[i] = -y
			}
			a, _ := minimize(context.Background(), p, limit)
			b, _ := minimize(context.Background(), q, limit)
			for j, w := range a.W {
				if w != -b.W[j] {
					t.Fatalf("%s, limit %d: coefficient %d is %v and %v", name, limit, j, w, b.W[j])
				}
			}
			if a.B != -b.B || a.Objective != b.Objective {
				t.Errorf("%s, limit %d: intercepts %v and %v, objectives %v and %v", name, limit, a.B, b.B, a.Objective, b.Objective)
			}
		}
	}
}

func TestDuplicateAndConstantColumns(t *testing.T) {
	for _, limit := range []int{0, 100} {
		p := problem(100, 6, Logistic)
		for i := range p.X.Rows {
			row := p.X.Row(i)
			row[1], row[2], row[3] = row[0], 0, 5
		}
		r, err := minimize(context.Background(), p, limit)
		if err != nil || !r.Converged || r.W[2] != 0 {
			t.Fatalf("limit %d: %+v, %v", limit, r, err)
		}
		if math.Abs(r.W[0]-r.W[1]) > 1e-6 {
			t.Errorf("limit %d: equal columns have coefficients %v and %v", limit, r.W[0], r.W[1])
		}
	}
}

// TestUnitsDoNotMatter trains on columns of very different scale and offset, with
// a weak penalty: the coefficients are those of the plain columns, rescaled.
func TestUnitsDoNotMatter(t *testing.T) {
	p := problem(200, 5, Logistic)
	p.C = 1e15
	q := p
	q.X.Data = append([]float64(nil), p.X.Data...)
	for i := range q.X.Data {
		q.X.Data[i] = q.X.Data[i]*math.Pow(10, float64(2*(i%5)-4)) + 3
	}
	start := newState(q)
	start.gradient()
	if _, ok := start.direct(dense.NewGram(start.dim)); !ok {
		t.Error("the Hessian is not factorised")
	}
	a, err := Minimize(context.Background(), p)
	if err != nil || !a.Converged {
		t.Fatal(a, err)
	}
	b, err := Minimize(context.Background(), q)
	if err != nil || !b.Converged {
		t.Fatal(b, err)
	}
	for j, w := range a.W {
		if got := b.W[j] * math.Pow(10, float64(2*j-4)); math.Abs(got-w) > 1e-4*math.Abs(w) {
			t.Errorf("coefficient %d is %v, want %v", j, got, w)
		}
	}
}

func TestFailures(t *testing.T) {
	p := problem(50, 3, Logistic)
	p.MaxIter = 1
	if r, err := Minimize(context.Background(), p); err != nil || r.Converged {
		t.Errorf("one step: converged %v, error %v", r.Converged, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Minimize(ctx, p); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	p = problem(50, 3, SquaredHinge)
	p.X.Data[0] = 1e200
	if _, err := Minimize(context.Background(), p); err == nil || !strings.Contains(err.Error(), "overflow") {
		t.Errorf("huge value: %v", err)
	}
}
