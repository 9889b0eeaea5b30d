package trainer

import (
	"runtime"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// One-vs-rest on a large matrix allocates little beside it and the copy in float32, whose
// rows are padded to 80 of 64 columns with an intercept.
func TestLargeMatricesAreNotCopied(t *testing.T) {
	const cols, classes, each = 64, 4, 33_000
	f := contract.Features{Rows: classes * each, Cols: cols, Dense: make([]float64, classes*each*cols)}
	b := contract.Batch{Features: f, RowSets: make([]contract.RowSet, 1), Threads: 1}
	for k := range classes {
		b.RowSets[0].Ranges = append(b.RowSets[0].Ranges, contract.Range{Start: k * each, End: (k + 1) * each, Class: k})
		column := []int8{-1, -1, -1, -1}
		column[k] = 1
		b.Problems = append(b.Problems, contract.BatchProblem{Task: contract.Binary, Column: column})
		for i := k * each; i < (k+1)*each; i++ {
			f.Dense[i*cols+i%cols], f.Dense[i*cols+k] = 1, 2
		}
	}
	l := Trainer{Loss: linear.Logistic, C: 1, Intercept: smooth.FreeIntercept,
		Stopping: linear.Stopping{Tol: 1e-3, MaxIter: 2}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := l.TrainBatch(t.Context(), b, func(i int, _ contract.Model, err error) {
		if err != nil {
			t.Errorf("problem %d: %v", i, err)
		}
	})
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if took, matrix := after.TotalAlloc-before.TotalAlloc, uint64(8*len(f.Dense)); took > matrix*5/8+matrix/10 {
		t.Errorf("training on a matrix of %d bytes allocated %d", matrix, took)
	}
}
