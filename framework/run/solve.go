package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/service"
)

// mostLosses is how many calls in a row may fail for one item, each with the
// loss of a process perhaps. Finding one bad problem among thousands takes a
// dozen.
const mostLosses = 20

// solveAll trains and scores the union of all cells' problems. If that is more
// than one cell may use, each cell gets its own time for what is left of its
// problems.
func (t *training) solveAll(ctx context.Context, problems []int) {
	err := t.solve(ctx, problems)
	if err == nil {
		return
	}
	for cell, uses := range t.uses {
		left := t.unsolved(uses)
		switch {
		case len(left) == 0:
		case len(left) == len(problems):
			t.exceeded[cell] = err // there is nobody else to blame
		default:
			t.exceeded[cell] = t.solve(ctx, left)
		}
	}
}

// unsolved lists the problems of a cell that lack scores and have no error.
func (t *training) unsolved(uses []plan.Use) []int {
	var left []int
	for _, u := range uses {
		if t.outcomes[u.Problem].Err == nil && !t.scored(u.Problem) {
			left = append(left, u.Problem)
		}
	}
	return left
}

// solve trains and scores problems in one call. If the call fails, each half is
// tried again, in a fresh process if the last is lost, until the problem that
// does it is alone; if it costs the process, it gets a second chance, since the
// process may have died of something else. The error is that of a limit on time or memory, which says nothing
// about any one problem; those it left are unsolved.
func (t *training) solve(ctx context.Context, problems []int) error {
	if len(problems) == 0 {
		return nil
	}
	err := t.attempt(ctx, problems)
	if len(problems) == 1 && t.worthRepeating(ctx, err) {
		t.reset(problems)
		err = both(err, t.attempt(ctx, problems))
	}
	switch {
	case err == nil:
		t.losses = 0
		return nil
	case overLimit(err) && !interrupted(ctx):
		t.reset(problems)
		return err
	case len(problems) == 1 || !t.worthSplitting(ctx, err):
		t.failAll(problems, err)
		return nil
	}
	t.losses++
	t.reset(problems)
	half := len(problems) / 2
	return errors.Join(t.solve(ctx, problems[:half]), t.solve(ctx, problems[half:]))
}

// both is the error of a call that was repeated: also the first one where the
// second found no plugin to serve it.
func both(first, second error) error {
	if errors.Is(second, service.ErrStart) {
		return fmt.Errorf("%w; started anew: %w", first, second)
	}
	return second
}

func (t *training) reset(problems []int) {
	for _, i := range problems {
		t.outcomes[i] = outcome{inSample: t.outcomes[i].inSample}
	}
}

// overLimit reports whether a call used more time or memory than it may.
func overLimit(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, service.ErrMemory)
}

// interrupted reports whether the run is ended, in contrast to a time limit.
func interrupted(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// worthRepeating reports whether a call failed because its process was lost,
// which another process may survive.
func (t *training) worthRepeating(ctx context.Context, err error) bool {
	return errors.Is(err, service.ErrLost) && t.worthSplitting(ctx, err)
}

// worthSplitting reports whether one of the problems may have made a call fail.
func (t *training) worthSplitting(ctx context.Context, err error) bool {
	var whole *callError
	return (errors.As(err, &whole) || errors.Is(err, service.ErrLost)) && !overLimit(err) && t.losses <= mostLosses && !interrupted(ctx)
}

// callError is the failure of a learner's call as a whole.
type callError struct{ err error }

func (e *callError) Error() string { return e.err.Error() }
func (e *callError) Unwrap() error { return e.err }

// longest is what may be done for a cell without a timeout: no stage, training or
// decoding goes on for ever.
const longest = 24 * time.Hour

// limited gives what is done for a cell the time that the learner block allows.
func (t *training) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, cmp.Or(t.item.Learner.Limits.Timeout, longest))
}

// attempt makes the calls: train, score, forget. Its error is for failures of a
// call as a whole; those of one problem are in its outcome.
func (t *training) attempt(ctx context.Context, problems []int) error {
	component := t.item.Learner.Component.Name
	learner, err := t.worker.plugins.Plugin(ctx, t.worker.slot, contract.KindLearner, component)
	if err != nil {
		return err
	}
	ctx, cancel := t.limited(ctx)
	defer cancel()
	call := service.TrainCall{
		Component: component, Config: t.item.Learner.Config, Features: t.features, Threads: t.worker.threads(t.item.Learner), Memory: t.item.Learner.Limits.Memory,
		RowSets: []service.RowSet{t.rowSet()},
	}
	for _, i := range problems {
		if err := t.ask(&call, i); err != nil {
			return err
		}
	}
	t.worker.begins(Training, len(problems))
	err = learner.Train(ctx, call, func(done service.Trained) {
		t.outcomes[problems[done.Problem]].Trained = done
	})
	if err == nil {
		t.distinguish(problems)
		err = service.Contained(func() error { return t.scoreParts(ctx, learner, problems) })
	}
	if models := t.models(problems); len(models) > 0 && !errors.Is(err, service.ErrLost) {
		// What cannot be forgotten costs memory, not results.
		_ = learner.Forget(ctx, models)
	}
	if p, ok := learner.(interface{ PeakRSS() int64 }); ok {
		t.peak = max(t.peak, p.PeakRSS())
	}
	if changed := t.intact(); changed != nil || err == nil {
		return changed
	}
	if ours(err) {
		return err
	}
	return t.blame(err, t.largest()*t.widths(problems))
}

// distinguish fails the problems whose models go by one name: its scores are those
// of one of them, and nobody knows which.
func (t *training) distinguish(problems []int) {
	first := map[string]int{}
	for _, i := range problems {
		o := &t.outcomes[i]
		if o.Err != nil {
			continue
		}
		j, again := first[o.Model]
		if !again {
			first[o.Model] = i
			continue
		}
		o.Err = fmt.Errorf("the learner calls the models of two problems %q: each needs a name of its own", o.Model)
		t.outcomes[j].Err = o.Err
	}
}

// ask adds a problem to a call.
func (t *training) ask(call *service.TrainCall, problem int) error {
	p := t.problems[problem]
	asked := service.Problem{Task: p.Task, Column: p.Column, Classes: t.block.Dataset.Table.Target.K(), Seed: t.problemSeed(p)}
	file, err := t.target(problem)
	if err != nil {
		return err
	}
	if file != nil {
		asked.Target, asked.Classes = file.path, file.classes
		if file.own {
			asked.RowSet = len(call.RowSets)
			call.RowSets = append(call.RowSets, file.rows)
		}
	}
	call.Problems = append(call.Problems, asked)
	return nil
}

// blame makes the error of a call that was to write values into the scratch
// folder the learner's, or our own if there is no room for them.
func (t *training) blame(err error, values int) error {
	const width = 8
	var fs syscall.Statfs_t
	if syscall.Statfs(t.files.Path, &fs) == nil && int64(fs.Bavail)*fs.Bsize < int64(values)*width {
		return &scratchError{fmt.Errorf("there is no room for %d bytes: %w", values*width, err)}
	}
	return &callError{err}
}

// models returns the references of the problems that have a model.
func (t *training) models(problems []int) []string {
	var models []string
	for _, i := range problems {
		if t.outcomes[i].Model != "" {
			models = append(models, t.outcomes[i].Model)
		}
	}
	return models
}
