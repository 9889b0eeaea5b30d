package multilabel

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// The thresholds that are found on out-of-fold scores.
const (
	tunedThreshold        = "tuned"
	cardinalityThreshold  = "cardinality"
	proportionalThreshold = "proportional"
)

// thresholding says which labels are predicted: those with a score above the
// threshold, or those of the largest scores.
type thresholding struct {
	Threshold any `json:"threshold"` // nil if not written: score 0
	Top       int `json:"top"`       // 0 if not written
}

// topParam describes the attribute.
func topParam() contract.Param {
	p := step.Whole("top", 1, 0)
	p.Decoding = true
	p.Doc = "How many labels are predicted of each row, those of the largest scores and of equal ones the first, " +
		"in place of a threshold (RCut, Yang 2001)."
	return p
}

// checkTop refuses more labels than there are.
func (t thresholding) checkTop(ds *step.Diagnostics, k int) {
	if t.Top > k {
		ds.At("top").Errorf(fmt.Sprintf("top is %d", t.Top),
			"The data have %d labels, and no more can be predicted of a row.", k)
	}
}

// thresholdParam describes the attribute; rest is what else it can be. Without a scale the
// description of the reduction says all.
func thresholdParam(scale, rest string) contract.Param {
	p := contract.Param{Name: "threshold", Type: "any", Decoding: true}
	if scale != "" {
		p.Doc = "A label is predicted if its score is above the threshold: a number, " + scale + rest
	}
	return p
}

// The texts of threshold's documentation.
const (
	oneScale     = "a probability if the scores are log-odds (default 0.5), else a score (default 0)"
	foundByFolds = "; \"tuned\", for each label the one with the largest F1 on out-of-fold scores (Yang 2001); " +
		"\"proportional\", for each label the one with which as many rows are predicted there as have it " +
		"(PCut, Yang 2001); " +
		"or \"cardinality\", one for all with which as many labels are predicted there as the rows have (Read et al. 2011)."
)

// thresholdFolds describes the attribute folds.
func thresholdFolds() contract.Param {
	p := step.Whole("folds", 2, 1000)
	p.Decoding = true
	p.Doc = "Inner folds from whose models a threshold that is not a number gets its scores. Default: 5."
	return p
}

// shareParam describes a threshold of votes or probabilities.
func shareParam() contract.Param {
	return contract.Param{
		Name: "threshold", Type: "number", Min: contract.Bound(0), Max: contract.Bound(1), Decoding: true,
	}
}

// found reports whether the threshold is to be found on training rows.
func (t thresholding) found() bool {
	return t.Threshold == tunedThreshold || t.Threshold == cardinalityThreshold || t.Threshold == proportionalThreshold
}

// check refuses what is not a threshold.
func (t thresholding) check(ds *step.Diagnostics) {
	if t.Threshold == nil {
		return
	}
	if t.Top > 0 {
		contradicted(ds)
		return
	}
	if _, number := t.Threshold.(float64); !number && !t.found() {
		ds.At("threshold").Errorf("no such threshold", "It is a number, \"tuned\", \"proportional\" or \"cardinality\".")
	}
}

// contradicted refuses a number of labels together with a threshold.
func contradicted(ds *step.Diagnostics) {
	ds.At("top").Errorf("top contradicts threshold",
		"With top the number of labels is given, and no score is compared with a threshold. Write one of them.")
}

// checkNumber refuses all thresholds but numbers.
func (t thresholding) checkNumber(ds *step.Diagnostics) {
	if !t.found() {
		t.check(ds)
		return
	}
	ds.At("threshold").Errorf(fmt.Sprintf("threshold = %q needs out-of-fold scores", t.Threshold),
		"The last models of this reduction see the outputs of earlier ones, so that their scores of training rows are "+
			"never out of fold. Write a number.")
}

// checkFolds warns of folds without a threshold that needs them.
func (t thresholding) checkFolds(ds *step.Diagnostics, folds int) {
	if folds != 0 && !t.found() {
		ds.NoEffect("folds", "It belongs to threshold = \"tuned\", \"proportional\" and \"cardinality\". Remove it.")
	}
}

// outputs is what has to be seen of the training rows.
func (t thresholding) outputs() contract.Outputs {
	if t.found() {
		return contract.OutOfFold
	}
	return contract.NoOutputs
}

// capabilities are those of a reduction to a binary problem a label.
func (t thresholding) capabilities() contract.Capabilities {
	caps := capable(contract.Binary)
	caps.Probabilities = []contract.ScoreKind{contract.LogOdds}
	if v, number := t.Threshold.(float64); number && (v < 0 || v > 1) {
		caps.Needs = []contract.ScoreKind{contract.Margin}
	}
	return caps
}

// find returns the thresholds of k labels by the out-of-fold scores of training
// rows.
func (t thresholding) find(scores contract.Matrix, truth []int8) []float64 {
	switch t.Threshold {
	case tunedThreshold:
		return labels.Tuned(scores, truth, 0)
	case proportionalThreshold:
		return labels.Proportional(scores, truth)
	}
	return slices.Repeat([]float64{labels.Cardinality(scores, truth)}, scores.Cols)
}

// fixed returns the threshold of scores of some kind that is written.
func (t thresholding) fixed(kind contract.ScoreKind) (float64, error) {
	v, written := t.Threshold.(float64)
	switch {
	case !written:
		return 0, nil
	case kind != contract.LogOdds:
		return v, nil
	case v < 0 || v > 1:
		return 0, fmt.Errorf("the threshold %v is not a probability, and the scores are log-odds", v)
	}
	return labels.LogOdds(v), nil
}

// decide predicts by the thresholds that were found, or else by the fixed one.
func (t thresholding) decide(scores contract.Matrix, kind contract.ScoreKind,
	found []float64) (contract.Decoded, error) {
	if t.found() {
		if len(found) != scores.Cols {
			return contract.Decoded{}, fmt.Errorf("there are %d thresholds for %d labels", len(found), scores.Cols)
		}
		return labels.Decide(scores, found, kind)
	}
	v, err := t.fixed(kind)
	if err != nil {
		return contract.Decoded{}, err
	}
	return t.cut(labels.Decide(scores, slices.Repeat([]float64{v}, scores.Cols), kind))
}

// cut predicts the labels of the largest scores instead, if that is asked for.
func (t thresholding) cut(d contract.Decoded, err error) (contract.Decoded, error) {
	if err != nil || t.Top == 0 {
		return d, err
	}
	return labels.Top(d, func(int) int { return t.Top }), nil
}

// checkOutputs refuses out-of-fold scores of other than the columns of a stage.
func (t thresholding) checkOutputs(training contract.Training, k, columns int) error {
	if o := training.Outputs; o.Cols != columns || o.Rows*k != len(training.Labels) {
		return fmt.Errorf("there are %d × %d outputs for %d models on %d training rows", o.Rows, o.Cols, columns,
			len(training.Labels)/k)
	}
	return nil
}

// middle is the threshold between a label's absence, 0, and its presence, 1.
const middle = 0.5

// shareAbove is the share of votes above which a label is predicted: what is written, or half.
func shareAbove(threshold *float64) float64 {
	if threshold == nil {
		return middle
	}
	return *threshold
}
