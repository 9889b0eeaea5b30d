package boost

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/tree/cart"
)

// round is a tree with what it adds to the scores of the rows of each leaf.
type round struct {
	finder  cart.Finder
	values  []float64 // binary
	classes []int     // multiclass: the class that gets alpha
	alpha   float64
}

// model is boosted trees.
type model struct {
	cols, k int // k is 1 for a binary problem
	binary  bool
	rounds  []round
	absent  []bool  // multiclass: which classes have no rows
	other   float64 // what classes get of alpha that a tree does not say
	fit     contract.Fit
}

func newModel(cols, k int, binary bool) *model {
	if binary {
		k = 1
	}
	return &model{cols: cols, k: k, binary: binary}
}

// Fit says how the training ended.
func (m *model) Fit() contract.Fit { return m.fit }

// Spent notes how many seconds the training took.
func (m *model) Spent(seconds float64) { m.fit.Seconds = seconds }

// Score writes the sum over the rounds, of each class if there are many.
func (m *model) Score(x contract.Matrix, scores []float64) {
	m.check(x.Rows, x.Cols, scores)
	for i := range x.Rows {
		m.score(x.Row(i), scores[i*m.k:(i+1)*m.k])
	}
}

// ScoreSparse is Score for rows in compressed form.
func (m *model) ScoreSparse(x contract.SparseMatrix, scores []float64) {
	m.check(x.Rows, x.Cols, scores)
	x.Each(func(i int, row []float64) { m.score(row, scores[i*m.k:(i+1)*m.k]) })
}

func (m *model) check(rows, cols int, scores []float64) {
	if cols != m.cols || len(scores) != m.k*rows {
		panic(fmt.Sprintf("boost: scoring %d × %d with trees of %d columns into %d scores", rows, cols, m.cols, len(scores)))
	}
}

// score writes the scores of a row.
func (m *model) score(row, scores []float64) {
	if m.binary {
		scores[0] = m.sum(row)
		return
	}
	clear(scores)
	m.sums(row, scores)
}

func (m *model) sum(x []float64) float64 {
	sum := 0.0
	for r := range m.rounds {
		sum += m.rounds[r].values[m.rounds[r].finder.Leaf(x)]
	}
	return sum
}

func (m *model) sums(x, sums []float64) {
	total := 0.0
	for r := range m.rounds {
		alpha := m.rounds[r].alpha
		sums[m.rounds[r].classes[m.rounds[r].finder.Leaf(x)]] += alpha
		total += alpha
	}
	for k, said := range sums {
		sums[k] = said + float64(m.other*(total-said))
		if m.absent[k] {
			sums[k] = linear.Absent
		}
	}
}
