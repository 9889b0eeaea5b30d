package session

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/caller"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/scores"
)

// scoreSets scores the rows of every set with the models of some problems. If
// time or memory run out over what is optional, which is last, the cells go
// without: limits are for what was asked for.
func (s *Session) scoreSets(ctx context.Context, learner service.Learner, problems []int) error {
	for _, set := range s.Fold.Sets {
		err := s.scoreSet(ctx, learner, problems, set)
		if set.Optional() && caller.OverLimit(err) {
			for _, i := range problems {
				s.Problems[i].Lose(s.Fold.Sample(false), err)
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scoreSet scores the rows of a set with the models of some problems.
func (s *Session) scoreSet(ctx context.Context, learner service.Learner, problems []int, set *rows.Set) error {
	var scored []int
	for _, i := range problems {
		if p := &s.Problems[i]; p.Err == nil && (set.Role != rows.Sample || p.InSample) {
			scored = append(scored, i)
		}
	}
	if len(scored) == 0 {
		return nil
	}
	widths, kinds := make([]int, len(scored)), make([]contract.ScoreKind, len(scored))
	for n, i := range scored {
		widths[n], kinds[n] = s.answered(i), s.scoreKind(s.Problems[i].Problem)
	}
	taken := scores.NewTaken(set.Count, widths, kinds, set.RowName())
	for _, part := range s.Fold.Parts(set) {
		all, seconds, err := s.askScores(ctx, learner, scored, part)
		if err != nil {
			return err
		}
		taken.Add(all)
		if set.Role == rows.Test {
			s.Seconds += seconds
		}
	}
	for n, i := range scored {
		s.keep(i, set, taken.Columns[n], taken.Errs[n])
	}
	return nil
}

// askScores has the learner score the rows of a part of a set with the models of some
// problems, and reads what it writes: as many scores a row as the problems have.
func (s *Session) askScores(
	ctx context.Context, learner service.Learner, scored []int, set rows.Part,
) (all contract.Matrix, seconds float64, err error) {
	all = contract.Matrix{Rows: set.Count}
	var models []string
	for _, i := range scored {
		all.Cols += s.answered(i)
		models = append(models, s.Problems[i].Model)
	}
	files, err := s.Folder("scores-")
	if err != nil {
		return all, 0, err
	}
	defer files.Close()
	set, hypotheses, err := s.searched(set)
	if err != nil {
		return all, 0, err
	}
	defer hypotheses.Close()
	call := service.ScoreCall{
		Models: models, Features: set.Features, Ranges: set.Ranges,
		LeaveOneOut: set.LeaveOneOut, Output: filepath.Join(files.Path, "scores.npy"), Memory: s.Learner.Limits.Memory,
		Sizes: s.Problems[scored[0]].Bytes == 0,
	}
	answer, err := learner.Score(ctx, call)
	if err != nil {
		return all, 0, err
	}
	if err := hypotheses.Check(); err != nil {
		return all, 0, fault.Scratch(err)
	}
	if err := s.note(answer, scored); err != nil {
		return all, 0, err
	}
	if all.Data, err = matrix.ReadAnswer[float64](call.Output, all.Rows, all.Cols); err != nil {
		return all, 0, fmt.Errorf("the learner's scores: %w", err)
	}
	return all, answer.Seconds, nil
}

// note checks how many scores a row each model gave, and keeps the sizes of the models.
func (s *Session) note(answer service.Scored, scored []int) error {
	if len(answer.Widths) != len(scored) {
		return fmt.Errorf("the learner sent %d widths of scores for %d models", len(answer.Widths), len(scored))
	}
	for n, i := range scored {
		if want := s.answered(i); answer.Widths[n] != want {
			return fmt.Errorf("the learner says that it wrote %d scores a row where %d were asked for", answer.Widths[n], want)
		}
	}
	for n, bytes := range answer.Bytes {
		s.Problems[scored[n]].Bytes = bytes
	}
	return nil
}

// searched writes the features of a part whose rows are scored after hypotheses. The folder, nil
// for other parts, is to be closed.
func (s *Session) searched(part rows.Part) (rows.Part, *sealed.Folder, error) {
	if part.Searched == nil {
		return part, nil, nil
	}
	files, err := s.Folder("hypotheses-")
	if err != nil {
		return part, nil, err
	}
	if part, err = part.Write(files); err != nil {
		files.Close()
		return part, nil, err
	}
	return part, files, nil
}

// keep keeps the scores of a problem on a set. What is wrong with them is the
// problem's error, except for optional sets: cells go without.
func (s *Session) keep(problem int, set *rows.Set, values []float64, err error) {
	p := &s.Problems[problem]
	switch {
	case err == nil:
		targets := s.targets[problem]
		if p.Width = max(1, targets.Width); s.answered(problem) < p.Width {
			values = scores.Widened(values, targets.Seen, p.Width)
		}
		p.Put(set, values)
	case set.Optional():
		p.Lose(set, err)
	default:
		p.Err = err
	}
}

// answered is the number of scores a row that the model of a problem gives: of a
// multiclass problem one for each class that has training rows.
func (s *Session) answered(problem int) int { return max(1, len(s.targets[problem].Seen)) }

// scoreKind is what the scores of a problem are, as the learner gives them.
func (s *Session) scoreKind(p plan.Problem) contract.ScoreKind {
	if p.Task() == contract.Regression {
		return contract.Margin
	}
	return s.Learner.Capabilities.Scores
}
