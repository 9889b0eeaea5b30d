package trainer

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// mostDense is the largest number of values of a dense copy of sparse features: half
// a gigabyte.
const mostDense = 1 << 26

// densely trains on a dense copy of sparse features.
type densely struct{ contract.BatchLearner }

// TrainBatch trains a batch, or refuses every problem of one that is too large.
func (l densely) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	f := b.Features
	if f.Rows > mostDense/max(f.Cols, 1) {
		for i, p := range b.Problems {
			done(i, nil, fmt.Errorf("a %s problem over %d × %d sparse features is too large to be trained at once: reduce it "+
				"to binary ones, or encode into fewer columns",
				p.Task, f.Rows, f.Cols))
		}
		return nil
	}
	all := contract.SparseMatrix{Rows: f.Rows, Cols: f.Cols, CSR: *f.CSR}
	b.Features.CSR, b.Features.Dense = nil, all.Unpacked().Data
	return l.BatchLearner.TrainBatch(ctx, b, done)
}
