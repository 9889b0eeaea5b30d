// Package constant is the baseline that always predicts the majority class.
package constant

import (
	"context"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// Component describes the learner "majority": its scores do not depend on the
// features. A binary score is log(n₊/n₋), a multiclass score log(n_k/n), from
// the numbers of training rows, or the sums of their weights.
func Component() contract.Component {
	return configured.Learner[learner](contract.Component{
		Name: "majority",
		Doc:  "Baseline that predicts the majority class of its training rows; scores are log(n₊/n₋) or log(n_k/n).",
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.LogOdds,
			Properties: contract.TrainsBatches | contract.TakesWeights | contract.Symmetric | contract.Deterministic |
				contract.TakesSparse,
		},
	})
}

type learner struct{}

// model holds the scores of every row, one a class or one for a binary problem.
type model []float64

// TrainBatch counts the targets of every problem. It copies no rows, so that they
// may be sparse and many.
func (learner) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	failures := make([]error, len(b.RowSets))
	for s, set := range b.RowSets {
		failures[s] = dense.CheckRows(b.Features, set.Ranges)
	}
	for i, p := range b.Problems {
		if err := ctx.Err(); err != nil {
			return err
		}
		set := b.RowSets[p.RowSet]
		y, weights := targets(p, set)
		m, err := contract.Model(nil), failures[p.RowSet]
		if err == nil {
			m, err = train(contract.Problem{Task: p.Task, Y: y, Weights: weights, Classes: p.Classes})
		}
		done(i, m, err)
	}
	return ctx.Err()
}

// targets returns those of the rows that a problem does not leave out, with the weights.
func targets(p contract.BatchProblem, set contract.RowSet) (y, weights []float64) {
	if p.Target != nil {
		return p.Target, set.Weights
	}
	at := 0
	for _, r := range set.Ranges {
		value, n := p.TargetOf(r.Class, 0), r.End-r.Start
		if p.Task != contract.Binary || value != 0 {
			y = append(y, slices.Repeat([]float64{value}, n)...)
			if set.Weights != nil {
				weights = append(weights, set.Weights[at:at+n]...)
			}
		}
		at += n
	}
	return y, weights
}

// Train counts targets.
func (learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := dense.CheckFinite(contract.Rows{Matrix: p.X}); err != nil {
		return nil, err
	}
	return train(p)
}

// train counts the targets of a problem and looks at nothing else.
func train(p contract.Problem) (contract.Model, error) {
	if err := dense.CheckWeights(p.Weights); err != nil {
		return nil, err
	}
	weights := p.Weights
	if weights == nil {
		weights = slices.Repeat([]float64{1}, len(p.Y))
	}
	if len(p.Y) == 0 {
		return nil, fmt.Errorf("there are no training rows")
	}
	switch p.Task {
	case contract.Binary:
		return binary(p.Y, weights)
	case contract.Multiclass:
		return multiclass(p.Y, weights, p.Classes)
	}
	return nil, fmt.Errorf("cannot train a %s problem, only binary and multiclass ones", p.Task)
}

func binary(y, weights []float64) (contract.Model, error) {
	plus, minus := 0.0, 0.0
	for i, v := range y {
		switch v {
		case 1:
			plus += weights[i]
		case -1:
			minus += weights[i]
		default:
			return nil, fmt.Errorf("target %v of training row %d is neither −1 nor +1", v, i)
		}
	}
	return model{logCount(plus) - logCount(minus)}, nil
}

func multiclass(y, weights []float64, classes int) (contract.Model, error) {
	counts, total := make([]float64, classes), 0.0
	for i, v := range y {
		k := int(v)
		if float64(k) != v || k < 0 || k >= classes {
			return nil, fmt.Errorf("target %v of training row %d is not a class number below %d", v, i, classes)
		}
		counts[k] += weights[i]
		total += weights[i]
	}
	m := make(model, classes)
	for k, n := range counts {
		m[k] = logCount(n) - logCount(total)
	}
	return m, nil
}

// logCount returns log n, or linear.Absent for 0.
func logCount(n float64) float64 {
	if n == 0 {
		return linear.Absent
	}
	return elementary.Log(n)
}

// Score writes the same scores for every row.
func (m model) Score(x contract.Matrix, scores []float64) { m.repeat(x.Rows, scores) }

// ScoreSparse does what Score does.
func (m model) ScoreSparse(x contract.SparseMatrix, scores []float64) { m.repeat(x.Rows, scores) }

func (m model) repeat(rows int, scores []float64) {
	for i := range rows {
		copy(scores[i*len(m):(i+1)*len(m)], m)
	}
}
