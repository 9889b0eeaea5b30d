// Package boost is classification by boosted trees.
package boost

import (
	"context"
	_ "embed"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/labels"
	"github.com/manyclass/bench/plugins/internal/rowset"
	"github.com/manyclass/bench/plugins/tree/cart"
)

//go:embed boost.md
var doc string

// Component describes the learner "adaboost": F = Σ_t f_t, where each f_t is fitted to
// rows weighted by exp(−y·F) of the rounds before (J. Friedman, T. Hastie and R.
// Tibshirani, "Additive logistic regression: a statistical view of boosting", Annals of
// Statistics 28, 2000). With p the share of the weight of +1 in a row's leaf of a tree
// (cart.Component, impurity gini),
//
//	discrete: f = α·h, h = sign(p − ½), α = ½·log((1 − e)/e), e the weight of the rows with h ≠ y
//	real:     f = ½·log(p/(1 − p)), p kept within 1/(2n) and 1 − 1/(2n)
//	gentle:   f = 2p − 1
//
// The tree of least squares on ±1, which gentle asks for, is that of gini: the sum of
// squares of a node is twice its weight times its impurity. All three lessen Σ w·exp(−y·F), the
// objective, whose minimum over all functions is at half of the log-odds. Where p = ½, h
// is 0 and counts as half an error.
//
// A multiclass problem is SAMME (J. Zhu, H. Zou, S. Rosset and T. Hastie, "Multi-class
// AdaBoost", Statistics and Its Interface 2, 2009): α = log((1 − e)/e) + log(K − 1), the
// weights of wrong rows are multiplied by exp(α), and class k scores Σ_t α_t·(1 if tree t
// says k, else −1/(K − 1)). K counts the classes that have rows; others score
// linear.Absent. A leaf says the first of the classes with the largest share.
//
// Training ends after as many rounds as are asked for. It ends before, which counts as an
// end by tolerance, with a round that is right on every row, which counts as one with
// e = 1/(2n), and without a round that is no better than chance. n is the number of
// training rows, or the sum of their weights if that is more: a row of weight 5 counts like
// five rows, but weights in small units do not make a training set small.
//
// Trees on rows in compressed form are those of cart.SparseGrower: their sums of weights are
// rounded otherwise, so that of splits which are alike up to rounding another may be taken.
func Component() contract.Component {
	return configured.Learner[settings](contract.Component{
		Name: "adaboost",
		Sources: []contract.Source{contract.Article("freund1997", "Freund, Yoav and Schapire, Robert E.",
			"A Decision-Theoretic Generalization of On-Line Learning and an Application to Boosting",
			"Journal of Computer and System Sciences", "55(1)", "119--139", "1997"),
			contract.Article("friedman2000", "Friedman, Jerome and Hastie, Trevor and Tibshirani, Robert",
				"Additive Logistic Regression: A Statistical View of Boosting", "The Annals of Statistics", "28(2)", "337--407",
				"2000"),
			contract.Article("zhu2009", "Zhu, Ji and Zou, Hui and Rosset, Saharon and Hastie, Trevor",
				"Multi-class {AdaBoost}", "Statistics and Its Interface", "2(3)", "349--360", "2009")},
		Doc: strings.Join(strings.Fields(doc), " "),
		Params: []contract.Param{
			{Name: "kind", Type: "string", Default: discrete, OneOf: []string{discrete, gentle, realKind},
				Doc: "What a tree adds to the score: its class times α (discrete), twice the share of +1 minus 1 (gentle), or " +
					"half of the log-odds of its shares (real); gentle and real are for binary problems."},
			{Name: "rounds", Type: "number", Default: 100.0, Min: contract.Bound(1), Integer: true, Doc: "Most trees."},
			{Name: "max_depth", Type: "number", Default: 1.0, Min: contract.Bound(1), Integer: true,
				Doc: "Most splits from the root of a tree to a leaf; 1 makes stumps."},
		},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.Margin,
			Properties: contract.TrainsBatches | contract.TakesWeights | contract.Symmetric | contract.Deterministic |
				contract.UsesThreads | contract.TakesSparse,
		},
	})
}

// Capabilities are those of the kind.
func (s settings) Capabilities() contract.Capabilities {
	c := contract.Capabilities{Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.Margin,
		Properties: contract.TrainsBatches | contract.TakesWeights | contract.Symmetric | contract.Deterministic |
			contract.UsesThreads | contract.TakesSparse}
	if s.Kind != discrete {
		c.Tasks = c.Tasks[:1]
	}
	return c
}

// Learner trains as the settings say. The problems of a row set share its sorted rows.
func (s settings) Learner() contract.Learner {
	return rowset.Learner(func(_ context.Context, set *rowset.Set) (rowset.Trainer, error) {
		grow := grown(set)
		return func(ctx context.Context, p rowset.Problem) (rowset.Trained, error) {
			return s.train(ctx, set, grow, p)
		}, nil
	})
}

// newGrower returns a grower of trees over some rows of a set, as cart.NewGrower does.
type newGrower func(l cart.Limits, rows []int32, classes []int, k int, binary bool) grower

// grown sorts the rows of a set for all its problems.
func grown(set *rowset.Set) newGrower {
	if set.X.Sparse != nil {
		sorted := cart.SortSparse(*set.X.Sparse)
		return func(l cart.Limits, rows []int32, classes []int, k int, binary bool) grower {
			return cart.NewSparseGrower(l, sorted.Of(rows), classes, k, binary)
		}
	}
	sorted := cart.Sort(set.X.Matrix)
	return func(l cart.Limits, rows []int32, classes []int, k int, binary bool) grower {
		return cart.NewGrower(l, sorted.Of(rows), classes, k, binary)
	}
}

// train boosts the trees of one problem.
func (s settings) train(ctx context.Context, set *rowset.Set, grow newGrower,
	p rowset.Problem) (rowset.Trained, error) {
	classes, k, err := labels.Targets(p.Task, p.Y, p.Classes)
	if err != nil {
		return nil, err
	}
	binary := p.Task == contract.Binary
	limits := cart.Limits{Criterion: cart.Gini, MaxDepth: s.MaxDepth, MinSamplesSplit: 2, MinSamplesLeaf: 1}
	b := booster{settings: s, set: set, problem: p, classes: classes, model: newModel(set.X.Cols, k, binary),
		grower: grow(limits, p.Rows, classes, k, binary), leaves: make([]int, len(p.Rows))}
	b.weigh()
	if binary {
		return b.model, b.boost(ctx, b.twoClasses)
	}
	b.count(k)
	return b.model, b.boost(ctx, b.manyClasses)
}
