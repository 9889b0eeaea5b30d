package session

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/rows"
)

// Failure is the error of the first of some problems that has one.
func (p Part) Failure(uses []plan.Use) error {
	for _, u := range uses {
		if err := p.session.Problems[u.Problem].Err; err != nil {
			return err
		}
	}
	return nil
}

// Ask returns scores of the rows of the part: one for each entry of columns, which are numbers of uses, none of them
// mirrored. What is wrong with one is the problem's error.
func (p Part) Ask(ctx context.Context, uses []plan.Use, columns target.Labels) ([]float64, error) {
	models, pairs := p.pairs(uses, columns)
	given, err := p.askPairs(ctx, models, pairs)
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(columns.Of))
	next := 0
	for i, l := range columns.Of {
		u := uses[l]
		if p.at[u.Problem] < 0 {
			scores[i] = p.session.Abstain(p.session.Problems[u.Problem].Scores[p.set][0])
		} else {
			scores[i] = given[next]
			next++
		}
	}
	return scores, nil
}

// pairs are the models that are asked for scores, as numbers of problems, and which of them score each row.
func (p Part) pairs(uses []plan.Use, columns target.Labels) (models []int, pairs target.Labels) {
	number := make([]int32, len(p.scored)) // of each model, from 1; 0 for one that is not asked
	pairs.Ends = make([]int, 0, columns.Rows())
	for _, l := range columns.Of {
		if at := p.at[uses[l].Problem]; at >= 0 {
			number[at] = 1
		}
	}
	for at, problem := range p.scored {
		if number[at] > 0 || p.session.Problems[p.scored[0]].Bytes == 0 { // the sizes of all are wanted once
			models = append(models, problem)
			number[at] = int32(len(models))
		}
	}
	for row := range columns.Rows() {
		for _, l := range columns.Row(row) {
			if at := p.at[uses[l].Problem]; at >= 0 {
				pairs.Of = append(pairs.Of, number[at]-1)
			}
		}
		pairs.Ends = append(pairs.Ends, len(pairs.Of))
	}
	return models, pairs
}

// askPairs has the learner score rows of the part by the models that each names.
func (p Part) askPairs(ctx context.Context, models []int, pairs target.Labels) ([]float64, error) {
	s := p.session
	if len(pairs.Of) == 0 {
		return nil, nil
	}
	files, err := s.Folder("pairs-")
	if err != nil {
		return nil, err
	}
	defer files.Close()
	call := service.ScoreCall{
		Models:   lists.Map(models, func(problem int) string { return s.Problems[problem].Model }),
		Features: p.Features, Ranges: p.Ranges, Memory: s.Learner.Limits.Memory,
		Output: filepath.Join(files.Path, "scores.npy"), Sizes: s.Problems[p.scored[0]].Bytes == 0,
	}
	if call.Pairs, err = rows.WriteLists(files, "models", pairs); err != nil {
		return nil, err
	}
	answer, err := p.learner.Score(ctx, call)
	if err != nil {
		return nil, err
	}
	if err := s.note(answer, models); err != nil {
		return nil, err
	}
	if p.Role == rows.Test {
		s.Seconds += answer.Seconds
	}
	given, err := matrix.ReadAnswer[float64](call.Output, len(pairs.Of), 1)
	if err != nil {
		return nil, fmt.Errorf("the learner's scores: %w", err)
	}
	for row := range pairs.Rows() {
		start, end := pairs.Bounds(row)
		one := contract.Matrix{Rows: 1, Cols: end - start, Data: given[start:end]}
		s.accept(one, lists.Map(pairs.Row(row), func(m int32) int { return models[m] }), p.From+row, p.RowName())
	}
	return given, nil
}
