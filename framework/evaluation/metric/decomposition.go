package metric

import (
	"cmp"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/calibration"
)

// parts of a score S (CORP; Dimitriadis, Gneiting and Jordan, PNAS 118, 2021): S is
// miscalibration − discrimination + uncertainty. With the score R of probabilities that an
// isotonic map of those of each class recalibrates, and the score U of the shares of the
// classes, they are S − R, U − R and U.
type parts struct{ miscalibration, discrimination, uncertainty float64 }

// decomposed makes compute of one of the parts of a score.
func decomposed(score func(Input) float64, part func(parts) float64) func(Input, options) []float64 {
	return func(in Input, _ options) []float64 {
		recalibrated, shares := in, in
		recalibrated.Probabilities, shares.Probabilities = in.recalibrated(), in.shares()
		r, u := score(recalibrated), score(shares)
		return []float64{part(parts{score(in) - r, u - r, u})}
	}
}

// recalibrated are the probabilities after an isotonic map of those of each class.
func (in Input) recalibrated() []float64 {
	n, k := in.rows(), in.Target.K()
	out := make([]float64, n*k)
	for class := range k {
		column := lists.Map(lists.Range(n), func(i int) float64 { return in.Probabilities[i*k+class] })
		is := lists.Map(lists.Range(n), func(i int) bool { return in.has(i, class) })
		for i, p := range calibration.Recalibrated(column, is, in.Weights) {
			out[i*k+class] = p
		}
	}
	return out
}

// shares are the probabilities of somebody who knows the share of each class, and nothing else.
func (in Input) shares() []float64 {
	n, k := in.rows(), in.Target.K()
	row := make([]float64, k)
	for i := range n {
		for class := range k {
			if in.has(i, class) {
				row[class] += in.weight(i)
			}
		}
	}
	for class := range row {
		row[class] /= in.total()
	}
	out := make([]float64, 0, n*k)
	for range n {
		out = append(out, row...)
	}
	return out
}

// CalibrationCurve is the nondecreasing curve that is nearest in squares to whether the
// class of the largest probability of each row is the true one (CORP): points of that
// probability and the share that is right, ascending, of which those between two equal
// shares are left out. It needs probabilities.
func (in Input) CalibrationCurve() [][2]float64 {
	confidence, right := in.confidences()
	shares := calibration.Recalibrated(confidence, right, nil)
	points := lists.Map(lists.Range(len(shares)), func(i int) [2]float64 { return [2]float64{confidence[i], shares[i]} })
	slices.SortFunc(points, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
	var out [][2]float64
	for _, p := range slices.Compact(points) {
		if n := len(out); n > 1 && out[n-2][1] == p[1] {
			out = out[:n-1]
		}
		out = append(out, p)
	}
	return out
}
