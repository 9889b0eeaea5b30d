package labeltree

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// mostRounds bounds how often centres move, and leastGain is by how much the mean similarity
// of labels and their centres grows if they move on.
const (
	mostRounds = 100
	leastGain  = 1e-4
)

// directions gives each of k labels the sum of the rows (n × d) that have it, each scaled to
// length 1, and scales the sum to length 1; a label without rows has 0.
func directions(x contract.Matrix, has func(row int) []int, k int) contract.Matrix {
	out := contract.Matrix{Rows: k, Cols: x.Cols, Data: make([]float64, k*x.Cols)}
	for i := range x.Rows {
		row := slices.Clone(x.Row(i))
		unit(row)
		for _, label := range has(i) {
			sum := out.Row(label)
			for j, v := range row {
				sum[j] += v
			}
		}
	}
	for label := range k {
		unit(out.Row(label))
	}
	return out
}

// unit scales a vector to length 1, unless it is 0.
func unit(v []float64) {
	if length := math.Sqrt(dot(v, v)); length > 0 {
		for j := range v {
			v[j] /= length
		}
	}
}

func dot(a, b []float64) (sum float64) {
	for j, v := range a {
		sum += float64(v * b[j])
	}
	return sum
}

// kmeans divides labels by balanced k-means of their directions (k × d).
func kmeans(rng *rand.Rand, of contract.Matrix, arity, leaf int) Tree {
	c := clusters{of, rng, arity}
	return grow(lists.Range(of.Rows), leaf, c.split)
}

// clusters divides labels into clusters of about the same size.
type clusters struct {
	of    contract.Matrix
	rng   *rand.Rand
	arity int
}

// split is balanced spherical k-means: centres begin as labels chosen at random; labels go to
// the most similar centre that has room, those first that have most to lose.
func (c clusters) split(labels []int) [][]int {
	n := min(c.arity, len(labels))
	centres := lists.Map(c.rng.Perm(len(labels))[:n], func(i int) []float64 { return c.of.Row(labels[i]) })
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
	sum := make([]float64, c.of.Cols)
	for _, label := range labels {
		for j, v := range c.of.Row(label) {
			sum[j] += v
		}
	}
	unit(sum)
	return sum
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
		like := lists.Map(centres, func(centre []float64) float64 { return dot(c.of.Row(label), centre) })
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
