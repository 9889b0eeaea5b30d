package logistic

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

// The minimum is that of L-BFGS, which TestOptima compares with LIBLINEAR, of dense rows as of compressed ones.
func TestAdagradOptima(t *testing.T) {
	p := reference.BreastCancer(t)
	reference.Standardise(p.X)
	want := train(t, p, map[string]any{"C": 0.01, "tol": tight}, nil).Fit().Objective
	settings := map[string]any{"C": 0.01, "solver": "adagrad", "tol": 1e-4, "max_iter": 2000.0}
	m := train(t, p, settings, nil)
	objective(t, m, want, 1e-3)
	if fit := m.Fit(); fit.Unconverged || fit.End != contract.Tolerance {
		t.Errorf("%+v", fit)
	}
	if again := trainSparse(t, p, settings); !slices.Equal(again.W, m.W) || again.B[0] != m.B[0] {
		t.Error("rows in compressed form give another model")
	}
}

// trainSparse trains on rows in compressed form, as a host that offers them does.
func trainSparse(t *testing.T, p contract.Problem, settings map[string]any) (model *linear.Model) {
	t.Helper()
	c := Component()
	if !c.Under(contract.NewConfig(settings)).Has(contract.TakesSparse) {
		t.Fatal("it takes no sparse features")
	}
	l, err := c.Learner(contract.NewConfig(settings))
	if err != nil {
		t.Fatal(err)
	}
	x := contract.CSR{Indptr: []int64{0}}
	for i := range p.X.Rows {
		for j, v := range p.X.Row(i) {
			if v != 0 {
				x.Data, x.Indices = append(x.Data, v), append(x.Indices, int32(j))
			}
		}
		x.Indptr = append(x.Indptr, int64(len(x.Data)))
	}
	b := contract.Batch{Features: contract.Features{Rows: p.X.Rows, Cols: p.X.Cols, CSR: &x}, Threads: 2,
		RowSets:  []contract.RowSet{{Ranges: []contract.Range{{End: p.X.Rows}}}},
		Problems: []contract.BatchProblem{{Task: contract.Binary, Target: p.Y, Seed: p.Seed}}}
	err = l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(_ int, m contract.Model, failure error) {
		if failure != nil {
			t.Fatal(failure)
		}
		model = m.(*linear.Model)
	})
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// Weights of rows count as copies of them do.
func TestAdagradWeights(t *testing.T) {
	p := reference.BreastCancer(t)
	reference.Standardise(p.X)
	settings := map[string]any{"C": 0.01, "tol": 1e-4, "max_iter": 2000.0, "solver": "adagrad"}
	for i := range p.Y {
		p.Weights = append(p.Weights, float64(1+i%3))
	}
	want := train(t, p, map[string]any{"C": 0.01, "tol": tight, "solver": "newton"}, nil).Fit().Objective
	objective(t, train(t, p, settings, nil), want, 1e-3)
}
