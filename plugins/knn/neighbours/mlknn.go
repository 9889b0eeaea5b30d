package neighbours

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
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
// share the search. A row of weight ω counts like ω equal rows, which are neighbours of
// each other; where weights make c a broken number, the row counts for the whole numbers
// about it by its distance from the other one, and so are scores taken.
func LabelComponent() contract.Component {
	return configured.Learner[bayesian](contract.Component{
		Name: "ml_knn",
		Sources: []contract.Source{contract.Article("zhang2007", "Zhang, Min-Ling and Zhou, Zhi-Hua",
			"{ML-KNN}: A Lazy Learning Approach to Multi-label Learning", "Pattern Recognition", "40(7)", "2038--2048",
			"2007")},
		Doc: "ML-kNN (Zhang & Zhou 2007) for labels: log-odds that a row has a label, by Bayes' rule from how many of its " +
			"k nearest training rows have it and from what that number is on training rows with and without the label. With " +
			"binary_relevance it is ML-kNN; labels share the neighbours. A row of weight ω counts like ω rows.",
		Params: []contract.Param{
			{Name: "k", Type: "number", Default: 10.0, Min: contract.Bound(1), Integer: true,
				Doc: "Number of neighbours; all other training rows if there are fewer."},
			{Name: "smooth", Type: "number", Default: 1.0, Above: contract.Bound(0),
				Doc: "s, what is added to each count; 1 is Laplace's rule."},
			metricParam(),
		},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary}, Scores: contract.LogOdds,
			Properties: contract.TrainsBatches | contract.TakesWeights | contract.Deterministic | contract.UsesThreads |
				contract.TakesSparse,
		},
	})
}

// Learner trains as the settings say. The problems of a row set share its rows and
// their neighbours.
func (s bayesian) Learner() contract.Learner {
	return rowset.Learner(func(_ context.Context, set *rowset.Set) (rowset.Trainer, error) {
		shared := sync.OnceValues(func() (*index, [][]share) {
			return s.searched(set.X, set.Classes, set.Weights())
		})
		return func(_ context.Context, p rowset.Problem) (rowset.Trained, error) {
			switch {
			case p.Task != contract.Binary:
				return nil, fmt.Errorf("ml_knn is for binary problems of labels, not for a %s one", p.Task)
			case len(p.Rows) < 2:
				return nil, errors.New("a single training row has no neighbours")
			}
			find := shared
			if len(p.Rows) < set.X.Rows {
				find = func() (*index, [][]share) { return s.searchedSome(set, p) }
			}
			x, others := find()
			m := &labelModel{index: x, has: make([]bool, len(p.Rows))}
			for i, y := range p.Y {
				m.has[i] = y > 0
			}
			m.learn(others, p.Weights, s.Smooth)
			return m, nil
		}, nil
	})
}

// share is a neighbour and how much of its weight counts.
type share struct {
	row    int32
	weight float64
}

// searched is an index of two rows or more, with the nearest others of each whose weights
// are k together, or all. Its K is 1 more than that.
func (s bayesian) searched(rows contract.Rows, classes []int, weights []float64) (*index, [][]share) {
	others := rows.Rows - 1
	if weights != nil {
		others = max(1, int(min(lists.Sum(weights), float64(s.K)+1))-1)
	}
	x := newIndex(settings{K: min(s.K, others) + 1, Weights: uniform, Metric: s.Metric}, rows, classes, weights)
	near := make([][]share, rows.Rows)
	x.shares(rows, true, func(row int, list []share) { near[row] = slices.Clone(list) })
	return x, near
}

// searchedSome is searched of the rows of a problem that leaves some out.
func (s bayesian) searchedSome(set *rowset.Set, p rowset.Problem) (*index, [][]share) {
	classes := make([]int, len(p.Rows))
	for at, i := range p.Rows {
		classes[at] = set.Classes[i]
	}
	return s.searched(set.X.Subset(p.Rows), classes, p.Weights)
}

// shares calls found with each row of q and its K − 1 nearest, which are good until it
// returns; own says that the rows are the index's, none of which is its own neighbour.
func (x *index) shares(q contract.Rows, own bool, found func(row int, list []share)) {
	list := make([]share, 0, x.K)
	if x.counts != nil {
		x.inOrder(q, func(row int, all nearest) { found(row, x.taken(list[:0], all, row, own)) })
		return
	}
	x.search(q, []span{{0, x.x.Rows}}, func(row int, lists []nearest) {
		list = list[:0]
		for _, n := range lists[0] {
			if len(list) < x.K-1 && !(own && int(n.row) == row) {
				list = append(list, share{n.row, 1})
			}
		}
		found(row, list)
	})
}

// taken appends those of all rows whose weights make K − 1.
func (x *index) taken(list []share, all nearest, row int, own bool) []share {
	left := float64(x.K - 1)
	for _, n := range all {
		weight := x.counts[n.row]
		if own && int(n.row) == row {
			weight = max(0, weight-1)
		}
		list = append(list, share{n.row, min(left, weight)})
		if left -= weight; left <= 0 {
			break
		}
	}
	return list
}

// labelModel is which training rows have a label, and the scores by how many of the k
// nearest have it.
type labelModel struct {
	*index  // whose K is k + 1
	has     []bool
	scores  []float64 // by the number of neighbours
	seconds float64
}

// learn counts the neighbours of each row that have the label.
func (m *labelModel) learn(others [][]share, weights []float64, s float64) {
	var counts [2][]float64 // of rows without and with the label, by neighbours with it
	var rows [2]float64
	counts[0], counts[1] = make([]float64, m.K), make([]float64, m.K)
	for i, list := range others {
		side, weight := 0, 1.0
		if m.has[i] {
			side = 1
		}
		if weights != nil {
			weight = weights[i]
		}
		whole, part := m.count(list)
		counts[side][whole] += float64(weight * (1 - part))
		if part > 0 {
			counts[side][whole+1] += float64(weight * part)
		}
		rows[side] += weight
	}
	m.scores = make([]float64, m.K)
	for c := range m.scores {
		m.scores[c] = joint(rows[1], counts[1][c], s, m.K) - joint(rows[0], counts[0][c], s, m.K)
	}
}

// joint is the logarithm of (s + m)(s + κ)/(s·numbers + m), where κ is one of numbers.
func joint(m, count, s float64, numbers int) float64 {
	return elementary.Log(s+m) + elementary.Log(s+count) - elementary.Log(float64(s*float64(numbers))+m)
}

// count returns how many neighbours have the label, as a whole number below K and the
// part by which they are more.
func (m *labelModel) count(list []share) (whole int, part float64) {
	n := 0.0
	for _, near := range list {
		if m.has[near.row] {
			n += near.weight
		}
	}
	whole = min(int(n), m.K-1)
	if part = n - float64(whole); whole == m.K-1 {
		part = 0
	}
	return whole, part
}

// score is the log-odds of a row with these neighbours.
func (m *labelModel) score(list []share) float64 {
	whole, part := m.count(list)
	if part == 0 {
		return m.scores[whole]
	}
	return float64((1-part)*m.scores[whole]) + float64(part*m.scores[whole+1])
}

// Fit says how long the training took.
func (m *labelModel) Fit() contract.Fit { return contract.Fit{Seconds: m.seconds} }

// Spent notes how many seconds the training took.
func (m *labelModel) Spent(seconds float64) { m.seconds = seconds }

// Score writes the log-odds.
func (m *labelModel) Score(x contract.Matrix, scores []float64) {
	m.ScoreAll([]contract.Model{m}, contract.Rows{Matrix: x}, 1, scores)
}

// ScoreAll is Score for models of any folds, side by side, and rows of either form. Models
// of one fold share the neighbours.
func (m *labelModel) ScoreAll(models []contract.Model, x contract.Rows, _ int, scores []float64) {
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
func (x *index) scoreLabels(models []contract.Model, places []int, rows contract.Rows, scores []float64) {
	x.shares(rows, false, func(row int, list []share) {
		for _, at := range places {
			scores[row*len(models)+at] = models[at].(*labelModel).score(list)
		}
	})
}
