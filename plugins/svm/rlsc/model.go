package rlsc

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/gram"
)

// model is a sum of kernels for each of its outputs.
type model struct {
	points  *gram.Points // of all models of a row set
	kernel  gram.Kernel
	sums    []gram.Sum
	without [][]float64 // leave-one-out scores by each sum; nil unless they are asked for
	fit     contract.Fit
}

var _ contract.JointModel = (*model)(nil)

// LeftOut returns the scores of the training rows, each by the model without it.
func (m *model) LeftOut() []float64 {
	k := len(m.sums)
	scores := make([]float64, k*m.points.Len())
	for at, values := range m.without {
		for row, v := range values {
			scores[row*k+at] = v
		}
	}
	return scores
}

// Fit returns the quality of the fit.
func (m *model) Fit() contract.Fit { return m.fit }

// Score writes the outputs of each row.
func (m *model) Score(x contract.Matrix, scores []float64) {
	m.ScoreAll([]contract.Model{m}, contract.Rows{Matrix: x}, 1, scores)
}

// ScoreAll writes the outputs of models, all of them *model, side by side, run by run of
// models over the same points.
func (m *model) ScoreAll(models []contract.Model, x contract.Rows, threads int, scores []float64) {
	width := 0
	for _, m := range models {
		width += len(m.(*model).sums)
	}
	for at := 0; len(models) > 0; {
		first, n := models[0].(*model), 0
		var sums []gram.Sum
		for n < len(models) && models[n].(*model).points == first.points {
			sums = append(sums, models[n].(*model).sums...)
			n++
		}
		first.kernel.Scores(first.points, sums, x, scores[at:], width, threads)
		models, at = models[n:], at+len(sums)
	}
}
