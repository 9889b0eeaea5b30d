package regression

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

// TestReferenceOptimum: ½‖w‖² + C·Σ(y − f)² with C = 1 is half of
// Σ(y − f)² + alpha·‖w‖² with alpha = ½ except for the factor of the sum, so both
// have the same minimum and the same value.
func TestReferenceOptimum(t *testing.T) {
	want, p := reference.Load(t).Binary(t, "squared_C1_freebias"), reference.BreastCancer(t)
	m := reference.Train(t, Component(), map[string]any{"alpha": 0.5}, p).(*linear.Model)
	reference.Near(t, "objective", m.Fit().Objective, want.Objective, 1e-11)
	reference.Near(t, "intercept", m.B[0], want.Intercept, 1e-11)
	for j, w := range want.Coef {
		reference.Near(t, fmt.Sprintf("coefficient %d", j), m.W[j], w, 1e-9)
	}
	scores := reference.Scores(m, p.X, 1)
	for i, s := range want.Scores.First5 {
		reference.Near(t, fmt.Sprintf("score %d", i), scores[i], s, 1e-10)
	}
}

// TestNormalEquations checks on iris, for both tasks, that residuals add up to
// zero and are orthogonal to the columns, and that the objective is their sum.
func TestNormalEquations(t *testing.T) {
	for _, alpha := range []float64{0, 3} {
		p := reference.Iris(t)
		m := reference.Train(t, Component(), map[string]any{"alpha": alpha}, p).(*linear.Model)
		scores, objective := reference.Scores(m, p.X, 3), 0.0
		for k := range 3 {
			g := make([]float64, 5)
			for j := range 4 {
				g[j] = alpha * m.W[4*k+j]
				objective += alpha * m.W[4*k+j] * m.W[4*k+j]
			}
			for i := range 150 {
				residual := scores[3*i+k]
				if p.Y[i] == float64(k) {
					residual--
				}
				objective += residual * residual
				for j, v := range p.X.Row(i) {
					g[j] += v * residual
				}
				g[4] += residual
			}
			for j, v := range g {
				reference.Near(t, fmt.Sprintf("alpha %v: equation %d of class %d", alpha, j, k), v, 0, 1e-10)
			}
		}
		reference.Near(t, "objective", m.Fit().Objective, objective, 1e-11)
	}
}

func TestShortestSolution(t *testing.T) {
	// y = 1 − 2·x₁ with x₂ = 2·x₁ and a constant column: of all (w₁, w₂) with
	// w₁ + 2w₂ = −2 the shortest is (−0.4, −0.8).
	p := contract.Problem{Task: contract.Binary, Y: []float64{1, 1, -1, -1},
		X: contract.Matrix{Rows: 4, Cols: 3, Data: []float64{0, 0, 0.1, 0, 0, 0.1, 1, 2, 0.1, 1, 2, 0.1}}}
	m := reference.Train(t, Component(), nil, p).(*linear.Model)
	for j, want := range []float64{-0.4, -0.8, 0} {
		reference.Near(t, fmt.Sprintf("coefficient %d", j), m.W[j], want, 1e-12)
	}
	reference.Near(t, "intercept", m.B[0], 1, 1e-12)
	reference.Near(t, "objective", m.Fit().Objective, 0, 1e-12)
}

func TestMoreColumnsThanRows(t *testing.T) {
	p := reference.BreastCancer(t)
	p.X.Rows, p.Y = 20, p.Y[15:35]
	p.X.Data = p.X.Data[15*30 : 35*30]
	m := reference.Train(t, Component(), nil, p)
	for i, s := range reference.Scores(m, p.X, 1) {
		reference.Near(t, fmt.Sprintf("interpolated row %d", i), s, p.Y[i], 1e-7)
	}
}

func TestOneSidedProblem(t *testing.T) {
	p := contract.Problem{Task: contract.Binary, X: contract.Matrix{Rows: 2, Cols: 1, Data: []float64{1, 5}},
		Y: []float64{1, 1}}
	m := reference.Train(t, Component(), nil, p).(*linear.Model)
	if m.W[0] != 0 || m.B[0] != 1 {
		t.Errorf("w %v, b %v", m.W[0], m.B[0])
	}
}

func TestCompanyAndSymmetry(t *testing.T) {
	reference.CheckBatch(t, Component())
	reference.CheckSymmetric(t, Component(), nil)
	reference.CheckBatchSymmetric(t, Component())
}

// TestThreads trains with 1 and 3 threads: the same bytes.
func TestThreads(t *testing.T) {
	l, _ := Component().Learner(contract.Config(`{"alpha":0.1}`))
	var all [2][]*linear.Model
	for i, threads := range []int{1, 3} {
		b := reference.IrisBatch(t)
		b.Threads = threads
		all[i] = make([]*linear.Model, len(b.Problems))
		err := l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(p int, m contract.Model, err error) {
			if err != nil {
				t.Fatal(err)
			}
			all[i][p] = m.(*linear.Model)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for p, m := range all[0] {
		n := all[1][p]
		m.Quality.Seconds, n.Quality.Seconds = 0, 0
		if !slices.Equal(m.W, n.W) || !slices.Equal(m.B, n.B) || m.Fit() != n.Fit() {
			t.Errorf("problem %d depends on the number of threads", p)
		}
	}
}

// TestUnitsAndDependentColumns multiplies columns of iris by 1e12 and 1e-12 and
// appends a constant, a copy and a sum: fitted values and objective stay.
func TestUnitsAndDependentColumns(t *testing.T) {
	p := reference.Iris(t)
	want := reference.Train(t, Component(), nil, p).(*linear.Model)
	wide := p
	wide.X = contract.Matrix{Rows: 150, Cols: 7}
	for i := range 150 {
		r := p.X.Row(i)
		wide.X.Data = append(wide.X.Data, r[0], 1e12*r[1], 1e-12*r[2], r[3], 0.1, r[0], r[0]+r[3])
	}
	got := reference.Train(t, Component(), nil, wide).(*linear.Model)
	reference.Near(t, "objective", got.Fit().Objective, want.Fit().Objective, 1e-9)
	fitted := reference.Scores(got, wide.X, 3)
	for i, v := range reference.Scores(want, p.X, 3) {
		reference.Near(t, fmt.Sprintf("fitted value %d", i), fitted[i], v, 1e-7)
	}
}

// TestZeroRows has two rows a class and nothing but zeros.
func TestZeroRows(t *testing.T) {
	p := contract.Problem{Task: contract.Binary, X: contract.Matrix{Rows: 4, Cols: 2, Data: make([]float64, 8)},
		Y: []float64{1, 1, -1, -1}}
	m := reference.Train(t, Component(), nil, p).(*linear.Model)
	if m.W[0] != 0 || m.W[1] != 0 || m.B[0] != 0 || m.Fit().Objective != 4 {
		t.Errorf("model %+v", m)
	}
}

func TestMiddleClassIsMasked(t *testing.T) {
	p := reference.Collinear()
	m := reference.Train(t, Component(), nil, p)
	classes := reference.Predictions(reference.Scores(m, p.X, 3), 3)
	if slices.Contains(classes, 1) || !slices.Contains(classes, 0) || !slices.Contains(classes, 2) {
		t.Errorf("predictions %v", classes)
	}
}

func TestRefusals(t *testing.T) {
	for _, text := range []string{`{"alpha":-1}`, `{"beta":1}`} {
		if _, err := Component().Learner(contract.Config(text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
	l, _ := Component().Learner(nil)
	p := reference.BreastCancer(t)
	p.X.Data[30*5+11] = math.Inf(1)
	if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), "column 11") {
		t.Errorf("infinity: %v", err)
	}
	if _, err := l.Train(t.Context(), contract.Problem{Task: contract.Binary, X: contract.Matrix{Cols: 1}}); err == nil ||
		!strings.Contains(err.Error(), "no training rows") {
		t.Errorf("no rows: %v", err)
	}
	if _, err := l.Train(t.Context(), contract.Problem{Task: contract.Binary, X: contract.Matrix{Rows: 1},
		Y: []float64{1}}); err == nil || !strings.Contains(err.Error(), "no feature columns") {
		t.Errorf("no columns: %v", err)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"alpha":0.5}`))
	f.Add([]byte(`{"alpha":-0}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if l, err := Component().Learner(b); (l == nil) == (err == nil) {
			t.Errorf("learner %v, error %v", l, err)
		}
	})
}

// TestRealTargets: on ±1 targets the regression is the binary problem; on others
// residuals add up to zero and are orthogonal to the columns.
func TestRealTargets(t *testing.T) {
	p := reference.BreastCancer(t)
	for _, alpha := range []float64{0, 0.5} {
		config := map[string]any{"alpha": alpha}
		binary := reference.Train(t, Component(), config, p).(*linear.Model)
		q := p
		q.Task = contract.Regression
		real := reference.Train(t, Component(), config, q).(*linear.Model)
		for j, w := range binary.W {
			reference.Near(t, fmt.Sprintf("coefficient %d", j), real.W[j], w, 1e-8)
		}
		reference.Near(t, "objective", real.Fit().Objective, binary.Fit().Objective, 1e-9)
		q.Y = make([]float64, len(p.Y))
		for i := range q.Y {
			q.Y[i] = float64(i%7) + p.X.Row(i)[0]
		}
		m := reference.Train(t, Component(), config, q).(*linear.Model)
		scores, sum := reference.Scores(m, p.X, 1), 0.0
		g := make([]float64, p.X.Cols)
		for j := range g {
			g[j] = alpha * m.W[j]
		}
		for i, s := range scores {
			sum += s - q.Y[i]
			for j, v := range p.X.Row(i) {
				g[j] += v * (s - q.Y[i])
			}
		}
		reference.Near(t, "sum of residuals", sum, 0, 1e-8)
		for j, v := range g {
			reference.Near(t, fmt.Sprintf("equation %d", j), v, 0, 1e-7)
		}
	}
	p.Task, p.Y = contract.Regression, append([]float64(nil), p.Y...)
	p.Y[3] = math.NaN()
	l, _ := Component().Learner(nil)
	if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), "training row 3") {
		t.Errorf("a target that is not a number: %v", err)
	}
}
