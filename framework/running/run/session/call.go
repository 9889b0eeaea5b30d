package session

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
)

// longest is what may be done for a cell without a timeout: no stage, training or
// decoding goes on for ever.
const longest = 24 * time.Hour

// Limited gives what is done for a cell the time that the learner block allows.
func (s *Session) Limited(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := service.Limit{Within: longest, Name: "the most that bench waits for a cell"}
	if timeout := s.Learner.Limits.Timeout; timeout > 0 {
		limit = service.Limit{Within: timeout, Name: fmt.Sprintf("the timeout of learner %q", s.Learner.Name)}
	}
	return service.WithLimit(ctx, limit)
}

// trainAndScore makes the calls: train, score, forget.
func (s *Session) trainAndScore(ctx context.Context, problems []int) error {
	component := s.Learner.Component.Name
	learner, err := s.Plugins.Plugin(ctx, s.Slot, contract.KindLearner, component)
	if err != nil {
		return err
	}
	ctx, cancel := s.Limited(ctx)
	defer cancel()
	s.Trains(len(problems))
	measured := s.measure(learner)
	for chunk := range s.calls(problems) {
		if err = s.train(ctx, learner, chunk); err != nil {
			break
		}
	}
	if err == nil {
		s.share(problems, measured())
		s.distinguish(problems)
		err = service.Contained(func() error {
			if s.Sink != nil {
				return s.pass(ctx, learner, problems)
			}
			return s.scoreSets(ctx, learner, problems)
		})
	}
	if models := s.models(problems); len(models) > 0 && !errors.Is(err, service.ErrLost) {
		// What cannot be forgotten costs memory, not results.
		_ = learner.Forget(ctx, models)
	}
	if p, ok := learner.(service.Meter); ok {
		s.Peak = max(s.Peak, p.PeakRSS())
	}
	if changed := s.Intact(); changed != nil || err == nil {
		return changed
	}
	if fault.OfRun(err) {
		return err
	}
	return s.Cause(err, s.largest()*s.widths(problems))
}

// measure begins to measure what a learner takes.
func (s *Session) measure(learner service.Learner) (stop func() service.Usage) {
	if m, ok := learner.(service.Meter); ok {
		return m.Measure(s.Isolated)
	}
	return service.Unmeasured
}

// share gives problems that were trained together their shares of what that took.
func (s *Session) share(problems []int, used service.Usage) {
	seconds := make([]float64, len(problems))
	for n, i := range problems {
		seconds[n] = s.Problems[i].Seconds
	}
	for n, share := range used.Divide(seconds) {
		s.Problems[problems[n]].Used = share
	}
}

// calls cuts problems into those of one call each, by the size of what says their targets.
func (s *Session) calls(problems []int) iter.Seq[[]int] {
	const most = 8 << 20
	return func(yield func([]int) bool) {
		size, first, last := 0, 0, contract.Problems(nil)
		for n, i := range problems {
			one := s.Problems[i].Problems
			more := s.Fold.Size(one, last)
			if n > first && size+more > most {
				if !yield(problems[first:n]) {
					return
				}
				size, first, more = 0, n, s.Fold.Size(one, nil)
			}
			size, last = size+more, one
		}
		yield(problems[first:])
	}
}

// train makes a call that trains problems.
func (s *Session) train(ctx context.Context, learner service.Learner, problems []int) error {
	call := service.TrainCall{
		Component: s.Learner.Component.Name, Config: s.Learner.Config, Features: s.Fold.Features,
		RowSets: []service.RowSet{s.Fold.RowSet()},
		Threads: s.Threads(s.Learner), Isolated: s.Isolated, Memory: s.Learner.Limits.Memory,
		LeaveOneOut: s.Fold.Sets[0].LeaveOneOut,
	}
	for _, i := range problems {
		if err := s.ask(&call, i); err != nil {
			return err
		}
	}
	return learner.Train(ctx, call, func(done service.Trained) {
		s.Problems[problems[done.Problem]].Trained = done
	})
}

// distinguish fails the problems whose models have the same name: its scores are those
// of one of them, and it is not known of which.
func (s *Session) distinguish(problems []int) {
	first := map[string]int{}
	for _, i := range problems {
		p := &s.Problems[i]
		if p.Err != nil {
			continue
		}
		j, again := first[p.Model]
		if !again {
			first[p.Model] = i
			continue
		}
		p.Err = fmt.Errorf("the learner calls the models of two problems %q: each needs a name of its own", p.Model)
		s.Problems[j].Err = p.Err
	}
}

// ask adds a problem to a call.
func (s *Session) ask(call *service.TrainCall, problem int) (err error) {
	p := s.Problems[problem].Problem
	targets, written := s.targets[problem]
	if !written {
		if targets, err = s.Fold.Targets(s.files, p, problem); err != nil {
			return err
		}
		if _, many := p.Problems.(contract.Subset); !many || targets.Path != "" || targets.Rows.Weights != "" {
			s.targets[problem] = targets // lists of rows of subsets would be too long together
		}
	}
	column := p.Column()
	asked := service.Problem{
		Task: p.Task(), Column: column, Classes: targets.Classes, Target: targets.Path,
		Positives: targets.Positives, Seed: s.seed(p, column),
	}
	if targets.Own {
		if !alike(call.RowSets[len(call.RowSets)-1], targets.Rows) {
			call.RowSets = append(call.RowSets, targets.Rows)
		}
		asked.RowSet = len(call.RowSets) - 1
	}
	call.Problems = append(call.Problems, asked)
	return nil
}

// alike reports whether two row sets of a fold without weights have the same rows, so that
// problems of one after the other, such as those of the children of a node, can share one: learners
// train them side by side.
func alike(a, b service.RowSet) bool {
	return a.Weights == "" && b.Weights == "" && slices.Equal(a.Ranges, b.Ranges)
}

// Cause makes the error of a call that was to write values into the scratch
// folder the plugin's, or the run's if there is no room for them.
func (s *Session) Cause(err error, values int) error {
	const width = 8
	var fs syscall.Statfs_t
	if syscall.Statfs(s.files.Path, &fs) == nil && int64(fs.Bavail)*int64(fs.Bsize) < int64(values)*width {
		return fault.Scratch(fmt.Errorf("there is no room for %d bytes: %w", values*width, err))
	}
	return &callError{err}
}

// largest is the number of rows of the largest part of a set.
func (s *Session) largest() int {
	rows := 0
	for _, set := range s.Fold.Sets {
		rows = max(rows, s.Fold.Parts(set)[0].Count)
	}
	return rows
}

// seed depends on the problem alone, whose code column is given, never on its company.
func (s *Session) seed(p plan.Problem, entries []int8) uint64 {
	b, column := s.Fold.Block, make([]byte, len(entries))
	for i, e := range entries {
		column[i] = byte(e + 1)
	}
	fold := fmt.Sprint(b.Repeat, s.Fold.Number)
	purpose := []string{"train", b.Dataset.Table.SHA256, fold, string(p.Task()), string(column)}
	if p.Content != "" {
		purpose = append(purpose, p.Content)
	}
	return b.Seed(purpose...)
}

// models returns the references of the problems that have a model.
func (s *Session) models(problems []int) []string {
	var models []string
	for _, i := range problems {
		if model := s.Problems[i].Model; model != "" {
			models = append(models, model)
		}
	}
	return models
}

// widths is the number of scores a row of several problems.
func (s *Session) widths(problems []int) (total int) {
	for _, i := range problems {
		total += max(1, s.targets[i].Width)
	}
	return total
}

// callError is the failure of a learner's call as a whole.
type callError struct{ err error }

func (e *callError) Error() string { return e.err.Error() }

func (e *callError) Unwrap() error { return e.err }
