package regression

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/moments"
	"github.com/manyclass/bench/test/reference"
)

// Few columns of sparse features are solved by the same equations as dense ones.
func TestSparseRows(t *testing.T) {
	for _, alpha := range []float64{0, 1e-3, 4} {
		reference.CheckSparse(t, Component(), map[string]any{"alpha": alpha}, 1e-10)
	}
}

// iterated trains a batch of sparse features, however many columns they have, as one of
// many columns.
func iterated(t *testing.T, b contract.Batch, alpha float64) []*linear.Model {
	t.Helper()
	models := make([]*linear.Model, len(b.Problems))
	for number := range b.RowSets {
		w := wide{batch: b, number: number, alpha: alpha, report: func(i int, m contract.Model, err error) {
			if err != nil {
				t.Fatalf("problem %d: %v", i, err)
			}
			models[i] = m.(*linear.Model)
		}}
		if err := w.train(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return models
}

// Iterations find the minimum of the equations: the objective and the fitted values are
// those of the decomposition.
func TestIterations(t *testing.T) {
	full := reference.SparseBatch()
	packed := reference.Compressed(full)
	for _, alpha := range []float64{0, 1e-3, 4} {
		decomposed := make([]*linear.Model, len(full.Problems))
		l := moments.Learner{Solve: settings{alpha}.solve, Regress: settings{alpha}.regress}
		err := l.TrainBatch(t.Context(), full, func(i int, m contract.Model, err error) {
			if err != nil {
				t.Fatal(err)
			}
			decomposed[i] = m.(*linear.Model)
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range iterated(t, packed, alpha) {
			what := fmt.Sprintf("alpha %v, problem %d", alpha, i)
			want := decomposed[i]
			if m.Quality.End != contract.Tolerance || m.Quality.Unconverged {
				t.Errorf("%s: %+v", what, m.Quality)
			}
			reference.Near(t, what+": objective", m.Quality.Objective, want.Quality.Objective, 1e-8)
			p := reference.Plain(full, i)
			scores := reference.Scores(m, p.X, len(m.B))
			for at, s := range reference.Scores(want, p.X, len(m.B)) {
				reference.Near(t, what+": fitted value", scores[at], s, 1e-8)
			}
		}
	}
}

// At the minimum residuals add up to 0 and are orthogonal to the columns except for the
// penalty, on more columns than rows, where without a penalty every row is fitted by the
// shortest weights: a combination of the centred rows.
func TestWideOptimality(t *testing.T) {
	const rows, cols = 40, mostGram + 1
	b := contract.Batch{Features: contract.Features{Rows: rows, Cols: cols, Dense: make([]float64, rows*cols)},
		RowSets:  []contract.RowSet{{Ranges: []contract.Range{{End: 15}, {Start: 15, End: rows, Class: 1}}}},
		Problems: []contract.BatchProblem{{Task: contract.Binary, Column: []int8{1, -1}}}, Threads: 1}
	for i := range rows {
		for j := range 30 {
			b.Features.Dense[i*cols+(i*i*7+j*j*13+i*j)%cols] = 1 + float64((i+j)%5)
		}
	}
	dense := reference.Plain(b, 0)
	for _, alpha := range []float64{0, 0.5, 100} {
		l, err := Component().Learner(contract.NewConfig(map[string]any{"alpha": alpha}))
		if err != nil {
			t.Fatal(err)
		}
		var m *linear.Model
		err = l.(contract.BatchLearner).TrainBatch(t.Context(), reference.Compressed(b),
			func(_ int, got contract.Model, err error) {
				if err != nil {
					t.Fatal(err)
				}
				m = got.(*linear.Model)
			})
		if err != nil || m.Fit().End != contract.Tolerance {
			t.Fatalf("%v, %+v", err, m)
		}
		scores := reference.Scores(m, dense.X, 1)
		gradient, sum, objective := make([]float64, cols), 0.0, 0.0
		for i, s := range scores {
			residual := dense.Y[i] - s
			sum += residual
			objective += residual * residual
			for j, v := range dense.X.Row(i) {
				gradient[j] += v * residual
			}
		}
		reference.Near(t, "sum of residuals", sum, 0, 1e-9)
		for j, w := range m.W {
			reference.Near(t, fmt.Sprintf("alpha %v: equation %d", alpha, j), gradient[j]-alpha*w, 0, 1e-7)
			objective += alpha * w * w
		}
		reference.Near(t, "objective", m.Fit().Objective, objective, 1e-9)
		if alpha == 0 && objective > 1e-15 {
			t.Errorf("rows are not fitted: %v is left", objective)
		}
	}
}

// A problem has the bytes that it has alone, in any order, with any number of threads, and
// negated ones with other signs.
func TestIteratedCompanyAndSymmetry(t *testing.T) {
	b := reference.Compressed(reference.SparseBatch())
	together := iterated(t, b, 0.1)
	other := b
	other.Threads, other.Problems = 3, slices.Clone(b.Problems)
	slices.Reverse(other.Problems)
	back := iterated(t, other, 0.1)
	slices.Reverse(back)
	same := func(a, b *linear.Model) bool {
		return slices.Equal(a.W, b.W) && slices.Equal(a.B, b.B) && a.Quality.Objective == b.Quality.Objective &&
			a.Quality.End == b.Quality.End
	}
	for i, p := range b.Problems {
		one := b
		one.Problems = []contract.BatchProblem{p}
		if !same(together[i], iterated(t, one, 0.1)[0]) || !same(together[i], back[i]) {
			t.Errorf("problem %d depends on its company", i)
		}
		if p.Task != contract.Binary {
			continue
		}
		one.Problems[0].Column, one.Problems[0].Target = slices.Clone(p.Column), slices.Clone(p.Target)
		for k := range p.Column {
			one.Problems[0].Column[k] *= -1
		}
		for k := range p.Target {
			one.Problems[0].Target[k] *= -1
		}
		for at, w := range iterated(t, one, 0.1)[0].W {
			if w != -together[i].W[at] {
				t.Fatalf("problem %d is not odd", i)
			}
		}
	}
}

// Each problem of wide features is refused by itself.
func TestWideRefusals(t *testing.T) {
	csr := &contract.CSR{Data: []float64{1, 2, 3}, Indices: []int32{0, 4, 2000}, Indptr: []int64{0, 1, 2, 3}}
	b := contract.Batch{Features: contract.Features{Rows: 3, Cols: 2001, CSR: csr},
		RowSets: []contract.RowSet{{Ranges: []contract.Range{{End: 1}, {Start: 1, End: 3, Class: 1}}}, {}},
		Problems: []contract.BatchProblem{
			{Task: contract.Binary, Target: []float64{1, -1, 0}}, {Task: contract.Binary, Column: []int8{1, -1}},
			{Task: contract.Multiclass, Target: []float64{0, 1, 2}, Classes: 2}, {RowSet: 1, Task: contract.Regression},
			{Task: contract.Regression, Target: []float64{1, math.NaN(), 2}}, {Task: contract.Binary, Column: []int8{0, 0}},
			{Task: contract.Binary, Column: []int8{0, 1}},
		}, Threads: 1}
	l, _ := Component().Learner(nil)
	train := func() []string {
		said := make([]string, len(b.Problems))
		err := l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, _ contract.Model, err error) {
			said[i] = fmt.Sprint(err)
		})
		if err != nil {
			t.Fatal(err)
		}
		return said
	}
	said := train()
	for i, want := range []string{"target 0 of training row 2 is neither", "<nil>",
		"target 2 of training row 2 is not a class", "no training rows", "target NaN of training row 1", "no training rows", "<nil>"} {
		if !strings.Contains(said[i], want) {
			t.Errorf("problem %d: %s, want %s", i, said[i], want)
		}
	}
	csr.Data[2] = math.Inf(1)
	if said := train(); !strings.Contains(said[1], "column 2000 holds +Inf in training row 2") {
		t.Errorf("an infinite value: %s", said[1])
	}
	csr.Data[2] = 1e200
	if said := train(); !strings.Contains(said[1], "overflow") {
		t.Errorf("a large value: %s", said[1])
	}
}
