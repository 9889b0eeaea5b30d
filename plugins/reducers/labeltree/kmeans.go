package labeltree

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// mostRounds bounds how often centres move, and leastGain is by how much the mean similarity
// of labels and their centres grows if they move on.
const (
	mostRounds = 100
	leastGain  = 1e-4
)

// kmeans divides labels by balanced k-means of their directions, which have d columns.
func kmeans(rng *rand.Rand, of []vector, d, arity, leaf int) Tree {
	c := clusters{of, d, newAdder(d), rng, arity}
	return grow(lists.Range(len(of)), leaf, c.split)
}

// clusters divides labels into clusters of about the same size.
type clusters struct {
	of    []vector
	d     int
	sum   *adder
	rng   *rand.Rand
	arity int
}

// split is balanced spherical k-means: centres begin as labels chosen at random; labels go to
// the most similar centre that has room, those first that have most to lose.
func (c clusters) split(labels []int) [][]int {
	n := min(c.arity, len(labels))
	centres := lists.Map(c.rng.Perm(len(labels))[:n], func(i int) []float64 { return c.full(c.of[labels[i]]) })
	var parts [][]int
	for before, round := math.Inf(-1), 0; round < mostRounds; round++ {
		next, mean := c.assigned(labels, centres)
		parts = next
		if mean-before < leastGain {
			break
		}
		before = mean
		for i, part := range parts {
			centres[i] = c.centre(part)
		}
	}
	return slices.DeleteFunc(parts, func(part []int) bool { return len(part) == 0 })
}

// centre is the direction of the sum of labels.
func (c clusters) centre(labels []int) []float64 {
	for _, label := range labels {
		c.sum.add(c.of[label], 1)
	}
	return c.full(c.sum.direction())
}

// full writes all entries of a vector.
func (c clusters) full(v vector) []float64 {
	full := make([]float64, c.d)
	for at, j := range v.columns {
		full[j] = v.values[at]
	}
	return full
}

// assigned puts labels to centres, none of which gets more than its share, rounded up. It
// also returns the mean similarity.
func (c clusters) assigned(labels []int, centres [][]float64) (parts [][]int, mean float64) {
	type choice struct {
		label int
		order []int // centres, the most similar first
		like  []float64
	}
	choices := lists.Map(labels, func(label int) choice {
		like := lists.Map(centres, func(centre []float64) float64 { return c.of[label].dot(centre) })
		order := lists.Range(len(centres))
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(like[b], like[a]) })
		return choice{label, order, like}
	})
	loss := func(of choice) float64 { return of.like[of.order[0]] - of.like[of.order[1]] }
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(loss(b), loss(a)) })
	room := (len(labels) + len(centres) - 1) / len(centres)
	parts = make([][]int, len(centres))
	for _, of := range choices {
		at := of.order[slices.IndexFunc(of.order, func(i int) bool { return len(parts[i]) < room })]
		parts[at] = append(parts[at], of.label)
		mean += of.like[at] / float64(len(labels))
	}
	for _, part := range parts {
		slices.Sort(part)
	}
	return parts, mean
}
