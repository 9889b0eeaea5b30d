package trainer

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// ByTask trains binary problems in one way and all others in another. It is a
// contract.Learner and a contract.BatchLearner.
type ByTask struct{ Binary, Multiclass contract.BatchLearner }

// Train trains one problem.
func (l ByTask) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return trainOne(ctx, l, p)
}

// TrainBatch trains the binary problems, then the others.
func (l ByTask) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	var places [2][]int
	var problems [2][]contract.BatchProblem
	for i, p := range b.Problems {
		k := 0
		if p.Task != contract.Binary {
			k = 1
		}
		places[k], problems[k] = append(places[k], i), append(problems[k], p)
	}
	for k, learner := range []contract.BatchLearner{l.Binary, l.Multiclass} {
		if len(problems[k]) == 0 {
			continue
		}
		b.Problems = problems[k]
		report := func(i int, m contract.Model, err error) { done(places[k][i], m, err) }
		if err := learner.TrainBatch(ctx, b, report); err != nil {
			return err
		}
	}
	return ctx.Err()
}

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
