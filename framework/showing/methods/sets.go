package methods

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/evaluation/conformal"
	"github.com/manyclass/bench/framework/evaluation/metric"
)

// setScores are what papers call nonconformity scores.
var setScores = map[string]string{
	conformal.LAC:  "one minus the probability (LAC)",
	conformal.APS:  "cumulative probabilities (APS)",
	conformal.RAPS: "regularised cumulative probabilities (RAPS; k_reg = %d, lambda = %v)",
	conformal.TopK: "the rank of the class (top-k)",
}

// sets says how prediction sets were made that a metric measures.
func (w *writer) sets() {
	s := w.ran.Sets
	if s == nil || !slices.ContainsFunc(w.ran.Metrics, metric.Spec.OfSets) {
		return
	}
	score := setScores[s.Score]
	if s.Score == conformal.RAPS {
		score = fmt.Sprintf(score, s.KReg, s.Lambda)
	}
	if s.Randomized {
		score = "randomised " + score
	}
	per := map[string]string{conformal.All: "one threshold for all classes", conformal.Class: "a threshold for each class"}
	from := "halves of the test rows of a fold, each for the other half"
	if s.Rows == conformal.Train {
		from = fmt.Sprintf("the training rows out of %d inner folds", s.Folds)
	}
	w.say("Prediction sets are conformal at level %v, with %s as nonconformity score and %s, calibrated by %s.", s.Level,
		score, per[s.Per], from)
}
