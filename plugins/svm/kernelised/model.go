package kernelised

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/gram"
)

// Model is a sum of kernels with points.
type Model struct {
	points  *gram.Points // of all models of a row set
	kernel  gram.Kernel
	sum     gram.Sum
	Quality contract.Fit
}

var _ contract.JointModel = (*Model)(nil)

// Fit returns the quality of the fit.
func (m *Model) Fit() contract.Fit { return m.Quality }

// Score writes the score of each row.
func (m *Model) Score(x contract.Matrix, scores []float64) {
	m.ScoreAll([]contract.Model{m}, contract.Rows{Matrix: x}, 1, scores)
}

// ScoreAll writes the scores of models, all of them *Model, side by side, run by run of
// models over the same points.
func (m *Model) ScoreAll(models []contract.Model, x contract.Rows, threads int, scores []float64) {
	for start := 0; start < len(models); {
		first := models[start].(*Model)
		sums := []gram.Sum{first.sum}
		for _, other := range models[start+1:] {
			if o := other.(*Model); o.points == first.points && o.kernel == first.kernel {
				sums = append(sums, o.sum)
				continue
			}
			break
		}
		first.kernel.Scores(first.points, sums, x, scores[start:], len(models), threads)
		start += len(sums)
	}
}
