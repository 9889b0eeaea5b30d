package metric

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
)

// topKAccuracy is the share of rows whose class is among the k of largest score,
// by class scores if there are any (the prediction is the largest of them), else
// by probabilities.
func topKAccuracy(in Input, o options) []float64 {
	values := in.Scores
	if values == nil {
		values = in.Probabilities
	}
	k := o.first(defaultTopK)
	if in.Top != nil {
		return []float64{in.share(func(i int) bool { return in.amongBest(i, k) })}
	}
	return []float64{in.share(func(i int) bool {
		row, truth := in.row(values, i), in.Truth.Class[i]
		before := 0
		for class, v := range row {
			if v > row[truth] || v == row[truth] && class > truth {
				before++
			}
		}
		return before < k
	})}
}

// auc computes the area under the ROC curve for several classes; see the
// conventions at Compute.
func auc(in Input, o options) []float64 {
	switch {
	case o.Mode == ovo:
		return []float64{pairedAUC(in, o.Average == weighted)}
	case o.Average == micro:
		return []float64{pooledAUC(in)}
	}
	rows := in.rowsByClass()
	all := slices.Concat(rows...)
	values := lists.Map(lists.Range(in.Target.K()), func(k int) float64 { return in.area(k, all) })
	if o.Average == none {
		return values
	}
	sum, total := 0.0, 0.0
	for k, value := range values {
		weight := 1.0
		if o.Average == weighted {
			weight = in.totalOf(rows[k])
		}
		if weight > 0 {
			sum += float64(weight * value)
			total += weight
		}
	}
	return []float64{sum / total}
}

// handTill is M of Hand and Till (2001), 2/(K(K−1)) Σ over pairs of Â(i, j),
// with the classes present in truth for K.
func handTill(in Input) float64 { return pairedAUC(in, false) }

// pairedAUC is the mean over pairs of classes i < j present in truth of
// Â(i, j) = (Â(i|j) + Â(j|i))/2, where Â(i|j) is the AUC of class i's column over
// the rows of the two classes. Weighted, a pair counts as many times as it has
// rows, or by their weights. NaN for fewer than two classes present.
func pairedAUC(in Input, byRows bool) float64 {
	rows := in.rowsByClass()
	sum, total := 0.0, 0.0
	for i := range rows {
		for j := i + 1; j < len(rows); j++ {
			if len(rows[i]) == 0 || len(rows[j]) == 0 {
				continue
			}
			pair := slices.Concat(rows[i], rows[j])
			weight := 1.0
			if byRows {
				weight = in.totalOf(pair)
			}
			sum += float64(weight * (in.area(i, pair) + in.area(j, pair)) / 2)
			total += weight
		}
	}
	return sum / total
}

// rowsByClass returns the numbers of the rows of each class.
func (in Input) rowsByClass() [][]int {
	rows := make([][]int, in.Target.K())
	for i, truth := range in.Truth.Class {
		rows[truth] = append(rows[truth], i)
	}
	return rows
}

// area is the AUC of class k's column against the other classes, over some rows.
func (in Input) area(k int, rows []int) float64 {
	return in.areaOf(len(rows), func(n int) (int, int) { return rows[n], k })
}

// pooledAUC is the AUC of all n·K entries, those of the true classes or labels
// against all others.
func pooledAUC(in Input) float64 {
	k := in.Target.K()
	return in.areaOf(len(in.ranking()), func(e int) (int, int) { return e / k, e % k })
}

// areaOf is the AUC of n entries, each a row and a label.
func (in Input) areaOf(n int, entry func(int) (row, label int)) float64 {
	return area(in.listOf(n, entry))
}

// listOf are n entries, each a row and a label, to be ranked.
func (in Input) listOf(n int, entry func(int) (row, label int)) []ranked {
	list := make([]ranked, n)
	for e := range list {
		i, l := entry(e)
		list[e] = ranked{in.ranking()[i*in.Target.K()+l], in.weight(i), in.has(i, l)}
	}
	return list
}

// ranked is a value to rank by, what its row counts, and whether it belongs to a positive.
type ranked struct {
	value, weight float64
	positive      bool
}

// sides are the sums of the weights of positives and of all others.
type sides struct{ positives, negatives float64 }

// equals returns the entries from start on that have the same value: their weights, and
// where the next begin.
func equals(list []ranked, start int) (of sides, end int) {
	for end = start; end < len(list) && cmp.Compare(list[end].value, list[start].value) == 0; end++ {
		if list[end].positive {
			of.positives += list[end].weight
		} else {
			of.negatives += list[end].weight
		}
	}
	return of, end
}

// area is the share of pairs of a positive and a negative in which the positive
// has the larger value, equal values counting half (the Mann–Whitney statistic,
// which is the area under the ROC curve by trapezoids); a pair counts the product of its
// weights. Without positives or negatives it is NaN. The list is sorted.
func area(list []ranked) float64 {
	slices.SortFunc(list, func(a, b ranked) int { return cmp.Compare(a.value, b.value) })
	var below sides // of the smaller values
	halves := 0.0   // pairs won, in halves
	for start := 0; start < len(list); {
		equal, end := equals(list, start)
		halves += float64(equal.positives * (float64(2*below.negatives) + equal.negatives))
		below.positives += equal.positives
		below.negatives += equal.negatives
		start = end
	}
	if below.positives == 0 || below.negatives == 0 {
		return math.NaN()
	}
	return halves / (2 * below.positives * below.negatives)
}

// logLoss is the mean over rows of −ln p(true class).
func logLoss(in Input) float64 {
	const eps = 0x1p-52
	loss := 0.0
	for i, truth := range in.Truth.Class {
		sum, own, found := 0.0, 0.0, false
		in.probabilities(i, func(class int, p float64, count int) {
			if sum += float64(float64(count) * clip(p, eps)); class == truth || class < 0 && !found {
				own, found = p, true
			}
		})
		loss -= float64(in.weight(i) * elementary.Log(clip(own, eps)/sum))
	}
	return loss / in.total()
}

func clip(p, eps float64) float64 { return min(max(p, eps), 1-eps) }

// brier is the mean over rows of Σₖ (pₖ − [k is the true class])², the score of
// Brier (1950).
func brier(in Input) float64 {
	sum := 0.0
	for i, truth := range in.Truth.Class {
		found := false
		in.probabilities(i, func(class int, p float64, count int) {
			square := float64(p * p)
			if class == truth || class < 0 && !found {
				square, count, found = float64((1-p)*(1-p)), count-1, true
				sum += float64(in.weight(i) * square)
				square = float64(p * p)
			}
			if class != truth {
				sum += float64(float64(count) * in.weight(i) * square)
			}
		})
	}
	return sum / in.total()
}
