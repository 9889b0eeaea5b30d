package boost

import (
	"context"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/rowset"
	"github.com/manyclass/bench/plugins/tree/cart"
)

// booster is the boosting of one problem.
type booster struct {
	settings
	set     *rowset.Set
	problem rowset.Problem
	classes []int // of each row
	grower  grower
	weights []float64 // of each row, of sum 1
	total   float64   // of the weights that the sum 1 stands for: the objective
	rows    float64   // their number, or the sum of their weights if that is more
	present float64   // classes that have rows
	leaves  []int     // of each row, in the tree of the round
	model   *model
}

// grower grows the trees of the rounds.
type grower interface {
	Grow(ctx context.Context, weights []float64) (*cart.Tree, error)
}

// mostRows is where the share of half a row is the rounding error of 1.
const mostRows = 1 << 52

// slight is how much better than chance a round must be.
const slight = 0x1p-40

// weigh takes over the row weights.
func (b *booster) weigh() {
	b.weights = slices.Clone(b.problem.Weights)
	if b.weights == nil {
		b.weights = slices.Repeat([]float64{1}, len(b.classes))
	}
	// Weights that are all large do not overflow their sum.
	largest := slices.Max(b.weights)
	for i := range b.weights {
		b.weights[i] /= largest
	}
	b.total = largest
	b.normalise()
	b.rows = min(max(b.total, float64(len(b.weights))), mostRows)
}

// faint is the least weight, so that a leaf of rows that are long right has some.
const faint = 1e-300

// normalise makes the sum of the weights 1.
func (b *booster) normalise() {
	sum := lists.Sum(b.weights)
	b.total *= sum
	for i := range b.weights {
		b.weights[i] = max(b.weights[i]/sum, faint)
	}
}

// last says whether a round is the last.
type last int

const (
	goesOn  last = iota
	perfect      // it is right on every row
	chance       // it is no better than chance, and does not count
)

// boost lets trees be added until a round is the last.
func (b *booster) boost(ctx context.Context, add func(r *round, shares [][]float64) last) error {
	for range b.Rounds {
		t, err := b.grower.Grow(ctx, b.weights)
		if err != nil {
			return err
		}
		r := round{finder: t.Finder()}
		b.find(r.finder)
		end := add(&r, t.Leaves())
		if end != chance {
			b.model.rounds = append(b.model.rounds, r)
		}
		if end != goesOn {
			b.model.fit.End = contract.Tolerance
			break
		}
	}
	if b.model.binary {
		b.model.fit.Objective, b.model.fit.HasObjective = b.total, true
	}
	return nil
}

// find finds the leaf of each row.
func (b *booster) find(f cart.Finder) {
	x := b.set.X.Sparse
	for at, i := range b.problem.Rows {
		if x == nil {
			b.leaves[at] = f.Leaf(b.set.X.Row(int(i)))
			continue
		}
		b.leaves[at] = f.LeafSparse(x.Row(int(i)))
	}
}

// least is what an error and a probability may not be below.
func (b *booster) least() float64 { return 1 / (2 * b.rows) }

// kept returns a probability that is neither 0 nor 1. That of 1 − p is the same as 1 minus
// that of p, to the bit.
func (b *booster) kept(p float64) float64 {
	least := b.least()
	switch {
	case p < least:
		return least
	case 1-p < least:
		return 1 - least
	}
	return p
}

// twoClasses adds a tree of a binary problem: values of its leaves become those that are
// added to the score.
func (b *booster) twoClasses(r *round, shares [][]float64) last {
	r.values = make([]float64, len(shares))
	lean, pure := 0.0, true // how far the leaves are from ½
	for l, s := range shares {
		r.values[l] = float64(2*s[0]) - 1
		lean, pure = max(lean, math.Abs(r.values[l])), pure && math.Abs(r.values[l]) == 1
	}
	if lean <= slight {
		return chance
	}
	switch b.Kind {
	case discrete:
		alpha, end := b.alpha(r.values)
		if end == chance {
			return end
		}
		for l, v := range r.values {
			r.values[l] = alpha * sign(v)
		}
		pure = end == perfect
	case realKind:
		for l, s := range shares {
			r.values[l] = (elementary.Log(b.kept(s[0])) - elementary.Log(b.kept(1-s[0]))) / 2
		}
	}
	b.reweigh(r.values)
	if pure {
		return perfect
	}
	return goesOn
}

// alpha returns the weight of the classes that leaves lean to.
func (b *booster) alpha(lean []float64) (float64, last) {
	wrong := 0.0
	for i, w := range b.weights {
		wrong += float64(w * (1 - float64(b.target(i)*sign(lean[b.leaves[i]]))) / 2)
	}
	if wrong >= 0.5-slight {
		return 0, chance
	}
	e := wrong
	if e == 0 {
		e = b.least()
	}
	alpha := (elementary.Log(1-e) - elementary.Log(e)) / 2
	if wrong == 0 {
		return alpha, perfect
	}
	return alpha, goesOn
}

// target is −1 or +1.
func (b *booster) target(i int) float64 { return float64(2*b.classes[i] - 1) }

// sign is −1, 0 or +1.
func sign(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// reweigh multiplies the weights by exp(−y·f) for the values f of the leaves.
func (b *booster) reweigh(values []float64) {
	factors := make([][2]float64, len(values)) // of −1 and of +1
	for l, v := range values {
		factors[l] = [2]float64{elementary.Exp(v), elementary.Exp(-v)}
	}
	for i := range b.weights {
		b.weights[i] *= factors[b.leaves[i]][b.classes[i]]
	}
	b.normalise()
}

// count notes which of k classes have rows.
func (b *booster) count(k int) {
	b.model.absent = slices.Repeat([]bool{true}, k)
	for _, c := range b.classes {
		b.model.absent[c] = false
	}
	b.present = float64(lists.Count(b.model.absent, func(absent bool) bool { return !absent }))
	b.model.other = -1 / max(b.present-1, 1)
}

// manyClasses adds a tree of a multiclass problem.
func (b *booster) manyClasses(r *round, shares [][]float64) last {
	r.classes = make([]int, len(shares))
	for l, s := range shares {
		r.classes[l] = largest(s)
	}
	wrong := 0.0
	for i, w := range b.weights {
		if r.classes[b.leaves[i]] != b.classes[i] {
			wrong += w
		}
	}
	if b.present > 1 && wrong >= 1-1/b.present-slight {
		return chance
	}
	e := wrong
	if e == 0 {
		e = b.least()
	}
	r.alpha = elementary.Log(1-e) - elementary.Log(e) + elementary.Log(max(b.present-1, 1))
	if wrong == 0 {
		return perfect
	}
	up := elementary.Exp(r.alpha)
	for i := range b.weights {
		if r.classes[b.leaves[i]] != b.classes[i] {
			b.weights[i] *= up
		}
	}
	b.normalise()
	return goesOn
}

// largest returns the first of the places of the largest element.
func largest(list []float64) int {
	best := 0
	for k, v := range list {
		if v > list[best] {
			best = k
		}
	}
	return best
}
