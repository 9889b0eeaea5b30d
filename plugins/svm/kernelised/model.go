package kernelised

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/gram"
)

// Model is a sum of kernels with points.
type Model struct {
	points  *gram.Points // of all models of a row set
	kernel  gram.Kernel
	threads int // to score with
	sum     gram.Sum
	Quality contract.Fit
}

var _ interface {
	contract.JointModel
	contract.JointSparseModel
} = (*Model)(nil)

// Fit returns the quality of the fit.
func (m *Model) Fit() contract.Fit { return m.Quality }

// Score writes the score of each row.
func (m *Model) Score(x contract.Matrix, scores []float64) {
	m.ScoreAll([]contract.Model{m}, x, scores)
}

// ScoreSparse is Score for rows in compressed form.
func (m *Model) ScoreSparse(x contract.SparseMatrix, scores []float64) {
	m.ScoreAllSparse([]contract.Model{m}, x, scores)
}

// ScoreAll writes the scores of models, all of them *Model, side by side.
func (m *Model) ScoreAll(models []contract.Model, x contract.Matrix, scores []float64) {
	scoreAll(models, gram.Dense(x), scores)
}

// ScoreAllSparse is ScoreAll for rows in compressed form.
func (m *Model) ScoreAllSparse(models []contract.Model, x contract.SparseMatrix, scores []float64) {
	scoreAll(models, gram.Sparse(x), scores)
}

// scoreAll scores runs of models over the same points.
func scoreAll(models []contract.Model, x gram.Rows, scores []float64) {
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
		first.kernel.Scores(first.points, sums, x, scores[start:], len(models), first.threads)
		start += len(sums)
	}
}
