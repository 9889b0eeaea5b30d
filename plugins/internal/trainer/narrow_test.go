package trainer

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// wide returns labels and classes over rows that have values in some of the columns, every fourth
// of many or all of few, and a scale of these.
func wide(step int) contract.Batch {
	rng := rand.New(rand.NewPCG(8, 1))
	f := contract.Features{Rows: 90, Cols: 40 * step, CSR: &contract.CSR{Indptr: []int64{0}}}
	scale := make([]float64, f.Cols)
	for j := range f.Cols {
		scale[j] = 1 + float64(j/step)/8
	}
	for range f.Rows {
		var columns []int32
		var values []float64
		for j := range 40 {
			if rng.IntN(3) == 0 {
				columns, values = append(columns, int32(j*step+step/2)), append(values, rng.NormFloat64())
			}
		}
		f.CSR.AppendRow(columns, values)
	}
	ranges := []contract.Range{{Start: 10, End: 40}, {Start: 60, End: 85, Class: 1}, {Start: 45, End: 50, Class: 2}}
	b := contract.Batch{Features: f, Threads: 1,
		RowSets: []contract.RowSet{{Ranges: ranges}, {Ranges: ranges[1:], Scale: scale}}}
	for i := range 30 {
		p := contract.BatchProblem{Task: contract.Binary, RowSet: i % 2, Classes: 2}
		switch i % 3 {
		case 0:
			p.Positives = []int32{int32(i % 7), int32(9 + i%11)}
		case 1:
			p.Column = []int8{0, 1, -1}
		default:
			p.Target = slices.Repeat([]float64{-1, 1, -1}, 20)[:30+30*(1-i%2)]
		}
		b.Problems = append(b.Problems, p)
	}
	return b
}

// Columns without values change no bit of the weights of others.
func TestColumnsWithoutValues(t *testing.T) {
	for _, loss := range []linear.Loss{linear.Logistic, linear.SquaredHinge} {
		s := Sparse{Loss: loss, C: 1, Intercept: smooth.FreeIntercept, Stopping: linear.Stopping{Tol: 1e-7, MaxIter: 1000}}
		want := trainAll(t, s, wide(1))
		for i, m := range trainAll(t, s, wide(4)) {
			if m.Support == nil || want[i].Support != nil {
				t.Fatalf("problem %d: the columns without values are kept, or there are none", i)
			}
			if !slices.Equal(m.W, want[i].W) || m.B[0] != want[i].B[0] {
				t.Errorf("problem %d: %v %v, want %v %v", i, m.W, m.B, want[i].W, want[i].B)
			}
		}
	}
}
