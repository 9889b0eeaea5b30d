package stats

import (
	"math"

	"github.com/manyclass/bench/framework/base/special"
)

// FoldShare is how many of the rows of a fold are predicted right, or wrong.
type FoldShare struct {
	Share float64
	Rows  int
}

// WaldCV is the interval of Bayle, Bayle, Janson and Mackey (Cross-validation Confidence
// Intervals for Test Error, NeurIPS 33, 2020) of the share of rows that are predicted right, or
// wrong, from the folds of one cross-validation,
//
//	R ± z·σ/√n,
//
// with R the share among all n rows. All pairs: σ² = R(1−R), the variance of the losses of all
// rows. Within folds: σ² is the mean over folds of the sample variance within each. NaN where a
// fold has fewer than two rows then, and for fewer than two folds.
func WaldCV(folds []FoldShare, level float64, withinFold bool) (low, high float64) {
	hits, n, within := 0.0, 0.0, 0.0
	for _, f := range folds {
		rows := float64(f.Rows)
		hits += float64(f.Share * rows)
		n += rows
		within += float64(f.Share * (1 - f.Share) * rows / (rows - 1) / float64(len(folds)))
	}
	if len(folds) < 2 || n == 0 {
		return math.NaN(), math.NaN()
	}
	share := hits / n
	variance := share * (1 - share)
	if withinFold {
		variance = within
	}
	reach := float64(special.NormalQuantile(level/2) * math.Sqrt(variance/n))
	if math.IsNaN(reach) || math.IsInf(reach, 0) {
		return math.NaN(), math.NaN()
	}
	return share - reach, share + reach
}
