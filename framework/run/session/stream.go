package session

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/caller"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/fault"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/run/rows"
	"github.com/manyclass/bench/framework/run/scores"
	"github.com/manyclass/bench/framework/service"
)

// Sink takes the scores of the binary problems of a session part by part of the rows,
// while the models are there: the session then holds none. Errors are the run's.
type Sink interface {
	// Begin is called when the problems are trained, and again if that has to be done
	// once more: what was taken before does not count.
	Begin(ctx context.Context) error
	Take(ctx context.Context, p Part) error
}

// Part is the scores of some rows by the models of a session.
type Part struct {
	rows.Part
	Failed bool // some problem has an error since

	session *Session
	set     *rows.Set
	scores  contract.Matrix
	at      []int // by problem: its column of scores, −1 for one without a model
}

// Assemble puts the columns of a cell side by side.
func (p Part) Assemble(uses []plan.Use) contract.Matrix {
	if p.asWritten(uses) {
		return p.scores
	}
	out := contract.Matrix{Rows: p.Count, Cols: len(uses), Data: make([]float64, p.Count*len(uses))}
	constant := make([]float64, len(uses))
	for l, u := range uses {
		if p.at[u.Problem] < 0 {
			constant[l] = p.session.Abstain(p.session.Problems[u.Problem].Scores[p.set][0])
		}
	}
	for i := range p.Count {
		given, row := p.scores.Row(i), out.Row(i)
		for l, u := range uses {
			v := constant[l]
			if at := p.at[u.Problem]; at >= 0 {
				v = given[at]
			}
			if u.Mirrored {
				v = -v
			}
			row[l] = v
		}
	}
	return out
}

// asWritten reports whether the columns of a cell are those of the learner's answer.
func (p Part) asWritten(uses []plan.Use) bool {
	if len(uses) != p.scores.Cols {
		return false
	}
	for l, u := range uses {
		if p.at[u.Problem] != l || u.Mirrored {
			return false
		}
	}
	return true
}

// stream trains problems and hands their scores to the sink, once more in a fresh
// process if the first is lost: what decodes a row needs all of its scores, so that
// no half of the problems can be tried alone. The error is the run's.
func (s *Session) stream(ctx context.Context, problems []int) error {
	err := caller.Twice(ctx, func() error {
		if len(problems) == 0 {
			return s.hand(ctx, nil, nil)
		}
		s.reset(problems)
		return s.attempt(ctx, problems)
	})
	switch {
	case err == nil || fault.OfRun(err):
		return err
	case caller.OverLimit(err) && !interrupted(ctx):
		s.reset(problems)
		for cell := range s.Cells {
			s.Exceeded[cell] = err
		}
		return nil
	}
	s.FailAll(problems, err)
	return nil
}

// hand has the rows of every set scored by the models of some problems and hands the
// scores to the sink.
func (s *Session) hand(ctx context.Context, learner service.Learner, problems []int) error {
	if err := s.Sink.Begin(ctx); err != nil {
		return err
	}
	var scored []int
	at := make([]int, len(s.Problems))
	for i := range at {
		at[i] = -1
	}
	for _, i := range problems {
		if s.Problems[i].Err == nil {
			at[i] = len(scored)
			scored = append(scored, i)
		}
	}
	var stored []int
	for i := range s.Problems {
		if s.Problems[i].Stored != nil {
			at[i] = len(scored) + len(stored)
			stored = append(stored, i)
		}
	}
	if err := s.spill(scored); err != nil {
		return err
	}
	for _, set := range s.Fold.Sets {
		for _, part := range s.Fold.Parts(set) {
			p := Part{Part: part, session: s, set: set, at: at, scores: contract.Matrix{Rows: part.Count}}
			if len(scored) > 0 {
				all, seconds, err := s.askScores(ctx, learner, scored, part)
				if err != nil {
					return err
				}
				if set.Role == rows.Test {
					s.Seconds += seconds
				}
				p.scores, p.Failed = all, s.accept(all, scored, part)
				if s.Spilled != nil && set.Role == rows.Test {
					if err := s.Spilled.add(all); err != nil {
						return err
					}
				}
			}
			var err error
			if p.scores, err = s.withStored(p.scores, stored, part); err != nil {
				return err
			}
			if err := s.Sink.Take(ctx, p); err != nil {
				return err
			}
		}
	}
	for _, i := range slices.Concat(scored, stored) {
		s.Problems[i].Streamed = true
	}
	return nil
}

// withStored adds the scores of problems that are kept to those of a part.
func (s *Session) withStored(given contract.Matrix, stored []int, part rows.Part) (contract.Matrix, error) {
	if len(stored) == 0 {
		return given, nil
	}
	cols := given.Cols + len(stored)
	out := contract.Matrix{Rows: part.Count, Cols: cols, Data: make([]float64, part.Count*cols)}
	for i := range part.Count {
		copy(out.Row(i), given.Data[i*given.Cols:(i+1)*given.Cols])
	}
	for n, problem := range stored {
		column, err := s.Problems[problem].Stored(part.From, part.From+part.Count)
		if err != nil {
			return out, fault.Run(err)
		}
		for i, v := range column {
			out.Data[i*cols+given.Cols+n] = v
		}
	}
	return out, nil
}

// Abstain makes a score that is too near to 0 for the learner block into 0.
func (s *Session) Abstain(score float64) float64 {
	if math.Abs(score) < s.Learner.Host.Abstain {
		return 0
	}
	return score
}

// accept checks scores, makes probabilities log-odds and abstains where the learner
// block asks for it. It reports whether some problem has an error now.
func (s *Session) accept(all contract.Matrix, scored []int, part rows.Part) (failed bool) {
	kind := s.Learner.Capabilities.Scores
	for i := range all.Rows {
		row := all.Row(i)
		for l, v := range row {
			taken, err := scores.Take(v, kind, 1)
			if err != nil {
				failed = true
				if p := &s.Problems[scored[l]]; p.Err == nil {
					p.Err = fmt.Errorf("the learner's score of %s %d %w", part.RowName(), part.From+i, err)
				}
			}
			row[l] = s.Abstain(taken)
		}
	}
	return failed
}
