package labels

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Partition divides K labels at random into sets of a size, of which the last may be
// smaller: the disjoint labelsets of Tsoumakas, Katakis & Vlahavas, "Random
// k-labelsets for multilabel classification", IEEE Transactions on Knowledge and Data
// Engineering 23, 2011. The labels of a set ascend.
func Partition(rng *rand.Rand, k, size int) [][]int {
	sets := slices.Collect(slices.Chunk(rng.Perm(k), size))
	for _, set := range sets {
		slices.Sort(set)
	}
	return sets
}

// Overlapping draws a number of different sets of K labels, the overlapping labelsets
// of the same paper. There must be as many (see Choose). The labels of a set
// ascend.
func Overlapping(rng *rand.Rand, k, size, number int) [][]int {
	var sets [][]int
	drawn := map[string]bool{}
	for len(sets) < number {
		set := rng.Perm(k)[:size]
		slices.Sort(set)
		if name := fmt.Sprint(set); !drawn[name] {
			drawn[name] = true
			sets = append(sets, set)
		}
	}
	return sets
}

// Choose is the number of sets of a size of K labels, or most if there are more.
func Choose(k, size, most int) int {
	size = min(size, k-size)
	number := 1
	for i := 1; i <= size; i++ {
		if number = number * (k - size + i) / i; number > most {
			return most
		}
	}
	return number
}

// Of returns the columns of some labels of a matrix of labels (n × K).
func Of(y []int8, k int, some []int) []int8 {
	out := make([]int8, 0, len(y)/k*len(some))
	for i := 0; i < len(y); i += k {
		for _, l := range some {
			out = append(out, y[i+l])
		}
	}
	return out
}
