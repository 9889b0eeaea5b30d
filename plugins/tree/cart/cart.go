// Package cart is classification by a decision tree.
package cart

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/labels"
)

// settings are the parameters of a learner block.
type settings struct {
	Criterion           string  `json:"criterion"`
	MaxDepth            int     `json:"max_depth"` // 0 means no limit
	MinSamplesSplit     int     `json:"min_samples_split"`
	MinSamplesLeaf      int     `json:"min_samples_leaf"`
	MinImpurityDecrease float64 `json:"min_impurity_decrease"`
	CCPAlpha            float64 `json:"ccp_alpha"`
}

// Component describes the learner "tree": a classification tree (L. Breiman, J.
// Friedman, R. Olshen and C. Stone, "Classification and Regression Trees", 1984).
// A node sends rows with x_j ≤ t to the left, where column j and threshold t,
// half-way between two neighbouring values, leave the least impurity
//
//	n_left/n·I(left) + n_right/n·I(right),  I = 1 − Σ p_k² (gini) or −Σ p_k·log₂ p_k (entropy)
//
// Of equal splits the first column is taken, then the least threshold. A node is a
// leaf if it is pure, at max_depth, too small, or if no split leaves
// min_samples_leaf rows on both sides or lessens the impurity, times the node's
// share of the rows, by min_impurity_decrease. At ccp_alpha above 0 the tree is
// then pruned to the smallest subtree with the least Σ_leaves (n_leaf/n·I(leaf) +
// ccp_alpha). Probabilities are the shares of the classes in a leaf. Row weights
// count in shares and impurities, not in numbers of rows. The parameters are those
// of scikit-learn's DecisionTreeClassifier, which breaks ties by chance.
func Component() contract.Component {
	return configured.Learner[settings](contract.Component{
		Name: "tree",
		Sources: []contract.Source{contract.Book("breiman1984",
			"Breiman, Leo and Friedman, Jerome H. and Olshen, Richard A. and Stone, Charles J.",
			"Classification and Regression Trees", "Wadsworth", "1984")},
		Doc: "Classification tree (CART, Breiman et al. 1984); scores are the shares of the classes in a leaf.",
		Params: []contract.Param{
			{Name: "criterion", Type: "string", Default: Gini, OneOf: []string{Gini, Entropy},
				Doc: "Impurity of a node: gini, 1 − Σ p², or entropy in bits."},
			{Name: "max_depth", Type: "number", Min: contract.Bound(1), Integer: true,
				Doc: "Most splits from the root to a leaf; no limit if it is not written."},
			{Name: "min_samples_split", Type: "number", Default: 2.0, Min: contract.Bound(2), Integer: true,
				Doc: "Least number of rows in a node that is split."},
			{Name: "min_samples_leaf", Type: "number", Default: 1.0, Min: contract.Bound(1), Integer: true,
				Doc: "Least number of rows in a leaf."},
			{Name: "min_impurity_decrease", Type: "number", Default: 0.0, Min: contract.Bound(0),
				Doc: "Least decrease of the impurity by a split, times the node's share of the rows."},
			{Name: "ccp_alpha", Type: "number", Default: 0.0, Min: contract.Bound(0),
				Doc: "Cost of a leaf in cost-complexity pruning, in units of impurity; 0 does not prune."},
		},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.Probability,
			Properties: contract.TakesWeights | contract.Symmetric | contract.Deterministic | contract.TakesSparse,
		},
	})
}

// Train grows and prunes the tree of one problem.
func (s settings) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	classes, k, err := labels.Of(p, contract.Rows{Matrix: p.X})
	if err != nil {
		return nil, err
	}
	t, err := NewGrower(s.limits(), Sort(p.X), classes, k, p.Task == contract.Binary).Grow(ctx, p.Weights)
	if err != nil {
		return nil, err
	}
	return s.finished(t), nil
}

func (s settings) limits() Limits {
	return Limits{s.Criterion, s.MaxDepth, s.MinSamplesSplit, s.MinSamplesLeaf, s.MinImpurityDecrease}
}

// finished returns a grown tree pruned.
func (s settings) finished(t *Tree) *Tree {
	if s.CCPAlpha > 0 {
		return t.pruned(s.CCPAlpha)
	}
	return t
}
