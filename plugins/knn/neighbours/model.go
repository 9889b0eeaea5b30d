package neighbours

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// leftOut is the class of a row that a problem does not use.
const leftOut = -1

// model is the training rows of a problem with their classes.
type model struct {
	*index
	k       int     // classes
	binary  bool    // class 1 is +1
	classes []int32 // of every row of the fold
	uses    []bool  // of its groups
	seconds float64
}

// Fit says how long the training took.
func (m *model) Fit() contract.Fit { return contract.Fit{Seconds: m.seconds} }

// Spent notes how many seconds the training took.
func (m *model) Spent(seconds float64) { m.seconds = seconds }

// Score writes the shares of the classes, or of +1 for a binary model.
func (m *model) Score(x contract.Matrix, scores []float64) {
	m.ScoreAll([]contract.Model{m}, contract.Rows{Matrix: x}, 1, scores)
}

// ScoreAll is Score for models of any folds, side by side, and rows of either form. Models
// of one fold share the distances.
func (m *model) ScoreAll(models []contract.Model, x contract.Rows, _ int, scores []float64) {
	width := 0
	var folds []*fold
	for _, one := range models {
		m := one.(*model)
		at := slices.IndexFunc(folds, func(f *fold) bool { return f.index == m.index })
		if at < 0 {
			at = len(folds)
			folds = append(folds, &fold{index: m.index})
		}
		folds[at].models, folds[at].places = append(folds[at].models, m), append(folds[at].places, width)
		width += m.outputs()
	}
	if x.Cols != m.x.Cols || len(scores) != x.Rows*width {
		panic(fmt.Sprintf("neighbours: %d scores of %d × %d, %d a row", len(scores), x.Rows, x.Cols, width))
	}
	for _, f := range folds {
		if f.counts != nil {
			f.scoreWeighted(x, scores, width)
			continue
		}
		f.score(x, scores, width)
	}
}

func (m *model) outputs() int {
	if m.binary {
		return 1
	}
	return m.k
}

// fold is the models over the rows of one fold.
type fold struct {
	*index
	models []*model
	places []int // of their scores
}

// score searches every group by itself only if there is a model that does not use all of
// them; models that use the same ones share the neighbours.
func (f *fold) score(x contract.Rows, scores []float64, width int) {
	whole := []span{{0, f.x.Rows}}
	var unions [][]bool // which groups there are models of
	union := make([]int, len(f.models))
	for i, m := range f.models {
		at := slices.IndexFunc(unions, func(u []bool) bool { return slices.Equal(u, m.uses) })
		if at < 0 {
			at = len(unions)
			unions = append(unions, m.uses)
		}
		union[i] = at
	}
	if len(unions) == 1 && !slices.Contains(unions[0], false) {
		f.search(x, whole, func(row int, found []nearest) {
			for i, m := range f.models {
				m.shares(found[0], scores[row*width+f.places[i]:])
			}
		})
		return
	}
	joined := make([]nearest, len(unions))
	f.search(x, f.groups, func(row int, found []nearest) {
		for u, uses := range unions {
			joined[u] = joined[u][:0]
			for g, list := range found {
				for _, n := range list {
					if !uses[g] || len(joined[u]) == f.K && !n.nearer(joined[u][f.K-1]) {
						break
					}
					joined[u] = joined[u].add(f.K, n)
				}
			}
		}
		for i, m := range f.models {
			m.shares(joined[union[i]], scores[row*width+f.places[i]:])
		}
	})
}

// shares writes the shares of the classes among neighbours.
func (m *model) shares(near nearest, out []float64) {
	var two [2]float64
	sums := two[:]
	if !m.binary {
		sums = out[:m.k]
		clear(sums)
	}
	for _, n := range near {
		sums[m.classes[n.row]] += m.weight(near[0].distance, n.distance)
	}
	m.divide(sums, out)
}

// divide makes sums over the classes into scores.
func (m *model) divide(sums, out []float64) {
	if m.binary {
		out[0] = positive(sums[0], sums[1])
		return
	}
	total := lists.Sum(sums)
	for k := range sums {
		sums[k] /= total
	}
}

// weight is what a neighbour counts, in units of the nearest.
func (m *model) weight(least, distance float64) float64 {
	if m.Weights == uniform || distance == least {
		return 1
	}
	if m.Metric == euclidean {
		return math.Sqrt(least / distance)
	}
	return least / distance
}

// positive returns plus/(minus + plus), and exactly 1 minus that if minus and plus
// are swapped.
func positive(minus, plus float64) float64 {
	if plus >= minus {
		return plus / (minus + plus)
	}
	return 1 - minus/(minus+plus)
}

// scoreWeighted is score for rows that have weights.
func (f *fold) scoreWeighted(x contract.Rows, scores []float64, width int) {
	f.inOrder(x, func(row int, all nearest) {
		for i, m := range f.models {
			m.sharesWeighted(all, scores[row*width+f.places[i]:])
		}
	})
}

// sharesWeighted writes the shares of the classes among the nearest of all rows whose
// weights are k together.
func (m *model) sharesWeighted(all nearest, out []float64) {
	sums, least, left := make([]float64, m.k), math.NaN(), float64(m.K)
	for _, n := range all {
		class := m.classes[n.row]
		if class == leftOut {
			continue
		}
		if least != least {
			least = n.distance
		}
		taken := min(left, m.counts[n.row])
		sums[class] += float64(taken * m.weight(least, n.distance))
		if left -= taken; left <= 0 {
			break
		}
	}
	m.divide(sums, out)
	if !m.binary {
		copy(out, sums)
	}
}
