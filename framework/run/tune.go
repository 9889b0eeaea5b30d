package run

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/run/fault"
	"github.com/manyclass/bench/framework/run/rows"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// choice is the learner to train for a cell, and what it took to find it.
type choice struct {
	learner *experiment.Instance
	tuned   map[string]any // nil unless tuned
	note    string
	seconds float64 // of training
	peak    int64
	err     error // why there is no learner
}

// choose chooses the learner for each cell: the item's own, or of its candidates
// the one whose decoded predictions of inner test rows are best. The error is
// the run's.
func (w *worker) choose(ctx context.Context, it item, cells []plan.Cell) ([]choice, error) {
	list := make([]choice, len(cells))
	for i := range list {
		list[i].learner = it.Learner
	}
	tune := it.Learner.Host.Tune
	if tune == nil {
		return list, nil
	}
	inner, err := w.divide(it, tune)
	if fault.OfRun(err) {
		return nil, err
	}
	if err != nil {
		for i := range list {
			list[i].err = fmt.Errorf("tuning: %w", err)
		}
		return list, nil
	}
	defer inner.Close()
	trials := make([]trial, len(cells)*len(tune.Candidates)) // candidates of the first cell, of the second …
	one, err := w.leavingOne(it, inner, cells)
	if fault.OfRun(err) {
		return nil, err
	}
	if one != nil {
		defer one.Close()
	}
	for f := range inner.Folds() {
		for c := range tune.Candidates {
			block, number := inner, f
			if one != nil && leavesOne(tune.Candidates[c].Instance) {
				block, number = one, it.Fold
				if f > 0 {
					continue
				}
			}
			if err := w.try(ctx, block, number, tune, c, cells, list, trials); err != nil || ctx.Err() != nil {
				return list, err
			}
		}
	}
	for i := range list {
		n := len(tune.Candidates)
		list[i].decide(tune, trials[i*n:(i+1)*n])
	}
	return list, nil
}

// divide divides the training rows of an item's fold for tuning.
func (w *worker) divide(it item, tune *experiment.Tune) (*rows.Block, error) {
	if tune.Holdout > 0 {
		return it.block.Held(it.Fold, tune.Holdout, w.Scratch)
	}
	return it.block.Inner(it.Fold, tune.Folds, false, w.Scratch)
}

// trial is how a candidate does for a cell.
type trial struct {
	sum   float64 // of the metric over inner folds
	folds int     // where the metric is defined
	err   error
}

// try trains a candidate on an inner fold for the cells for which it has not
// failed, and scores what they decode.
func (w *worker) try(
	ctx context.Context, inner *rows.Block, f int, tune *experiment.Tune, candidate int,
	all []plan.Cell, list []choice, trials []trial,
) error {
	var at []int // places of the cells
	for i := range all {
		if trials[i*len(tune.Candidates)+candidate].err == nil {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return nil
	}
	cells := rows.Pick(all, at)
	t, trained, err := w.train(ctx, inner, f, tune.Candidates[candidate].Instance, "", cells, func() {})
	if fault.OfRun(err) {
		return err
	}
	if err != nil {
		for _, i := range at {
			trials[i*len(tune.Candidates)+candidate].err = err
		}
		return nil
	}
	defer t.Close()
	for n, c := range trained {
		result, output, err := c.Result(ctx)
		if fault.OfRun(err) || ctx.Err() != nil {
			return err
		}
		p := &list[at[n]]
		p.seconds += result.TrainSeconds
		p.peak = max(p.peak, result.PeakRSSBytes)
		one := &trials[at[n]*len(tune.Candidates)+candidate]
		if err != nil {
			one.err = err
			continue
		}
		in := metric.Input{
			Target: inner.Dataset.Table.Target, Truth: output.Test.Truth, Predicted: output.Test.Predicted,
			Scores: output.Test.Scores, Probabilities: output.Test.Probabilities,
		}
		if !t.Fold.Sets[0].LeaveOneOut {
			one.add(tune.Metric.Compute(in)[0])
			continue
		}
		for row := range output.Test.Rows {
			one.add(tune.Metric.Compute(in.Row(row))[0])
		}
	}
	return nil
}

// add counts the value of a fold.
func (t *trial) add(v metric.Value) {
	if v.Defined() {
		t.sum += v.Value
		t.folds++
	}
}

// leavingOne returns a block in which the training rows are left out one at a time, by
// models that are trained once, if that is what inner folds do and no reduction asks for
// more than scores; else nil.
func (w *worker) leavingOne(it item, inner *rows.Block, cells []plan.Cell) (*rows.Block, error) {
	able := func(c experiment.Candidate) bool { return leavesOne(c.Instance) }
	if !slices.ContainsFunc(it.Learner.Host.Tune.Candidates, able) || inner.Dataset.Table.Target.MultiLabel {
		return nil, nil
	}
	for _, c := range cells {
		if s := inner.Stage(c); s.Asks() || s.Learner != "" {
			return nil, nil
		}
	}
	if leaves, err := inner.LeavesOne(); !leaves {
		return nil, err // that of the data is told where the inner folds are trained
	}
	return it.block.LeavingOne(it.Fold, w.Scratch)
}

// leavesOne reports whether models of a learner tell what those without a training row
// would make of it.
func leavesOne(learner *experiment.Instance) bool {
	return learner.Capabilities.LeaveOneOut && !learner.Capabilities.FoldWide && learner.Host.Calibrate == ""
}

// mean over the inner folds where the metric is defined, NaN if there is none or
// the candidate failed.
func (t trial) mean() float64 {
	if t.err != nil || t.folds == 0 {
		return math.NaN()
	}
	return t.sum / float64(t.folds)
}

// decide takes the first of the best candidates.
func (p *choice) decide(tune *experiment.Tune, trials []trial) {
	best := -1
	var failures []string
	for c, t := range trials {
		mean := t.mean()
		switch {
		case t.err != nil:
			failures = append(failures, fmt.Sprintf("%s: %v", named(tune, c), t.err))
		case math.IsNaN(mean):
			failures = append(failures, fmt.Sprintf("%s: %s is undefined in every inner fold", named(tune, c), tune.Metric.Name))
		case best < 0 || better(mean, trials[best].mean(), tune.Metric):
			best = c
		}
	}
	if best < 0 {
		p.err = fmt.Errorf("tuning: all candidates failed; %s: %w", named(tune, 0), firstError(trials))
		return
	}
	p.learner, p.tuned = tune.Candidates[best].Instance, tune.Candidates[best].Values
	if len(failures) > 0 {
		why := strings.Join(failures, "; ")
		note := fmt.Sprintf("%d of %d candidates of the tuning failed: %s", len(failures), len(trials), why)
		p.note = wording.Harmless(note, errorLimit)
	}
}

func better(a, b float64, by metric.Spec) bool {
	if by.SmallerIsBetter() {
		return a < b
	}
	return a > b
}

// firstError is why the first candidate failed.
func firstError(trials []trial) error {
	if err := trials[0].err; err != nil {
		return err
	}
	return fmt.Errorf("the metric is undefined in every inner fold")
}

// named writes the values of a candidate: "C=0.1, loss=hinge".
func named(tune *experiment.Tune, candidate int) string {
	var parts []string
	for _, name := range tune.Parameters {
		parts = append(parts, fmt.Sprintf("%s=%v", name, tune.Candidates[candidate].Values[name]))
	}
	return strings.Join(parts, ", ")
}

// add adds what tuning found out to a cell's result.
func (p choice) add(r store.Result) store.Result {
	r.Tuned, r.Note = p.tuned, p.note
	r.TrainSeconds += p.seconds
	r.PeakRSSBytes = max(r.PeakRSSBytes, p.peak)
	return r
}
