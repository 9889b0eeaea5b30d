package training

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/calibration"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/rows"
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
// they are: their sigmoids are then the probabilities. What else goes wrong is the
// problem's error, or that of the cells whose limit it hit; the
// returned error is the run's.
func (t *Training) calibrate(ctx context.Context) error {
	problems := t.uncalibrated()
	if len(problems) == 0 {
		return nil
	}
	inner, err := t.Fold.Block.Inner(t.Fold.Number, experiment.CalibrationFolds, false, t.Scratch)
	switch {
	case fault.OfRun(err):
		return err
	case err != nil: // there are too few rows to divide
		for _, i := range problems {
			t.Problems[i].Uncalibrated = true
		}
		return nil
	}
	defer inner.Close()
	samples := make([]sample, len(t.Problems))
	for f := range inner.Folds() {
		if problems, err = t.collect(ctx, inner, f, problems, samples); err != nil {
			return err
		}
	}
	for _, i := range problems {
		if samples[i].lacksSide() {
			t.Problems[i].Uncalibrated = true
			continue
		}
		m, err := calibration.Fit(t.Learner.Host.Calibrate, samples[i].scores, samples[i].positive)
		if err != nil {
			t.invalidate(i, err)
			continue
		}
		t.Problems[i].Change(m.LogOdds)
	}
	return nil
}

// uncalibrated lists the problems that are to be calibrated; those of constant
// models become log-odds here.
func (t *Training) uncalibrated() (problems []int) {
	for i := range t.Problems {
		p := &t.Problems[i]
		switch {
		case t.Learner.Host.Calibrate == "" || p.Err != nil || !t.Scored(i) || p.Kept != "" && p.Kept == t.models.Calibrated:
		case p.Constant && p.Task() == contract.Binary:
			sure, _ := t.Fold.Constant(p.Problem)
			p.Change(func(float64) float64 { return sure })
		case p.Task() != contract.Binary:
			t.invalidate(i, fmt.Errorf("this is for binary problems, not for %s ones", p.Task()))
		default:
			problems = append(problems, i)
		}
	}
	return problems
}

// collect trains problems on an inner fold, adds the scores of its test rows to
// the samples and returns the problems for which that could be done.
func (t *Training) collect(
	ctx context.Context, inner *rows.Block, f int, problems []int, samples []sample,
) ([]int, error) {
	if len(problems) == 0 {
		return nil, nil
	}
	in, err := t.inside(inner, f, problems)
	if fault.OfRun(err) {
		return nil, err
	}
	if err != nil {
		for _, i := range problems {
			t.invalidate(i, err)
		}
		return nil, nil
	}
	defer in.Close()
	if err := in.train(ctx); err != nil {
		return nil, err
	}
	t.Peak = max(t.Peak, in.Peak)
	for cell, err := range in.Exceeded {
		t.Exceeded[cell] = errors.Join(t.Exceeded[cell], err)
	}
	var good []int
	for n, i := range problems {
		p := &in.Problems[n]
		t.Problems[i].Used.Add(p.Used)
		switch {
		case p.Err != nil:
			t.invalidate(i, p.Err)
		case in.Scored(n):
			good = append(good, i)
			if !p.Constant { // its score says nothing about those of the model that is kept
				samples[i].add(t.signs(i, in, p.Scores[in.Fold.Set(rows.Test)]))
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

// signs returns the targets of a binary problem for the rows that an inner fold tests,
// with the scores of these rows: of a row as often as the problem has it.
func (t *Training) signs(problem int, in *Training, of []float64) (signs, scores []float64) {
	p, test := t.Problems[problem].Problem, in.Fold.Set(rows.Test)
	if y := t.Fold.Truth(p); y != nil {
		places := t.Fold.Places(in.Fold.Block, test.Ranges)
		targets, _ := p.Problems.(contract.Targeted)
		if targets.Rows == nil {
			return lists.Pick(y, places), of
		}
		values, at := plan.Positions(targets.Rows, places)
		return lists.Pick(y, values), lists.Pick(of, at)
	}
	column := p.Column()
	for _, r := range test.Ranges {
		signs = append(signs, slices.Repeat([]float64{float64(column[r.Class])}, r.End-r.Start)...)
	}
	return signs, of
}

// invalidate fails a problem whose scores cannot be calibrated.
func (t *Training) invalidate(problem int, err error) {
	t.Problems[problem].Err = fmt.Errorf("calibrating: %w", err)
}
