// Package neighbours is classification by the nearest training rows.
package neighbours

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/labels"
	"github.com/manyclass/bench/plugins/internal/rowset"
)

// Component describes the learner "knn": a class scores its share of the k nearest
// training rows (E. Fix and J. L. Hodges, "Discriminatory analysis", 1951; T. Cover and P.
// Hart, "Nearest neighbor pattern classification", IEEE Transactions on Information Theory
// 13, 1967), each row counting 1, or 1 divided by its distance. Rows at distance 0 then
// count alone. Of rows at one distance the first in the order of the row set are the
// nearer. The parameters are those of scikit-learn's KNeighborsClassifier. Fewer than k
// rows are all neighbours. A row of weight ω counts like ω equal rows: neighbours are taken
// until their weights are k, the last one in part.
func Component() contract.Component {
	return configured.Learner[settings](contract.Component{
		Name: "knn",
		Sources: []contract.Source{contract.Article("cover1967", "Cover, Thomas M. and Hart, Peter E.",
			"Nearest Neighbor Pattern Classification", "IEEE Transactions on Information Theory", "13(1)", "21--27", "1967")},
		Doc: "Nearest neighbours (Cover & Hart 1967), found exactly; scores are the shares of the classes among the k " +
			"nearest training rows. Of rows at one distance the first are taken.",
		Params: []contract.Param{
			{Name: "k", Type: "number", Default: 5.0, Min: contract.Bound(1), Integer: true,
				Doc: "Number of neighbours; all training rows if there are fewer."},
			{Name: "weights", Type: "string", Default: uniform, OneOf: []string{uniform, distance},
				Doc: "What a neighbour counts: 1, or 1/distance; those at distance 0 then count alone."},
			metricParam(),
		},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.Probability,
			Properties: contract.TrainsBatches | contract.TakesWeights | contract.Symmetric | contract.Deterministic |
				contract.UsesThreads | contract.TakesSparse,
		},
	})
}

// Learner trains as the settings say. The problems of a row set share its rows.
func (s settings) Learner() contract.Learner {
	return rowset.Learner(func(_ context.Context, set *rowset.Set) (rowset.Trainer, error) {
		shared := newIndex(s, set.X, set.Classes, set.Weights())
		return func(_ context.Context, p rowset.Problem) (rowset.Trained, error) {
			classes, k, err := labels.Targets(p.Task, p.Y, p.Classes)
			if err != nil {
				return nil, err
			}
			m := &model{index: shared, k: k, binary: p.Task == contract.Binary, classes: make([]int32, set.X.Rows),
				uses: make([]bool, len(shared.groups))}
			for i := range m.classes {
				m.classes[i] = leftOut
			}
			for at, i := range p.Rows {
				m.classes[i] = int32(classes[at])
			}
			for g, group := range shared.groups {
				m.uses[g] = m.classes[group.start] != leftOut
			}
			return m, nil
		}, nil
	})
}
