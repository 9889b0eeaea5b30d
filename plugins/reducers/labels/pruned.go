package labels

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
)

// Pruning says which label sets are too rare to be classes, and what replaces them
// (Read, Pfahringer & Holmes, "Multi-label classification using ensembles of pruned sets",
// ICDM 2008): subsets with at least one label that are frequent enough.
type Pruning struct {
	Most    int  // sets of at most this number of rows are pruned
	Subsets int  // how many subsets stand in: those with most labels, of these with most rows (strategy A of the paper)
	Larger  *int // in place of Subsets: all with more labels than this (strategy B); nil for Subsets
}

// Prune numbers the label sets that are left of some rows of labels (n × K) by their first
// row, as Sets does, and returns the sets of each of these rows: its own, or those that
// stand in for it, of which there may be none. Where fewer than two sets would be left,
// fewer are pruned: those of at most one row less, and so on.
func Prune(y []int8, k int, rows []int, by Pruning) (sets []string, of [][]int) {
	var chosen []int8
	for _, row := range rows {
		chosen = append(chosen, y[row*k:(row+1)*k]...)
	}
	all, own := Sets(chosen, k)
	counts := make([]int, len(all))
	for _, set := range own {
		counts[set]++
	}
	left := by.left(counts)
	number := make([]int, len(all)) // among those that are left, from 1
	for i, set := range left {
		number[set] = i + 1
		sets = append(sets, all[set])
	}
	standIns := make([][]int, len(all))
	for set := range all {
		if number[set] > 0 {
			standIns[set] = []int{number[set] - 1}
			continue
		}
		for _, subset := range by.standIns(all, counts, left, set) {
			standIns[set] = append(standIns[set], number[subset]-1)
		}
	}
	for _, set := range own {
		of = append(of, standIns[set])
	}
	return sets, of
}

// left lists the sets that are frequent enough.
func (p Pruning) left(counts []int) []int {
	for most := p.Most; ; most-- {
		var left []int
		for set, n := range counts {
			if n > most {
				left = append(left, set)
			}
		}
		if len(left) > 1 || most <= 0 {
			return left
		}
	}
}

// standIns lists the sets that stand in for one, the best first.
func (p Pruning) standIns(all []string, counts, left []int, set int) []int {
	size := func(set int) int { return strings.Count(all[set], "1") }
	var subsets []int
	for _, other := range left {
		if size(other) > 0 && within(all[other], all[set]) && (p.Larger == nil || size(other) > *p.Larger) {
			subsets = append(subsets, other)
		}
	}
	slices.SortStableFunc(subsets, func(a, b int) int {
		return cmp.Or(cmp.Compare(size(b), size(a)), cmp.Compare(counts[b], counts[a]))
	})
	if p.Larger == nil {
		subsets = subsets[:min(len(subsets), p.Subsets)]
	}
	return subsets
}

// within reports whether all labels of a set are in another.
func within(set, other string) bool {
	for l := range set {
		if set[l] > other[l] {
			return false
		}
	}
	return true
}

// Sample draws a number of n rows, each once at most, in ascending order.
func Sample(rng *rand.Rand, n, size int) []int {
	rows := rng.Perm(n)[:size]
	slices.Sort(rows)
	return rows
}
