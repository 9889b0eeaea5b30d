package session

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/scores"
)

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

// askedRows is how many rows a part has at most whose scores are asked for one by one.
const askedRows = 1 << 12

// parts cuts a set into parts whose scores the sink takes.
func (s *Session) parts(set *rows.Set) []rows.Part {
	if s.Sink.Seeks() {
		return set.Parts(askedRows)
	}
	return s.Fold.Parts(set)
}

// pass has the rows of every set scored by the models of some problems and hands the
// scores to the sink.
func (s *Session) pass(ctx context.Context, learner service.Learner, problems []int) error {
	if err := s.Sink.Begin(ctx); err != nil {
		return err
	}
	scored, stored, at := s.columns(problems)
	if err := s.spill(scored); err != nil {
		return err
	}
	for _, set := range s.Fold.Sets {
		for _, part := range s.parts(set) {
			p := Part{Part: part, session: s, set: set, at: at, learner: learner, scored: scored,
				scores: contract.Matrix{Rows: part.Count}}
			if !s.Sink.Seeks() {
				if err := s.fill(ctx, &p, learner, scored, stored); err != nil {
					return err
				}
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

// columns lists those of some problems that have models and all that are kept, and says for
// each problem of the session which column of a part has its scores.
func (s *Session) columns(problems []int) (scored, stored, at []int) {
	at = slices.Repeat([]int{-1}, len(s.Problems))
	for _, i := range problems {
		if s.Problems[i].Err == nil {
			at[i] = len(scored)
			scored = append(scored, i)
		}
	}
	for i := range s.Problems {
		if s.Problems[i].Stored != nil {
			at[i] = len(scored) + len(stored)
			stored = append(stored, i)
		}
	}
	return scored, stored, at
}

// fill has the rows of a part scored, and adds the scores that are kept.
func (s *Session) fill(ctx context.Context, p *Part, learner service.Learner, scored, stored []int) (err error) {
	if len(scored) > 0 {
		all, seconds, err := s.askScores(ctx, learner, scored, p.Part)
		if err != nil {
			return err
		}
		p.scores, p.Failed = all, s.accept(all, scored, p.From, p.RowName())
		if p.set.Role == rows.Test {
			s.Seconds += seconds
			if s.Spilled != nil {
				if err := s.Spilled.add(all); err != nil {
					return err
				}
			}
		}
	}
	p.scores, err = s.withStored(p.scores, stored, p.Part)
	return err
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

// accept checks scores of rows from one on, makes probabilities log-odds and abstains where the
// learner block asks for it. It reports whether some problem has an error now.
func (s *Session) accept(all contract.Matrix, scored []int, from int, rowName string) (failed bool) {
	kind := s.Learner.Capabilities.Scores
	for i := range all.Rows {
		row := all.Row(i)
		for l, v := range row {
			taken, err := scores.Take(v, kind, 1)
			if err != nil {
				failed = true
				if p := &s.Problems[scored[l]]; p.Err == nil {
					p.Err = fmt.Errorf("the learner's score of %s %d %w", rowName, from+i, err)
				}
			}
			row[l] = s.Abstain(taken)
		}
	}
	return failed
}

// spill begins a file for some problems, in place of an earlier one.
func (s *Session) spill(problems []int) error {
	s.Spilled.close()
	s.Spilled = nil
	if !s.Spills {
		return nil
	}
	folder, err := s.Folder("kept-")
	if err != nil {
		return err
	}
	if s.Spilled, err = newSpill(folder); err == nil {
		s.Spilled.Problems = problems
	}
	return err
}
