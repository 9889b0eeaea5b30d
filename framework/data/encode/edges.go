package encode

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/manyclass/bench/framework/base/lists"
)

// edgesOf returns where the bins of some values begin and end, by a strategy of
// scikit-learn's KBinsDiscretizer: at least two edges, ascending. Values that are all
// equal have one bin, from −∞ to ∞. values must not be empty.
func edgesOf(values []float64, strategy string, bins int) []float64 {
	sorted := slices.Sorted(slices.Values(values))
	low, high := sorted[0], sorted[len(sorted)-1]
	if low == high || strategy != "uniform" && high-low <= narrow {
		return []float64{math.Inf(-1), math.Inf(1)}
	}
	even := make([]float64, bins+1)
	for i := range even {
		even[i] = low + float64(float64(i)*((high-low)/float64(bins)))
	}
	even[bins] = high
	switch strategy {
	case "quantile":
		return apart(quantiles(sorted, bins))
	case "kmeans":
		means := slices.Compact(slices.Clone(sorted)) // few values have a bin each
		if len(means) > bins {
			means = lists.Map(lists.Range(bins), func(j int) float64 { return (even[j+1] + even[j]) / 2 })
			lloyd(sorted, means)
		}
		edges := []float64{low}
		for j := range len(means) - 1 {
			edges = append(edges, (means[j+1]+means[j])/2)
		}
		return apart(append(edges, high))
	}
	return even
}

// narrow is the width that bins are wider than.
const narrow = 1e-8

// apart drops edges that are hardly above those before them.
func apart(edges []float64) []float64 {
	previous := math.Inf(-1)
	return lists.Filter(edges, func(edge float64) bool {
		wide := edge-previous > narrow
		previous = edge
		return wide
	})
}

// quantiles returns the quantiles 0, 1/bins, …, 1 of sorted values, each the smallest
// value that has at least this share of the values up to it, or where a share ends with
// a value the mean of it and the next: method averaged_inverted_cdf of numpy, whose
// rounding it has too.
func quantiles(sorted []float64, bins int) []float64 {
	list := make([]float64, bins+1)
	last := len(sorted) - 1
	for i := range list {
		percent := float64(i) * (100 / float64(bins))
		if i == bins {
			percent = 100
		}
		at := float64(float64(len(sorted))*(percent/100)) - 1
		before := int(math.Floor(at))
		one, two := sorted[min(max(before, 0), last)], sorted[min(max(before+1, 0), last)]
		list[i] = two
		if at == math.Floor(at) && at >= 0 {
			list[i] = two - float64((two-one)/2)
		}
	}
	return list
}

// lloyd moves means, ascending, to those of the clusters of sorted values, until no value
// changes its cluster: k-means in one dimension, with the tolerance, the limit of rounds
// and the treatment of empty clusters of scikit-learn's KMeans. There are more values
// than means.
func lloyd(sorted, means []float64) {
	const rounds = 300
	n, k := len(sorted), len(means)
	centre := mean(sorted)
	x := lists.Map(sorted, func(v float64) float64 { return v - centre })
	sums := make([]float64, n+1)
	square := 0.0
	for i, v := range x {
		sums[i+1] = sums[i] + v
		square += float64(v * v)
	}
	tolerance := square / float64(n) * 1e-4
	for j := range means {
		means[j] -= centre
	}
	starts, before := make([]int, k+1), make([]int, k+1)
	next := make([]float64, k)
	for range rounds {
		starts[k] = n
		for j := k - 1; j > 0; j-- {
			if means[j] == means[j-1] { // the first of them has all
				starts[j] = starts[j+1]
				continue
			}
			middle := (means[j-1] + means[j]) / 2
			starts[j] = sort.Search(n, func(i int) bool { return x[i] > middle })
		}
		if slices.Equal(starts, before) {
			break
		}
		copy(before, starts)
		recentre(x, sums, starts, means, next)
		moved := 0.0
		for j := range means {
			moved += float64((next[j] - means[j]) * (next[j] - means[j]))
		}
		copy(means, next)
		slices.Sort(means)
		if moved <= tolerance {
			break
		}
	}
	for j := range means {
		means[j] += centre
	}
}

// recentre computes the means of clusters, given where each starts. Clusters without
// values get those that are farthest from their means, or where all are on theirs the
// mean of the largest cluster.
func recentre(x, sums []float64, starts []int, means, next []float64) {
	k := len(means)
	weights := make([]float64, k)
	var empty []int
	for j := range means {
		next[j] = sums[starts[j+1]] - sums[starts[j]]
		weights[j] = float64(starts[j+1] - starts[j])
		if weights[j] == 0 {
			empty = append(empty, j)
		}
	}
	if len(empty) > 0 {
		of := make([]int, len(x))
		for j := range means {
			for i := starts[j]; i < starts[j+1]; i++ {
				of[i] = j
			}
		}
		far := func(i int) float64 { return math.Abs(x[i] - means[of[i]]) }
		order := lists.Range(len(x))
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(far(b), far(a)) })
		for at, j := range empty {
			if far(order[0]) == 0 {
				break
			}
			i := order[at]
			next[of[i]] -= x[i]
			weights[of[i]]--
			next[j], weights[j] = x[i], 1
		}
	}
	largest := slices.Index(weights, slices.Max(weights))
	for j := range next {
		if weights[j] > 0 {
			next[j] /= weights[j]
		}
	}
	for j := range next {
		if weights[j] == 0 {
			next[j] = next[largest]
		}
	}
}
