package labels

import (
	"math/rand/v2"
	"slices"
)

// Selection says which labels of a row are classes of it.
type Selection string

// The selections. Of labels that are equally frequent the first counts.
const (
	EveryLabel    Selection = "every"
	MostFrequent  Selection = "most frequent"
	LeastFrequent Selection = "least frequent"
	RandomLabel   Selection = "random"
	OnlyLabel     Selection = "only" // of rows that have one
)

// Copies gives rows of labels (n × K) the classes that a selection picks, row after row: a
// row is there once for each of its classes (Tsoumakas & Katakis, "Multi-label
// classification: an overview", International Journal of Data Warehousing and Mining 3,
// 2007). Counts says how many rows have each label. Rng draws, for RandomLabel alone.
func Copies(y []int8, counts []int, pick Selection, rng *rand.Rand) (rows, classes []int) {
	k := len(counts)
	for row := range len(y) / k {
		var own []int
		for l, has := range y[row*k : (row+1)*k] {
			if has != 0 {
				own = append(own, l)
			}
		}
		for _, l := range pick.of(own, counts, rng) {
			rows, classes = append(rows, row), append(classes, l)
		}
	}
	return rows, classes
}

// of picks some of the labels of a row.
func (s Selection) of(own, counts []int, rng *rand.Rand) []int {
	byCount := func(a, b int) int { return counts[a] - counts[b] }
	switch {
	case s == OnlyLabel && len(own) != 1:
		return nil
	case len(own) < 2:
		return own
	case s == MostFrequent:
		return []int{slices.MaxFunc(own, byCount)}
	case s == LeastFrequent:
		return []int{slices.MinFunc(own, byCount)}
	case s == RandomLabel:
		return []int{own[rng.IntN(len(own))]}
	}
	return own
}
