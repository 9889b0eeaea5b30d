package quadratic

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/moments"
)

// farthest bounds squared distances, so that scores stay finite and above
// linear.Absent.
const farthest = 1e99

// rowBlock is how many rows are scored together. It is a multiple of kernel.Lanes.
const rowBlock = 64

// normal is the distribution of one class.
type normal struct {
	mean  []float64 // of the columns that vary
	white []float64 // W: row a times x_a − mean_a has the identity as covariance; rows of width values
	width int       // number of columns, padded to a multiple of kernel.Lanes
	level float64   // log π − ½ log|S|
}

// Spent notes how many seconds the training took.
func (m *model) Spent(seconds float64) { m.seconds = seconds }

// Fit says how long the training took.
func (m *model) Fit() contract.Fit { return contract.Fit{Seconds: m.seconds} }

// setWhitening stores w, whose rows count in units of scale.
func (n *normal) setWhitening(w mat.Matrix, scale []float64) {
	d := len(scale)
	n.width = kernel.Padded(d)
	n.white = make([]float64, d*n.width)
	for a, s := range scale {
		for b := range d {
			n.white[a*n.width+b] = w.At(a, b) / s
		}
	}
}

// model scores by the discriminants of its classes.
type model struct {
	columns []int     // those that vary over the training rows
	scale   []float64 // their deviations
	classes []*normal // nil without rows
	binary  bool      // class 0 is +1, class 1 is −1
	seconds float64   // of training
}

// newModel returns a model for the columns that vary in p.
func newModel(p moments.Pooled, classes int) *model {
	m := &model{classes: make([]*normal, classes)}
	for j := range p.Within.SymmetricDim() {
		if v := p.Within.At(j, j) / float64(p.N); v > 0 {
			m.columns, m.scale = append(m.columns, j), append(m.scale, math.Sqrt(v))
		}
	}
	return m
}

// Score writes δ₊ − δ₋ or every δ_k of each row; a class without training rows
// scores linear.Absent. The score of a row does not depend on other rows.
func (m *model) Score(x contract.Matrix, scores []float64) {
	outputs := len(m.classes)
	if m.binary {
		outputs = 1
	}
	if len(scores) != outputs*x.Rows {
		panic(fmt.Sprintf("quadratic: scoring %d rows into %d", x.Rows, len(scores)))
	}
	var block block
	for from := 0; from < x.Rows; from += rowBlock {
		part := contract.Matrix{Rows: min(rowBlock, x.Rows-from), Cols: x.Cols, Data: x.Data[from*x.Cols:]}
		m.scoreBlock(part, &block, scores[from*outputs:])
	}
}

// block is the scratch space of up to rowBlock rows.
type block struct {
	centred, white []float64
	scores         [rowBlock]float64
}

func (m *model) scoreBlock(x contract.Matrix, b *block, scores []float64) {
	for k, n := range m.classes {
		m.discriminants(n, x, b)
		for i, v := range b.scores[:x.Rows] {
			switch {
			case !m.binary:
				scores[i*len(m.classes)+k] = v
			case k == 0:
				scores[i] = v
			default:
				scores[i] -= v
			}
		}
	}
}

// discriminants computes δ of one class for the rows of x.
func (m *model) discriminants(n *normal, x contract.Matrix, b *block) {
	if n == nil {
		for i := range b.scores {
			b.scores[i] = linear.Absent
		}
		return
	}
	d := len(m.columns)
	if len(b.centred) < rowBlock*d || len(b.white) < rowBlock*n.width {
		b.centred, b.white = make([]float64, rowBlock*d), make([]float64, rowBlock*n.width)
	}
	for i := range x.Rows {
		row, to := x.Row(i), b.centred[i*d:]
		for a, j := range m.columns {
			to[a] = row[j] - n.mean[a]
		}
	}
	clear(b.white)
	kernel.MulAdd(rowBlock, n.width, d, b.centred, d, 1, n.white, n.width, b.white, n.width)
	for i := range x.Rows {
		q := 0.0
		for _, v := range b.white[i*n.width : (i+1)*n.width] {
			q += v * v
		}
		if !(q < farthest) {
			q = farthest
		}
		b.scores[i] = n.level - q/2
	}
}
