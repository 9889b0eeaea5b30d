// Package pla is the perceptron learning algorithm and its pocket variant.
package pla

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// The values of the parameter start.
const (
	zeros        = "zeros"
	leastSquares = "least_squares"
)

// settings are the parameters of a learner block.
type settings struct {
	Epochs int    `json:"epochs"`
	Start  string `json:"start"`
}

// Perceptron describes the learner "perceptron": a pass takes the training rows
// in an order drawn from the problem's seed, and at a mistake, y·(xᵀw + b) ≤ 0,
// adds y·x to w and y to b (F. Rosenblatt, "The perceptron: a probabilistic model
// for information storage and organization in the brain", Psychological Review 65,
// 1958). It ends with a pass without mistakes, which it surely reaches on
// separable rows in time, or is marked unconverged. It minimises nothing, so there
// is no objective. A row of weight ω adds ω·y·x and ω·y.
func Perceptron() contract.Component {
	return configured.Learner[perceptron](component("perceptron",
		"Perceptron learning algorithm: w ← w + y·x at every mistake, until a pass over the rows "+
			"has none (Rosenblatt 1958).",
		contract.Article("rosenblatt1958", "Rosenblatt, Frank",
			"The Perceptron: A Probabilistic Model for Information Storage and Organization in the Brain",
			"Psychological Review", "65(6)", "386--408", "1958")))
}

// Pocket describes the learner "pocket": it goes the way of the perceptron and
// keeps the weights with the fewest mistakes on the training rows. Weights are
// counted when they have been right on more rows in a row than those in the pocket
// (S. I. Gallant, "Perceptron-based learning algorithms", IEEE Transactions on
// Neural Networks 1, 1990, with ratchet), and so are the first and the last. It
// uses up its epochs unless the rows are separated, so it is never unconverged. A row of
// weight ω adds ω·y·x and ω·y, and counts as ω mistakes.
func Pocket() contract.Component {
	return configured.Learner[pocket](component("pocket",
		"Pocket algorithm: a perceptron that keeps the weights with the fewest mistakes on the training rows "+
			"(Gallant 1990, with ratchet).",
		contract.Article("gallant1990", "Gallant, Stephen I.", "Perceptron-Based Learning Algorithms",
			"IEEE Transactions on Neural Networks", "1(2)", "179--191", "1990")))
}

func component(name, doc string, source contract.Source) contract.Component {
	return contract.Component{
		Sources: []contract.Source{source},
		Name:    name, Doc: doc,
		Params: []contract.Param{
			{Name: "epochs", Type: "number", Default: 100.0, Min: contract.Bound(1), Integer: true,
				Doc: "Most passes over the training rows; a pass without a mistake is the last."},
			{Name: "start", Type: "string", Default: zeros, OneOf: []string{zeros, leastSquares},
				Doc: "First weights: zeros, or the solution of least squares on ±1 (at most 5,000 columns, unless they are " +
					"sparse)."},
		},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.TakesWeights | contract.Symmetric | contract.Deterministic | contract.TakesSparse,
		},
	}
}

type (
	perceptron struct{ settings }
	pocket     struct{ settings }
)

// Learner keeps the last weights.
func (p perceptron) Learner() contract.Learner { return learner{settings: p.settings} }

// Learner keeps the best weights.
func (p pocket) Learner() contract.Learner { return learner{p.settings, true} }

// learner trains with fixed settings.
type learner struct {
	settings
	pocket bool
}

// ForgetsRows says that models hold weights only.
func (l learner) ForgetsRows() {}

// Train runs the algorithm on one binary problem.
func (l learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return l.train(ctx, &rows{p, contract.Rows{Matrix: p.X}})
}

// TrainSparse is Train on rows in compressed form, and takes the same steps.
func (l learner) TrainSparse(ctx context.Context, p contract.Problem, x contract.SparseMatrix) (contract.Model, error) {
	return l.train(ctx, &rows{p, contract.Compressed(x)})
}

// train trains a problem unless it is faulty.
func (l learner) train(ctx context.Context, p *rows) (contract.Model, error) {
	if err := dense.CheckWeights(p.Weights); err != nil {
		return nil, err
	}
	if err := linear.CheckBinary(p.Problem, p.x); err != nil {
		return nil, err
	}
	first, err := l.first(ctx, p)
	if err != nil {
		return nil, err
	}
	r := newRun(p, first, l.pocket)
	rng := rand.New(rand.NewPCG(p.Seed, uint64(p.X.Rows)))
	converged, err := r.train(ctx, l.Epochs, func(order []int) {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	})
	if err != nil {
		return nil, err
	}
	final := r.now
	if l.pocket {
		final = r.pocket
	}
	if dense.NotFinite(0, append(slices.Clone(final.w), final.b)) != nil {
		return nil, fmt.Errorf("the weights overflow: standardise the features")
	}
	fit := contract.Fit{End: contract.Tolerance}
	if !converged {
		fit.End, fit.Unconverged = contract.MaxIter, !l.pocket
	}
	return &linear.Model{W: final.w, B: []float64{final.b}, Quality: fit}, nil
}

// first returns the weights to start from.
func (l learner) first(ctx context.Context, p *rows) (weights, error) {
	if l.Start == zeros {
		return weights{w: make([]float64, p.X.Cols)}, nil
	}
	m, err := p.leastSquares(ctx)
	if err != nil {
		return weights{}, fmt.Errorf("start = %q: %w", leastSquares, err)
	}
	solution := m.(*linear.Model)
	return weights{w: solution.W, b: solution.B[0]}, nil
}

// weights is a linear decision function.
type weights struct {
	w []float64
	b float64
}

// mistaken reports whether row i is on the wrong side or on the border.
func (w weights) mistaken(p *rows, i int) bool { return !(p.Y[i]*(p.dot(i, w.w)+w.b) > 0) }

// mistakes sums the weights of the mistakes on all rows, but stops at limit.
func (w weights) mistakes(p *rows, limit float64) float64 {
	n := 0.0
	for i := 0; i < p.X.Rows && n < limit; i++ {
		if w.mistaken(p, i) {
			n += p.weight(i)
		}
	}
	return n
}

// run is the algorithm at work.
type run struct {
	problem *rows
	now     weights
	streak  int // rows in a row on which now was right
	updates int

	keep   bool // whether there is a pocket
	pocket weights
	wrong  float64 // mistakes of the pocket on all rows
	record int     // longest streak of the weights in the pocket
}

func newRun(p *rows, first weights, pocket bool) *run {
	r := &run{problem: p, now: first, keep: pocket}
	if pocket {
		r.pocket = weights{w: slices.Clone(first.w), b: first.b}
		r.wrong = first.mistakes(p, math.Inf(1))
	}
	return r
}

// train makes passes over the rows until one has no mistake. shuffle puts the
// rows in order before each.
func (r *run) train(ctx context.Context, epochs int, shuffle func([]int)) (converged bool, err error) {
	order := lists.Range(r.problem.X.Rows)
	for range epochs {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		shuffle(order)
		if r.pass(order) == 0 {
			converged = true
			break
		}
	}
	if r.keep {
		r.compare()
	}
	return converged, nil
}

// pass goes once over the rows and returns the number of mistakes.
func (r *run) pass(order []int) (mistakes int) {
	for _, i := range order {
		if !r.now.mistaken(r.problem, i) {
			r.streak++
			continue
		}
		if r.keep && r.streak > r.record {
			r.compare()
		}
		step := float64(r.problem.weight(i) * r.problem.Y[i])
		r.problem.add(i, step, r.now.w)
		r.now.b += step
		r.streak = 0
		mistakes++
	}
	r.updates += mistakes
	return mistakes
}

// compare puts the present weights in the pocket if they make fewer mistakes than
// those that are there.
func (r *run) compare() {
	if wrong := r.now.mistakes(r.problem, r.wrong); wrong < r.wrong {
		copy(r.pocket.w, r.now.w)
		r.pocket.b, r.wrong, r.record = r.now.b, wrong, r.streak
	}
}
