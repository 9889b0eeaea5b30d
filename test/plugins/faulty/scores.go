package main

import (
	"context"
	"math"

	"github.com/manyclass/bench/examples/plugins/centroid/nearest"
	"github.com/manyclass/bench/framework/contract"
)

// constant scores every row alike.
type constant float64

var (
	nan      = constant(math.NaN())
	infinity = constant(math.Inf(1))
)

func (c constant) Score(x contract.Matrix, scores []float64) {
	for i := range x.Rows {
		scores[i] = float64(c)
	}
}

func constantly(c constant) trainFunc {
	return func(settings, context.Context, contract.Problem) (contract.Model, error) { return c, nil }
}

// boaster knows an objective that is not a number.
type boaster struct{ contract.Model }

func (boaster) Fit() contract.Fit { return contract.Fit{Objective: math.NaN(), HasObjective: true} }

func boast(_ settings, ctx context.Context, p contract.Problem) (contract.Model, error) {
	m, err := nearest.Learner{}.Train(ctx, p)
	return boaster{m}, err
}

// delayed has its fault when it scores.
type delayed func()

func (d delayed) Score(contract.Matrix, []float64) { d() }

func later(fault func()) trainFunc {
	return func(settings, context.Context, contract.Problem) (contract.Model, error) { return delayed(fault), nil }
}

// forgetter trains, and forgets to tell of the problems that learner has its
// fault on.
type forgetter struct{ settings }

// Train is not called: the host's problems come in batches.
func (f forgetter) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return nearest.Learner{}.Train(ctx, p)
}

func (f forgetter) TrainBatch(_ context.Context, b contract.Batch, done func(int, contract.Model, error)) error {
	for i, p := range b.Problems {
		rows := 0
		for _, r := range b.RowSets[p.RowSet].Ranges {
			if p.Column[r.Class] != 0 {
				rows += r.End - r.Start
			}
		}
		if f.Rows > 0 && rows >= f.Rows {
			done(i, constant(1), nil)
		}
	}
	return nil
}
