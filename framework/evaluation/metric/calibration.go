package metric

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// ece is the expected calibration error by one of the kinds.
func ece(in Input, o options) []float64 {
	errors, weights := []float64{}, []float64{}
	add := func(p []float64, right []bool, rows []int) {
		if len(rows) > 0 {
			errors = append(errors, in.calibrationError(p, right, rows, o))
			weights = append(weights, in.totalOf(rows))
		}
	}
	all := lists.Range(in.rows())
	switch o.Kind {
	case classWise:
		for k := range in.Target.K() {
			p := lists.Map(all, func(i int) float64 { return in.row(in.Probabilities, i)[k] })
			add(p, lists.Map(all, func(i int) bool { return in.Truth.Class[i] == k }), all)
		}
	case topLabel:
		p, right := in.confidences()
		rows := make([][]int, in.Target.K())
		for i, top := range in.topClasses() {
			rows[top] = append(rows[top], i)
		}
		for _, of := range rows {
			add(p, right, of)
		}
	default:
		p, right := in.confidences()
		add(p, right, all)
	}
	sum := 0.0
	for i, e := range errors {
		sum += float64(weights[i] * e)
	}
	mean := sum / lists.Sum(weights)
	if o.Debiased {
		mean = math.Sqrt(max(0, mean))
	}
	return []float64{mean}
}

// calibrationError is that of some rows: Σ over bins of |Σ p − number right| / n or, debiased,
// Σ over bins of n_b/n·((mean p − share right)² − share·(1 − share)/(n_b − 1)), bins of one row
// without the last term (Kumar, Liang and Ma, Verified Uncertainty Calibration, NeurIPS 32,
// 2019). All are weighted.
func (in Input) calibrationError(p []float64, right []bool, rows []int, o options) float64 {
	bins := make([]struct{ p, right, weight, rows float64 }, o.Bins)
	number := in.binsOf(p, rows, o)
	for at, i := range rows {
		b := &bins[number[at]]
		b.p += float64(in.weight(i) * p[i])
		if right[i] {
			b.right += in.weight(i)
		}
		b.weight += in.weight(i)
		b.rows++
	}
	sum := 0.0
	for _, b := range bins {
		if b.rows == 0 {
			continue
		}
		if !o.Debiased {
			sum += math.Abs(b.p - b.right)
			continue
		}
		share := b.right / b.weight
		gap := b.p/b.weight - share
		square := float64(gap * gap)
		if b.rows > 1 {
			square -= float64(share * (1 - share) / (b.rows - 1))
		}
		sum += float64(b.weight * square)
	}
	return sum / in.totalOf(rows)
}

// binsOf are the numbers of the bins of the probabilities of rows. Bins of equal width hold
// [b/B, (b+1)/B), the last one also 1. Of equal mass a bin holds as many rows as another: a row
// of which a weight of w of n is of smaller probabilities is in bin ⌊B·w/n⌋, so that equal
// probabilities are in one bin.
func (in Input) binsOf(p []float64, rows []int, o options) []int {
	if o.Binning != equalMass {
		return lists.Map(rows, func(i int) int { return binOf(p[i], o.Bins) })
	}
	order := lists.Range(len(rows))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[rows[a]], p[rows[b]]) })
	out := make([]int, len(rows))
	total, smaller, before := in.totalOf(rows), 0.0, 0.0
	for at, n := range order {
		if at > 0 && p[rows[n]] != p[rows[order[at-1]]] {
			smaller = before
		}
		out[n] = min(o.Bins-1, int(float64(o.Bins)*smaller/total))
		before += in.weight(rows[n])
	}
	return out
}
