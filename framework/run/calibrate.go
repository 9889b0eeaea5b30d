package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/calibration"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
)

// sample is what a calibration is fitted to: scores of rows by models that were
// not trained on them.
type sample struct {
	scores   []float64
	positive []bool
}

// calibrate makes the scores of the binary problems into log-odds. Each map is
// fitted to the scores of the problem's training rows out of inner folds. Where
// these lack a side, or there are too few rows for inner folds, the scores stay as
// they are: their sigmoids are then the probabilities. What else goes wrong is the problem's error, or that of the cells whose limit it hit;
// the returned error is trouble of our own.
func (t *training) calibrate(ctx context.Context) error {
	method := t.item.Learner.Host.Calibrate
	var problems []int
	for i := range t.outcomes {
		switch {
		case method == "" || t.outcomes[i].Err != nil || !t.scored(i) || t.outcomes[i].kept:
		case t.outcomes[i].constant && t.problems[i].Task == contract.Binary:
			sure, _ := t.constant(t.problems[i])
			t.outcomes[i].change(func(float64) float64 { return sure })
		case t.problems[i].Task != contract.Binary:
			t.spoil([]int{i}, fmt.Errorf("this is for binary problems, not for %s ones", t.problems[i].Task))
		default:
			problems = append(problems, i)
		}
	}
	if len(problems) == 0 {
		return nil
	}
	inner, err := t.block.inner(t.item.Fold, experiment.CalibrationFolds, t.worker.scratch)
	switch {
	case ours(err):
		return err
	case err != nil: // there are too few rows to divide
		for _, i := range problems {
			t.outcomes[i].uncalibrated = true
		}
		return nil
	}
	defer inner.close()
	samples := make([]sample, len(t.problems))
	for f := range inner.count() {
		if problems, err = t.collect(ctx, inner, f, problems, samples); err != nil {
			return err
		}
	}
	for _, i := range problems {
		if samples[i].lacksSide() {
			t.outcomes[i].uncalibrated = true
			continue
		}
		m, err := calibration.Fit(method, samples[i].scores, samples[i].positive)
		if err != nil {
			t.spoil([]int{i}, err)
			continue
		}
		t.outcomes[i].change(m.LogOdds)
	}
	return nil
}

// collect trains problems on an inner fold, adds the scores of its test rows to
// the samples and returns the problems for which that could be done.
func (t *training) collect(ctx context.Context, inner *block, f int, problems []int, samples []sample) ([]int, error) {
	in := t.alike(inner, f, problems)
	defer in.close()
	if err := in.solveOpened(ctx); err != nil {
		return nil, err
	}
	t.peak = max(t.peak, in.peak)
	for cell, err := range in.exceeded {
		t.exceeded[cell] = errors.Join(t.exceeded[cell], err)
	}
	var good []int
	for n, i := range problems {
		o := &in.outcomes[n]
		t.outcomes[i].Seconds += o.Seconds
		switch {
		case o.Err != nil:
			t.spoil([]int{i}, o.Err)
		case in.scored(n):
			good = append(good, i)
			if !o.constant { // its score says nothing about those of the model that is kept
				samples[i].add(t.signs(i, in), o.scores[in.test])
			}
		}
	}
	return good, nil
}

// add appends the scores of the rows that belong to a problem: whose sign is not 0.
func (s *sample) add(signs, scores []float64) {
	for i, sign := range signs {
		if sign != 0 {
			s.scores, s.positive = append(s.scores, scores[i]), append(s.positive, sign > 0)
		}
	}
}

// lacksSide reports whether there are no scores of positive or of negative rows.
func (s *sample) lacksSide() bool {
	return !slices.Contains(s.positive, true) || !slices.Contains(s.positive, false)
}

// signs returns the targets of a binary problem for the rows that an inner fold
// tests.
func (t *training) signs(problem int, in *training) []float64 {
	p := t.problems[problem]
	if y := t.truth(p); y != nil {
		return picked(y, t.places(in.block, in.test.ranges))
	}
	signs := make([]float64, 0, in.test.rows)
	for _, r := range in.test.ranges {
		signs = append(signs, slices.Repeat([]float64{float64(p.Column[r.Class])}, r.End-r.Start)...)
	}
	return signs
}

// spoil fails problems whose scores cannot be calibrated.
func (t *training) spoil(problems []int, err error) {
	for _, i := range problems {
		t.outcomes[i].Err = fmt.Errorf("calibrating: %w", err)
	}
}

// abstain sets the scores of binary problems that are too near to 0 to it.
func (t *training) abstain() {
	least := t.item.Learner.Host.Abstain
	for i := range t.outcomes {
		if o := &t.outcomes[i]; least > 0 && !o.kept && t.problems[i].Task == contract.Binary {
			o.change(func(score float64) float64 {
				if math.Abs(score) < least {
					return 0
				}
				return score
			})
		}
	}
}

// change replaces all scores of a problem.
func (o *outcome) change(by func(float64) float64) {
	for _, scores := range o.scores {
		for i, s := range scores {
			scores[i] = by(s)
		}
	}
}
