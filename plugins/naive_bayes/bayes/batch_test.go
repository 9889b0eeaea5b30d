package bayes

import (
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// inCSR writes the rows of a batch in compressed form, zeros left out.
func inCSR(b contract.Batch) contract.Batch {
	c := &contract.CSR{Indptr: []int64{0}}
	for i := range b.Features.Rows {
		for j, v := range b.Features.Dense[i*b.Features.Cols : (i+1)*b.Features.Cols] {
			if v != 0 {
				c.Data, c.Indices = append(c.Data, v), append(c.Indices, int32(j))
			}
		}
		c.Indptr = append(c.Indptr, int64(len(c.Data)))
	}
	b.Features.Dense, b.Features.CSR = nil, c
	return b
}

// Counts of sparse rows, and of problems that are trained together, are those of single
// problems over dense rows.
func TestCountsOfSparseRows(t *testing.T) {
	const config = `{"kind":"counts","alpha":0.5}`
	l, err := Component().Learner(contract.Config(config))
	if err != nil {
		t.Fatal(err)
	}
	for _, weighted := range []bool{false, true} {
		b := reference.IrisBatch(t)
		for i := range b.Features.Dense {
			b.Features.Dense[i] = max(0, b.Features.Dense[i]-float64(i%7))
		}
		for s := range b.RowSets {
			if b.RowSets[s].Shift = nil; weighted {
				for i := range contract.CountRows(b.RowSets[s].Ranges) {
					b.RowSets[s].Weights = append(b.RowSets[s].Weights, 1+float64(i%7)/2)
				}
			}
			if s > 0 {
				b.RowSets[s].Shift = make([]float64, 4)
			}
		}
		want := make([][]float64, len(b.Problems))
		for i := range b.Problems {
			p := reference.Plain(b, i)
			m, err := l.Train(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			want[i] = reference.Scores(m, p.X, outputs(p))
		}
		for name, rows := range map[string]contract.Batch{"dense": b, "sparse": inCSR(b)} {
			err := l.(contract.BatchLearner).TrainBatch(t.Context(), rows, func(i int, m contract.Model, err error) {
				if err != nil {
					t.Fatalf("%s, problem %d: %v", name, i, err)
				}
				p := reference.Plain(b, i)
				for n, s := range reference.Scores(m, p.X, outputs(p)) {
					reference.Near(t, name, s, want[i][n], 1e-12)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func outputs(p contract.Problem) int {
	if p.Task == contract.Multiclass {
		return p.Classes
	}
	return 1
}

func TestCountsRefuseNegativeSparseValues(t *testing.T) {
	l, err := Component().Learner(contract.Config(`{"kind":"counts"}`))
	if err != nil {
		t.Fatal(err)
	}
	b := inCSR(reference.IrisBatch(t))
	b.RowSets, b.Problems = b.RowSets[:1], b.Problems[:1]
	b.Features.CSR.Data[4*20+1] = -2
	failed := 0
	err = l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(_ int, _ contract.Model, err error) {
		if err != nil && err.Error() == negative(1, -2, 10).Error() {
			failed++
		}
	})
	if err != nil || failed != 1 {
		t.Errorf("%d problems failed, %v", failed, err)
	}
}
