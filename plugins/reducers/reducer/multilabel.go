package reducer

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

// ofLabels are the capabilities of a multi-label reduction whose problems are all
// of one task.
func ofLabels(task contract.Task) contract.Capabilities {
	return contract.Capabilities{Tasks: []contract.Task{task}, Deterministic: true, MultiLabel: true}
}

// labelStage is the stage of a binary problem for each of k labels.
func labelStage(k int) contract.Stage {
	s := contract.Stage{Task: contract.Binary, Outputs: contract.NoOutputs}
	for l := range k {
		s.Labels = append(s.Labels, l)
	}
	return s
}

// checkLabels refuses data without labels.
func checkLabels(r contract.Reduction) []contract.Diagnostic {
	if len(r.Classes) > 0 {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf(nil, "no labels", "This reduction needs data with at least one label.")}
}

// checkTraining refuses training rows of other than k labels.
func checkTraining(t contract.Training, k int) error {
	switch {
	case t.Labels == nil:
		return fmt.Errorf("the training rows have no labels; this reduction is for multi-label data")
	case len(t.Labels)%k != 0 || len(t.Counts) != k:
		return fmt.Errorf("%d label entries and %d counts are not those of rows with %d labels", len(t.Labels),
			len(t.Counts), k)
	}
	return nil
}

// maxTargets bounds the targets of a stage, which have to fit into one message to
// the host.
const maxTargets = 1 << 24

// checkTargets refuses targets that do not.
func checkTargets(rows, problems int, instead string) error {
	if problems > maxTargets/max(rows, 1) {
		return fmt.Errorf("%d problems on %d training rows have more than %d targets: %s", problems, rows,
			maxTargets, instead)
	}
	return nil
}

// last returns the last columns of finite scores, of which there must be so many in
// all.
func last(scores contract.Matrix, columns, all int) (contract.Matrix, error) {
	if scores.Cols != all {
		return scores, fmt.Errorf("there are %d scores a row for %d models", scores.Cols, all)
	}
	if err := decode.CheckFinite(scores); err != nil {
		return scores, err
	}
	return between(scores, all-columns, all), nil
}

// pack makes a state.
func pack(s any) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("reducer: state: %v", err))
	}
	return b
}

// checked is a state that knows whether it is complete.
type checked interface{ check() error }

// unpack is the inverse of pack.
func unpack[S checked](b []byte) (S, error) {
	var s S
	err := json.Unmarshal(b, &s)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return s, fmt.Errorf("reading the state of the reduction: %w", err)
	}
	return s, nil
}

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
	return contract.Param{Name: "top", Type: "number", Integer: true, Min: contract.Bound(1), Decoding: true,
		Doc: "How many labels are predicted of each row, those of the largest scores and of equal ones the first, in place of " +
			"a threshold (RCut, Yang 2001)."}
}

// checkTop refuses more labels than there are.
func (t thresholding) checkTop(k int) []contract.Diagnostic {
	if t.Top <= k {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf([]any{"top"}, fmt.Sprintf("top is %d", t.Top),
		"The data have %d labels, and no more can be predicted of a row.", k)}
}

// thresholdParam describes the attribute; rest is what else it can be, or why not.
func thresholdParam(scale, rest string) contract.Param {
	return contract.Param{Name: "threshold", Type: "any", Decoding: true,
		Doc: "Above what a label is predicted: a number, " + scale + rest}
}

// The texts of threshold's documentation.
const (
	oneScale     = "a probability if the scores are log-odds (0.5 if not written), else a score (0)"
	foundByFolds = "; \"tuned\", for each label the one with the largest F1 on out-of-fold scores (Yang 2001); " +
		"\"proportional\", for each label the one with which as many rows are predicted there as have it (PCut, Yang 2001); " +
		"or \"cardinality\", one for all with which as many labels are predicted there as the rows have (Read et al. 2011)."
	onlyANumber = ". It cannot be tuned: the models see what earlier ones make of a row, so that their scores of " +
		"training rows are never out of fold."
)

func thresholdFolds() contract.Param {
	return contract.Param{Name: "folds", Type: "number", Integer: true, Min: contract.Bound(2), Max: contract.Bound(1000),
		Decoding: true,
		Doc:      "Inner folds from whose models a threshold that is not a number gets its scores; 5 if not written."}
}

// found reports whether the threshold is to be found on training rows.
func (t thresholding) found() bool {
	return t.Threshold == tunedThreshold || t.Threshold == cardinalityThreshold || t.Threshold == proportionalThreshold
}

// check refuses what is no threshold.
func (t thresholding) check() []contract.Diagnostic {
	if t.Top > 0 && t.Threshold != nil {
		return []contract.Diagnostic{contract.Errorf([]any{"top"}, "top contradicts threshold",
			"With top the number of labels is given, and scores are compared with nothing. Write one of them.")}
	}
	switch t.Threshold.(type) {
	case nil, float64:
		return nil
	case string:
		if t.found() {
			return nil
		}
	}
	return []contract.Diagnostic{contract.Errorf([]any{"threshold"}, "no such threshold",
		"It is a number, \"tuned\", \"proportional\" or \"cardinality\".")}
}

// checkNumber refuses all but numbers.
func (t thresholding) checkNumber() []contract.Diagnostic {
	if !t.found() {
		return t.check()
	}
	return []contract.Diagnostic{contract.Errorf([]any{"threshold"},
		fmt.Sprintf("threshold = %q needs out-of-fold scores", t.Threshold),
		"The last models of this reduction see what earlier ones make of a row, so that their scores of training rows are "+
			"never out of fold. Write a number.")}
}

// checkFolds warns of folds that nothing needs.
func (t thresholding) checkFolds(folds int) []contract.Diagnostic {
	if folds == 0 || t.found() {
		return nil
	}
	return []contract.Diagnostic{contract.Warningf([]any{"folds"}, "folds has no effect",
		"It belongs to threshold = \"tuned\", \"proportional\" and \"cardinality\". Remove it.")}
}

// outputs is what has to be seen of the training rows.
func (t thresholding) outputs() contract.Outputs {
	if t.found() {
		return contract.OutOfFold
	}
	return contract.NoOutputs
}

// needs are the kinds of score that a threshold goes with.
func (t thresholding) needs() []contract.ScoreKind {
	if v, ok := t.Threshold.(float64); ok && (v < 0 || v > 1) {
		return []contract.ScoreKind{contract.Margin}
	}
	return nil
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
		return 0, fmt.Errorf("the threshold %v is no probability, and the scores are log-odds", v)
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
	if err := checkTraining(training, k); err != nil {
		return err
	}
	if o := training.Outputs; o.Cols != columns || o.Rows*k != len(training.Labels) {
		return fmt.Errorf("there are %d × %d outputs for %d models on %d training rows", o.Rows, o.Cols, columns,
			len(training.Labels)/k)
	}
	return nil
}
