package metric

import (
	"math"
	"sort"
)

// logLoss is the mean over rows of −ln p(true class).
func logLoss(in Input) float64 {
	const eps = 0x1p-52
	loss := 0.0
	for i, truth := range in.Truth.Class {
		row := in.row(in.Probabilities, i)
		sum := 0.0
		for _, p := range row {
			sum += clip(p, eps)
		}
		loss -= math.Log(clip(row[truth], eps) / sum)
	}
	return loss / float64(len(in.Truth.Class))
}

func clip(p, eps float64) float64 { return min(max(p, eps), 1-eps) }

// brier is the mean over rows of Σₖ (pₖ − [k is the true class])², the score of
// Brier (1950).
func brier(in Input) float64 {
	sum := 0.0
	for i, truth := range in.Truth.Class {
		for k, p := range in.row(in.Probabilities, i) {
			if k == truth {
				p = 1 - p
			}
			sum += p * p
		}
	}
	return sum / float64(len(in.Truth.Class))
}

// ece is the expected calibration error of the largest probability of each row
// (Guo et al. 2017), of equal ones that of the first class.
func ece(in Input, o options) []float64 {
	confidence := make([]float64, len(in.Truth.Class))
	right := make([]bool, len(in.Truth.Class))
	for i, truth := range in.Truth.Class {
		row := in.row(in.Probabilities, i)
		top := 0
		for k, p := range row {
			if p > row[top] {
				top = k
			}
		}
		confidence[i], right[i] = row[top], top == truth
	}
	return []float64{calibrationError(confidence, right, o.Bins)}
}

// calibrationError is Σ over bins of |Σ confidence − number right| / n. Bin b of
// B holds the confidences in [b/B, (b+1)/B), the last one also 1.
func calibrationError(confidence []float64, right []bool, bins int) float64 {
	gaps := make([]float64, bins)
	for i, p := range confidence {
		b := sort.Search(bins-1, func(b int) bool { return p < float64(b+1)/float64(bins) })
		gaps[b] += p
		if right[i] {
			gaps[b]--
		}
	}
	sum := 0.0
	for _, gap := range gaps {
		sum += math.Abs(gap)
	}
	return sum / float64(len(confidence))
}
