// Package constant is the baseline that always predicts the majority class.
package constant

import (
	"context"
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// Component describes the learner "majority": its scores do not depend on the
// features. A binary score is log(n₊/n₋), a multiclass score log(n_k/n), from
// the numbers of training rows.
func Component() contract.Component {
	return contract.Component{
		Kind: contract.KindLearner,
		Name: "majority",
		Doc:  "Baseline that predicts the majority class of its training rows; scores are log(n₊/n₋) or log(n_k/n).",
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.LogOdds, Symmetric: true, Deterministic: true,
		},
		NewLearner: func(c contract.Config) (contract.Learner, error) {
			return learner{}, c.Decode(&struct{}{})
		},
	}
}

type learner struct{}

// model holds the scores of every row, one a class or one for a binary problem.
type model []float64

// Train counts targets.
func (learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if p.Weights != nil {
		return nil, fmt.Errorf("row weights are not supported")
	}
	if len(p.Y) == 0 {
		return nil, fmt.Errorf("there are no training rows")
	}
	if err := dense.CheckFinite(p.X); err != nil {
		return nil, err
	}
	switch p.Task {
	case contract.Binary:
		return binary(p.Y)
	case contract.Multiclass:
		return multiclass(p.Y, p.Classes)
	}
	return nil, fmt.Errorf("cannot train a %s problem, only binary and multiclass ones", p.Task)
}

func binary(y []float64) (contract.Model, error) {
	plus, minus := 0, 0
	for i, v := range y {
		switch v {
		case 1:
			plus++
		case -1:
			minus++
		default:
			return nil, fmt.Errorf("target %v of training row %d is neither −1 nor +1", v, i)
		}
	}
	return model{logCount(plus) - logCount(minus)}, nil
}

func multiclass(y []float64, classes int) (contract.Model, error) {
	counts := make([]int, classes)
	for i, v := range y {
		k := int(v)
		if float64(k) != v || k < 0 || k >= classes {
			return nil, fmt.Errorf("target %v of training row %d is no class number below %d", v, i, classes)
		}
		counts[k]++
	}
	m := make(model, classes)
	for k, n := range counts {
		m[k] = logCount(n) - logCount(len(y))
	}
	return m, nil
}

// logCount returns log n, or linear.Absent for 0.
func logCount(n int) float64 {
	if n == 0 {
		return linear.Absent
	}
	return math.Log(float64(n))
}

// Score writes the same scores for every row.
func (m model) Score(x contract.Matrix, scores []float64) {
	for i := range x.Rows {
		copy(scores[i*len(m):(i+1)*len(m)], m)
	}
}
