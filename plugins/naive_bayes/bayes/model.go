package bayes

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// farthest bounds squared distances, so that scores stay finite and above
// linear.Absent.
const farthest = 1e99

// model is that of normal features. Matrices are k × d.
type model struct {
	prior     []float64 // log π, linear.Absent for classes without rows
	level     []float64 // −½ Σ log 2πσ²
	mean      []float64
	precision []float64 // 1/σ²
	binary    bool      // class 0 is −1, class 1 is +1
}

// Score writes the joint log-likelihood of each class, or for a binary problem
// that of +1 minus that of −1.
func (m *model) Score(x contract.Matrix, scores []float64) {
	outputs := len(m.prior)
	if m.binary {
		outputs = 1
	}
	if len(m.mean) != len(m.prior)*x.Cols || len(scores) != outputs*x.Rows {
		panic(fmt.Sprintf("bayes: scoring %d × %d into %d", x.Rows, x.Cols, len(scores)))
	}
	for i := range x.Rows {
		row := x.Row(i)
		if m.binary {
			scores[i] = m.joint(1, row) - m.joint(0, row)
			continue
		}
		for k := range outputs {
			scores[i*outputs+k] = m.joint(k, row)
		}
	}
}

// joint returns log π_k + log p(x | k).
func (m *model) joint(k int, x []float64) float64 {
	if m.prior[k] == linear.Absent {
		return linear.Absent
	}
	d := len(x)
	mean, precision := m.mean[k*d:(k+1)*d], m.precision[k*d:(k+1)*d]
	q := 0.0
	for j, v := range x {
		away := v - mean[j]
		q += away * away * precision[j]
	}
	if !(q < farthest) {
		q = farthest
	}
	return m.prior[k] + m.level[k] - q/2
}
