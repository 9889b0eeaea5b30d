package fold

import (
	"math/rand/v2"
	"slices"
)

// innerGroups divides rows by group. Groups that hold a class alone always
// train; so does one group of each class that would otherwise be in one fold.
func innerGroups(g grouping, classes, folds int, rng *rand.Rand) division {
	holders := g.holders(classes)
	foldOf := make([]int, len(g.rows))
	for _, groups := range holders {
		if len(groups) == 1 {
			foldOf[groups[0]] = Never
		}
	}
	var order []int // groups that are tested
	for _, k := range g.shuffled(rng) {
		if foldOf[k] != Never {
			order = append(order, k)
		}
	}
	if folds = min(folds, len(order)); folds < 2 {
		return division{}
	}
	for k, f := range g.stratify(classes, folds, order) {
		if foldOf[k] != Never {
			foldOf[k] = f
		}
	}
	for _, groups := range holders {
		g.free(groups, foldOf)
	}
	folds = renumber(foldOf)
	return division{folds: folds, tests: g.spread(foldOf)}
}

// holders lists for each class the groups with rows of it.
func (g grouping) holders(classes int) [][]int {
	list := make([][]int, classes)
	for k, counts := range g.counts {
		for _, c := range counts {
			list[c.class] = append(list[c.class], k)
		}
	}
	return list
}

// free lets the smallest of some groups, the first of several, always train if
// all are tested in one fold.
func (g grouping) free(groups []int, foldOf []int) {
	if len(groups) == 0 {
		return
	}
	smallest := groups[0]
	for _, k := range groups {
		if foldOf[k] != foldOf[groups[0]] {
			return
		}
		if g.rows[k] < g.rows[smallest] {
			smallest = k
		}
	}
	foldOf[smallest] = Never
}

// renumber closes the gaps that folds without groups leave, and returns the
// number of folds.
func renumber(foldOf []int) int {
	used := slices.Clone(foldOf)
	slices.Sort(used)
	used = slices.Compact(used)
	if len(used) > 0 && used[0] == Never {
		used = used[1:]
	}
	for k, f := range foldOf {
		if f != Never {
			foldOf[k], _ = slices.BinarySearch(used, f)
		}
	}
	return len(used)
}
