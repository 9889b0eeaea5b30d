package trainer

import (
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
	"github.com/manyclass/bench/test/reference"
)

// compressed returns a batch with its features as CSR, without shifts.
func compressed(b contract.Batch) contract.Batch {
	f := &b.Features
	csr := contract.CSR{Indptr: []int64{0}}
	for i := range f.Rows {
		for j, v := range f.Dense[i*f.Cols : (i+1)*f.Cols] {
			if v != 0 {
				csr.Data, csr.Indices = append(csr.Data, v), append(csr.Indices, int32(j))
			}
		}
		csr.Indptr = append(csr.Indptr, int64(len(csr.Data)))
	}
	f.Dense, f.CSR = nil, &csr
	return b
}

func trainAll(t *testing.T, l contract.BatchLearner, b contract.Batch) []*linear.Model {
	t.Helper()
	models := make([]*linear.Model, len(b.Problems))
	err := l.TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		if b.Problems[i].Task == contract.Multiclass {
			if err == nil {
				t.Errorf("problem %d: a multiclass problem was trained", i)
			}
			return
		}
		if err != nil {
			t.Fatalf("problem %d: %v", i, err)
		}
		models[i] = m.(*linear.Model)
	})
	if err != nil {
		t.Fatal(err)
	}
	return models
}

func TestSparseIsAsGoodAsDense(t *testing.T) {
	b := reference.IrisBatch(t)
	for i := range b.RowSets {
		b.RowSets[i].Shift = nil
	}
	losses := map[linear.Loss]linear.Loss{linear.Logistic: linear.Logistic, linear.SquaredHinge: linear.SquaredHinge}
	for form, same := range losses {
		for _, intercept := range []smooth.Intercept{smooth.NoIntercept, smooth.FreeIntercept, smooth.PenalisedIntercept} {
			for _, balanced := range []bool{false, true} {
				stop := linear.Stopping{Tol: 1e-9, MaxIter: 100000}
				s := Sparse{Loss: form, C: 0.5, Balanced: balanced, Intercept: intercept, Stopping: stop}
				d := Trainer{Loss: same, C: 0.5, Balanced: balanced, Intercept: intercept, Stopping: stop}
				binary := b
				binary.Problems = slices.DeleteFunc(slices.Clone(b.Problems),
					func(p contract.BatchProblem) bool { return p.Task == contract.Multiclass })
				got, want := trainAll(t, s, compressed(binary)), trainAll(t, d, binary)
				for i := range got {
					a, b := got[i].Quality.Objective, want[i].Quality.Objective
					if math.Abs(a-b) > 2e-6*b || got[i].Quality.Unconverged {
						t.Errorf("loss %d, intercept %d, balanced %v, problem %d: objective %v, dense %v", form, intercept,
							balanced, i, a, b)
					}
				}
			}
		}
	}
}

// A problem gets the same bits alone as among others; multiclass ones are refused.
func TestSparseCompany(t *testing.T) {
	b := compressed(reference.IrisBatch(t))
	for i := range b.RowSets {
		b.RowSets[i].Shift = nil
	}
	s := Sparse{Loss: linear.Logistic, C: 1, Intercept: smooth.FreeIntercept,
		Stopping: linear.Stopping{Tol: 1e-8, MaxIter: 1000}}
	together := trainAll(t, s, b)
	for i, p := range b.Problems {
		if p.Task == contract.Multiclass {
			continue
		}
		one := b
		one.Problems, one.Threads = b.Problems[i:i+1], 2
		if alone := trainAll(t, s, one)[0]; !slices.Equal(alone.W, together[i].W) || alone.B[0] != together[i].B[0] {
			t.Errorf("problem %d depends on its company", i)
		}
	}
}
