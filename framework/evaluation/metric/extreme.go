package metric

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
)

// expected stores what the label on each place of a row's ranking, the largest values
// first, is worth on average over all orders of labels with equal values. It sorts the
// row.
func expected(row []worthy, places []float64) []float64 {
	slices.SortStableFunc(row, func(a, b worthy) int { return cmp.Compare(b.value, a.value) })
	for start := 0; start < len(row) && start < len(places); {
		end, sum := start, 0.0
		for ; end < len(row) && cmp.Compare(row[end].value, row[start].value) == 0; end++ {
			sum += row[end].worth
		}
		for at := start; at < min(end, len(places)); at++ {
			places[at] = sum / float64(end-start)
		}
		start = end
	}
	return places
}

// worthy is a value to rank by and what its label is worth to the row: 0 if the row has
// it not.
type worthy struct{ value, worth float64 }

// gains calls row with the weight of each row, the expected worths on its first k places,
// and the k largest worths of its labels, the largest first.
func gains(in Input, k int, worth func(label int) float64, row func(weight float64, got, best []float64)) {
	k = min(k, in.Target.K())
	list, places := make([]worthy, 0, k), make([]float64, k)
	var best []float64
	for i := range in.rows() {
		best, list = best[:0], list[:0]
		for _, l := range in.Truth.Y.Row(i) {
			best = append(best, worth(int(l)))
		}
		in.values(i, func(l int, v float64) {
			w := worthy{value: v}
			if in.has(i, l) {
				w.worth = worth(l)
			}
			list = append(list, w)
		})
		slices.SortFunc(best, func(a, b float64) int { return cmp.Compare(b, a) })
		row(in.weight(i), expected(list, places), best[:min(k, len(best))])
	}
}

func alike(int) float64 { return 1 }

// precisionAtK is the mean over rows of the share of the k first labels that the row has.
func precisionAtK(in Input, o options) []float64 {
	k, sum := o.first(1), 0.0
	gains(in, k, alike, func(weight float64, got, _ []float64) { sum += float64(weight * lists.Sum(got)) })
	return []float64{sum / (float64(k) * in.total())}
}

// ndcg is the mean over rows of Σ gᵢ/log₂(i+1) over the k first places i, divided by the
// largest that it can be (Järvelin & Kekäläinen 2002), 0 for a row without labels.
func ndcg(in Input, o options) []float64 {
	sum := 0.0
	gains(in, o.first(in.Target.K()), alike, func(weight float64, got, best []float64) {
		if ideal := discounted(best); ideal > 0 {
			sum += float64(weight * (discounted(got) / ideal))
		}
	})
	return []float64{sum / in.total()}
}

func discounted(gains []float64) float64 {
	sum := 0.0
	for at, g := range gains {
		sum += g / elementary.Log2(float64(at+2))
	}
	return sum
}

// propensityScored is the propensity scored precision at k of Jain, Prabhu & Varma
// ("Extreme multi-label loss functions for recommendation, tagging, ranking and other
// missing label applications", KDD 2016), divided by the largest that it can be: over
// all rows, Σ 1/pₗ over the labels of a row among its k first by the same sum over its k
// labels of the least propensity. It is NaN where it is not known how many rows the
// dataset has, where there are fewer than three, and where no row has a label.
func propensityScored(in Input, o options) []float64 {
	if !in.Target.Counted() || in.Target.Rows < leastRows {
		return []float64{math.NaN()}
	}
	inverse := o.inversePropensities(in.Target.Counts, in.Target.Rows)
	sum, most := 0.0, 0.0
	gains(in, o.first(1), func(l int) float64 { return inverse[l] }, func(weight float64, got, best []float64) {
		sum += float64(weight * lists.Sum(got))
		most += float64(weight * lists.Sum(best))
	})
	return []float64{sum / most}
}

// leastRows is the least number of rows with ln N > 1.
const leastRows = 3

// inversePropensities returns 1/pₗ = 1 + C (Nₗ + B)^−A with C = (ln N − 1)(B + 1)^A for
// labels of Nₗ of N rows.
func (o options) inversePropensities(counts []int, rows int) []float64 {
	c := (elementary.Log(float64(rows)) - 1) * elementary.Pow(o.B+1, o.A)
	inverse := make([]float64, len(counts))
	for l, n := range counts {
		inverse[l] = 1 + float64(c*elementary.Pow(float64(n)+o.B, -o.A))
	}
	return inverse
}
