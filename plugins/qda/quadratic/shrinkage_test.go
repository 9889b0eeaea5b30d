package quadratic

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// byFormula returns the discriminants of the rows of a problem as the formula says, all
// columns kept: δ_k = −½ log|S_k| − ½(x − μ_k)ᵀS_k⁻¹(x − μ_k) + log π_k with
// S_k = (1 − s)·cov + s·tr(cov)/d·I.
func byFormula(t *testing.T, p contract.Problem, s float64) []float64 {
	t.Helper()
	n, d := p.X.Rows, p.X.Cols
	scores := make([]float64, n*p.Classes)
	for k := range p.Classes {
		var own []float64
		for i, y := range p.Y {
			if int(y) == k {
				own = append(own, p.X.Row(i)...)
			}
		}
		rows := mat.NewDense(len(own)/d, d, own)
		var cov mat.SymDense
		stat.CovarianceMatrix(&cov, rows, nil)
		share := s * mat.Trace(&cov) / float64(d)
		cov.ScaleSym(1-s, &cov)
		mean := mat.NewVecDense(d, nil)
		for j := range d {
			cov.SetSym(j, j, cov.At(j, j)+share)
			mean.SetVec(j, stat.Mean(mat.Col(nil, j, rows), nil))
		}
		var inverse mat.Dense
		if err := inverse.Inverse(&cov); err != nil {
			t.Fatal(err)
		}
		level, _ := mat.LogDet(&cov)
		for i := range n {
			x := mat.NewVecDense(d, nil)
			x.SubVec(mat.NewVecDense(d, p.X.Row(i)), mean)
			scores[i*p.Classes+k] = math.Log(float64(len(own)/d)/float64(n)) - level/2 - mat.Inner(x, &inverse, x)/2
		}
	}
	return scores
}

// A column that is constant in all training rows counts in the trace, in d and in I, so
// that classes of different traces have different variances there.
func TestShrinkageOfAConstantColumn(t *testing.T) {
	p := contract.Problem{Task: contract.Binary, Y: []float64{1, 1, 1, -1, -1, -1},
		X: contract.Matrix{Rows: 6, Cols: 2, Data: []float64{-1, 5, 0, 5, 1, 5, -3, 5, 0, 5, 3, 5}}}
	m := reference.Train(t, Component(), map[string]any{"shrinkage": 0.5}, p)
	// S₊ = diag(0.75, 0.25) and S₋ = diag(6.75, 2.25), by hand.
	variances := [2][2]float64{{0.75, 0.25}, {6.75, 2.25}}
	for _, x := range [][2]float64{{0, 8}, {1, 5}, {-2, 4.5}} {
		want := 0.0
		for k, v := range variances {
			delta := -math.Log(v[0]*v[1])/2 - x[0]*x[0]/v[0]/2 - (x[1]-5)*(x[1]-5)/v[1]/2
			want += []float64{1, -1}[k] * delta
		}
		got := reference.Scores(m, contract.Matrix{Rows: 1, Cols: 2, Data: x[:]}, 1)[0]
		reference.Near(t, fmt.Sprintf("score of %v", x), got, want, 1e-12)
	}
}

// Rows that are mostly zeros, with a constant and an empty column, dense and sparse.
func TestShrinkageByFormula(t *testing.T) {
	dense := reference.SparseBatch()
	dense.Problems = []contract.BatchProblem{
		{RowSet: 0, Task: contract.Multiclass, Classes: 3},
		{RowSet: 0, Task: contract.Binary, Column: []int8{1, 0, -1}},
		{RowSet: 0, Task: contract.Binary, Column: []int8{0, 1, -1}},
	}
	for _, s := range []float64{0.02, 0.3, 1} {
		l, err := Component().Learner(contract.NewConfig(map[string]any{"shrinkage": s}))
		if err != nil {
			t.Fatal(err)
		}
		for name, batch := range map[string]contract.Batch{"dense": dense, "sparse": reference.Compressed(dense)} {
			err := l.(contract.BatchLearner).TrainBatch(t.Context(), batch, func(i int, m contract.Model, err error) {
				if err != nil {
					t.Error(err)
					return
				}
				checkFormula(t, fmt.Sprintf("%s, s = %g, problem %d", name, s, i), m, reference.Plain(dense, i), s)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// checkFormula compares scores of training rows with the formula, those of several classes
// up to a constant of the row.
func checkFormula(t *testing.T, what string, m contract.Model, p contract.Problem, s float64) {
	t.Helper()
	if p.Task == contract.Binary {
		for i, y := range p.Y {
			p.Y[i] = (1 - y) / 2 // +1 is class 0
		}
		p.Classes = 2
		want, got := byFormula(t, p, s), reference.Scores(m, p.X, 1)
		for i, score := range got {
			reference.Near(t, fmt.Sprintf("%s: score of row %d", what, i), score, want[2*i]-want[2*i+1], 1e-9)
		}
		return
	}
	want, got := byFormula(t, p, s), reference.Scores(m, p.X, p.Classes)
	for i, score := range got {
		first := i - i%p.Classes
		reference.Near(t, fmt.Sprintf("%s: score %d over that of class 0", what, i), score-got[first], want[i]-want[first],
			1e-9)
	}
}
