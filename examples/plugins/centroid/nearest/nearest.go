// Package nearest is the nearest-centroid classifier for binary problems.
package nearest

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// Component describes the learner "centroid". With μ₊ and μ₋ the means of the
// training rows of either sign, a row x scores ‖x − μ₋‖² − ‖x − μ₊‖².
func Component() contract.Component {
	return contract.Component{
		Kind: contract.KindLearner,
		Name: "centroid",
		Doc:  "Nearest centroid; scores are the squared distance to the negative centroid minus that to the positive one.",
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Symmetric | contract.Deterministic,
		},
		NewLearner: func(contract.Config) (contract.Learner, error) { return Learner{}, nil },
	}
}

// Learner trains a Model.
type Learner struct{}

// Model holds the centroids of the positive and the negative rows.
type Model struct{ Plus, Minus []float64 }

// Train averages the rows of each sign. It fails if a sign has no rows.
func (Learner) Train(_ context.Context, p contract.Problem) (contract.Model, error) {
	m := Model{Plus: mean(p, +1), Minus: mean(p, -1)}
	if m.Plus == nil || m.Minus == nil {
		return nil, fmt.Errorf("the %d training rows are not of both signs", p.X.Rows)
	}
	return m, nil
}

// mean returns the centroid of the rows of a sign, or nil if there are none.
func mean(p contract.Problem, sign float64) []float64 {
	sum, n := make([]float64, p.X.Cols), 0.0
	for i, y := range p.Y {
		if y != sign {
			continue
		}
		n++
		for j, v := range p.X.Row(i) {
			sum[j] += v
		}
	}
	if n == 0 {
		return nil
	}
	for j := range sum {
		sum[j] /= n
	}
	return sum
}

// Score writes how much nearer each row is to the positive centroid.
func (m Model) Score(x contract.Matrix, scores []float64) {
	for i := range x.Rows {
		scores[i] = distance(x.Row(i), m.Minus) - distance(x.Row(i), m.Plus)
	}
}

// distance returns ‖a − b‖².
func distance(a, b []float64) float64 {
	sum := 0.0
	for j := range a {
		sum += float64((a[j] - b[j]) * (a[j] - b[j]))
	}
	return sum
}
