package metric

import (
	"cmp"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// tie is a set of labels of a row with equal values, of which some belong to the
// row.
type tie struct{ relevant, others int }

// perRanking makes labels of a function of the ranking of a row's labels, the
// largest values first: its mean over rows.
func perRanking(value func([]tie) float64) func(Input, options) []float64 {
	return func(in Input, _ options) []float64 {
		k := in.Target.K()
		row, ties := make([]ranked, 0, k), make([]tie, 0, k)
		return []float64{in.mean(func(i int) float64 {
			row = row[:0]
			in.values(i, func(l int, v float64) { row = append(row, ranked{value: v, positive: in.has(i, l)}) })
			ties = appendTies(ties[:0], row)
			return value(ties)
		})}
	}
}

// appendTies sorts a row by falling values and appends its ties.
func appendTies(ties []tie, row []ranked) []tie {
	slices.SortFunc(row, func(a, b ranked) int { return cmp.Compare(b.value, a.value) })
	for l, r := range row {
		if l == 0 || cmp.Compare(r.value, row[l-1].value) != 0 {
			ties = append(ties, tie{})
		}
		last := &ties[len(ties)-1]
		if r.positive {
			last.relevant++
		} else {
			last.others++
		}
	}
	return ties
}

// all sums the ties of a row.
func all(ties []tie) (total tie) {
	for _, t := range ties {
		total.relevant += t.relevant
		total.others += t.others
	}
	return total
}

// rankingLoss is the share of pairs of a label that the row has and one that it
// does not have in which the first does not have the larger value (Schapire and Singer
// 2000), 0 for a row without such pairs.
func rankingLoss(ties []tie) float64 {
	total, wrong, above := all(ties), 0, 0
	for _, t := range ties {
		above += t.others
		wrong += t.relevant * above
	}
	return Ratio(wrong, total.relevant*total.others)
}

// oneError is 1 unless all labels of the largest value belong to the row.
func oneError(ties []tie) float64 {
	if ties[0].others > 0 {
		return 1
	}
	return 0
}

// coverage is how many labels must be taken, the largest values first, to have all
// of the row: the number of labels whose value is at least the smallest of those
// that the row has, 0 if it has none.
func coverage(ties []tie) float64 {
	taken, needed := 0, 0
	for _, t := range ties {
		taken += t.relevant + t.others
		if t.relevant > 0 {
			needed = taken
		}
	}
	return float64(needed)
}

// averagePrecision is the mean over the labels of a row of the share, of the labels
// with a value at least as large, of those that the row has; 1 if it has none.
func averagePrecision(ties []tie) float64 {
	sum, relevant, taken := 0.0, 0, 0
	for _, t := range ties {
		relevant += t.relevant
		taken += t.relevant + t.others
		sum += float64(float64(t.relevant) * Ratio(relevant, taken))
	}
	if relevant == 0 {
		return 1
	}
	return sum / float64(relevant)
}

// labelAUC computes the area under the ROC curve of each label over the rows, of
// each row over the labels, or of all entries; see the conventions at Compute.
func labelAUC(in Input, o options) []float64 {
	n, k := in.rows(), in.Target.K()
	switch o.Average {
	case micro:
		return []float64{pooledAUC(in)}
	case samples:
		return []float64{in.mean(func(i int) float64 { return in.areaOf(k, func(l int) (int, int) { return i, l }) })}
	}
	values := lists.Map(lists.Range(k), func(l int) float64 {
		return in.areaOf(n, func(i int) (int, int) { return i, l })
	})
	switch o.Average {
	case none:
		return values
	case weighted:
		return []float64{bySupport(values, perLabelCounts(in))}
	}
	return []float64{plainMean(k, func(l int) float64 { return values[l] })}
}

// bySupport is the mean of values of labels, weighted by the rows that have them;
// labels that none has do not count, and without any other it is 0.
func bySupport(values []float64, list []counts) float64 {
	sum, total := 0.0, 0.0
	for l, c := range list {
		if support := c.tp + c.fn; support > 0 {
			sum += float64(support * values[l])
			total += support
		}
	}
	return Ratio(sum, total)
}

func plainMean(n int, value func(int) float64) float64 {
	sum := 0.0
	for i := range n {
		sum += value(i)
	}
	return sum / float64(n)
}
