package neighbours

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/rowset"
)

// bayesian are the parameters of ml_knn.
type bayesian struct {
	K      int     `json:"k"`
	Smooth float64 `json:"smooth"`
	Metric string  `json:"metric"`
}

// LabelComponent describes the learner "ml_knn" (M.-L. Zhang and Z.-H. Zhou, "ML-KNN: A
// lazy learning approach to multi-label learning", Pattern Recognition 40, 2007), which
// takes each label by itself: it is a binary learner for binary_relevance. A row has a
// label by the number c of its k nearest training rows that have it. With n rows, of
// which m have the label, and κ₁(c) of these with c such neighbours among the k nearest
// others, κ₀(c) of the rest, the score is the log-odds
//
//	ln (s + m)(s + κ₁(c)) / (s(k + 1) + m) − ln (s + n − m)(s + κ₀(c)) / (s(k + 1) + n − m)
//
// whose first factors are the prior probabilities times 2s + n. Labels of one row set
// share the search.
func LabelComponent() contract.Component {
	return configured.Learner[bayesian](contract.Component{
		Name: "ml_knn",
		Doc: "ML-kNN (Zhang & Zhou 2007) for labels: log-odds that a row has a label, by Bayes' rule from how many of its k nearest " +
			"training rows have it and from what that number is on training rows with and without the label. With " +
			"binary_relevance it is ML-kNN; labels share the neighbours. Rows have no weights.",
		Params: []contract.Param{
			{Name: "k", Type: "number", Default: 10.0, Min: contract.Bound(1), Integer: true,
				Doc: "Number of neighbours; all other training rows if there are fewer."},
			{Name: "smooth", Type: "number", Default: 1.0, Above: contract.Bound(0),
				Doc: "s, what is added to each count; 1 is Laplace's rule."},
			{Name: "metric", Type: "string", Default: euclidean, OneOf: []string{euclidean, manhattan},
				Doc: "Distance of two rows: √Σ (x − z)² or Σ |x − z|."},
		},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary}, Scores: contract.LogOdds,
			Batch: true, Symmetric: true, Deterministic: true, Threads: true,
		},
	})
}

// Learner trains as the settings say. The problems of a row set share its rows and
// their neighbours.
func (s bayesian) Learner() contract.Learner {
	return rowset.Learner(func(_ context.Context, set *rowset.Set) (rowset.Trainer, error) {
		shared := sync.OnceValues(func() (*index, [][]int32) { return s.searched(set.X, set.Classes) })
		return func(_ context.Context, p rowset.Problem) (rowset.Trained, error) {
			switch {
			case p.Task != contract.Binary:
				return nil, fmt.Errorf("ml_knn is for binary problems of labels, not for a %s one", p.Task)
			case len(p.Rows) < 2:
				return nil, errors.New("a single training row has no neighbours")
			}
			find := shared
			if len(p.Rows) < set.X.Rows {
				find = func() (*index, [][]int32) { return s.searched(some(set, p.Rows)) }
			}
			x, others := find()
			m := &labelModel{index: x, has: make([]bool, len(p.Rows))}
			for i, y := range p.Y {
				m.has[i] = y > 0
			}
			m.learn(others, s.Smooth)
			return m, nil
		}, nil
	})
}

// searched is an index of two rows or more with the k nearest others of each, or all.
func (s bayesian) searched(rows contract.Matrix, classes []int) (*index, [][]int32) {
	x := newIndex(settings{K: min(s.K, rows.Rows-1) + 1, Weights: uniform, Metric: s.Metric}, rows, classes, nil)
	return x, x.others()
}

// some are some of the rows of a set, with their classes.
func some(set *rowset.Set, numbers []int32) (rows contract.Matrix, classes []int) {
	rows = contract.Matrix{Rows: len(numbers), Cols: set.X.Cols}
	for _, i := range numbers {
		rows.Data = append(rows.Data, set.X.Row(int(i))...)
		classes = append(classes, set.Classes[i])
	}
	return rows, classes
}

// others returns the K − 1 nearest other rows of each row.
func (x *index) others() [][]int32 {
	lists := make([][]int32, x.x.Rows)
	x.search(x.x, []span{{0, x.x.Rows}}, func(row int, found []nearest) {
		list := make([]int32, 0, x.K)
		for _, n := range found[0] {
			if int(n.row) != row && len(list) < x.K-1 {
				list = append(list, n.row)
			}
		}
		lists[row] = list
	})
	return lists
}

// labelModel is which training rows have a label, and the scores by how many of the k
// nearest have it.
type labelModel struct {
	*index  // of the K − 1 nearest others, or K with the row itself
	has     []bool
	scores  []float64 // by the number of neighbours
	seconds float64
}

// learn counts the neighbours of each row that have the label.
func (m *labelModel) learn(others [][]int32, s float64) {
	var counts [2][]float64 // of rows without and with the label, by neighbours with it
	var rows [2]float64
	counts[0], counts[1] = make([]float64, m.K), make([]float64, m.K)
	for i, list := range others {
		side := 0
		if m.has[i] {
			side = 1
		}
		counts[side][m.count(list)]++
		rows[side]++
	}
	m.scores = make([]float64, m.K)
	for c := range m.scores {
		m.scores[c] = joint(rows[1], counts[1][c], s, m.K) - joint(rows[0], counts[0][c], s, m.K)
	}
}

// joint is the logarithm of (s + m)(s + κ)/(s·numbers + m), where κ is one of so many.
func joint(m, count, s float64, numbers int) float64 {
	return math.Log(s+m) + math.Log(s+count) - math.Log(s*float64(numbers)+m)
}

func (m *labelModel) count(list []int32) int {
	n := 0
	for _, row := range list {
		if m.has[row] {
			n++
		}
	}
	return n
}

// Fit says how long the training took.
func (m *labelModel) Fit() contract.Fit { return contract.Fit{Seconds: m.seconds} }

// Spent notes how many seconds the training took.
func (m *labelModel) Spent(seconds float64) { m.seconds = seconds }

// Score writes the log-odds.
func (m *labelModel) Score(x contract.Matrix, scores []float64) {
	m.ScoreAll([]contract.Model{m}, x, scores)
}

// ScoreAll is Score for models of any folds, side by side. Those of one fold share the
// neighbours.
func (m *labelModel) ScoreAll(models []contract.Model, x contract.Matrix, scores []float64) {
	width := len(models)
	if x.Cols != m.x.Cols || len(scores) != x.Rows*width {
		panic(fmt.Sprintf("neighbours: %d scores of %d × %d, %d a row", len(scores), x.Rows, x.Cols, width))
	}
	done := make([]bool, width)
	for first := range models {
		if done[first] {
			continue
		}
		shared := models[first].(*labelModel).index
		var places []int
		for at, other := range models {
			if other.(*labelModel).index == shared {
				places, done[at] = append(places, at), true
			}
		}
		shared.scoreLabels(models, places, x, scores)
	}
}

// scoreLabels writes the scores of the models at some places, whose rows these are.
func (x *index) scoreLabels(models []contract.Model, places []int, rows contract.Matrix, scores []float64) {
	near := make([]int32, 0, x.K)
	x.search(rows, []span{{0, x.x.Rows}}, func(row int, found []nearest) {
		near = near[:0]
		for _, n := range found[0][:min(x.K-1, len(found[0]))] {
			near = append(near, n.row)
		}
		for _, at := range places {
			m := models[at].(*labelModel)
			scores[row*len(models)+at] = m.scores[m.count(near)]
		}
	})
}
