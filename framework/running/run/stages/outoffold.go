package stages

import (
	"context"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/scores"
	"github.com/manyclass/bench/framework/running/run/training"
)

// OutOfFold is what the reducer of a cell makes of its training rows from the scores of
// models that were not trained on them, in the order of the training rows of the fold.
type OutOfFold struct {
	scores.Decoded
	Classes []int // of the rows, as the models are trained on them
	// Known says of each row whether the models that scored it were trained on rows of its
	// class.
	Known []bool
}

// OutOfFold decodes the training rows of a cell whose problems are trained: they are
// divided into inner folds, the problems of the first stage are trained on the others of
// each, with encoders fitted and learners calibrated there, and their scores decoded by the
// cell's own reducer. Several cells of a company train a problem once. The reduction must
// have one stage, by the learners of the cell, and data with classes; see contract.Stage.Single. Unless
// the error is the run's it is the cell's.
func (c *Cell) OutOfFold(ctx context.Context, folds int) (out OutOfFold, err error) {
	if err := c.outOfFold(ctx, folds); err != nil {
		return out, err
	}
	if !slices.Contains(c.folded, folds) {
		c.folded = append(c.folded, folds)
	}
	s, set := c.stages[0], c.t.Folded(folds)
	of := func(t *training.Training) *rows.Set { return t.Folded(folds) }
	parts := c.t.Fold.Parts(set)
	for _, part := range parts {
		cols, values := s.assemble(of, part.From, part.To())
		decoded, err := c.decodeMatrix(ctx, part, contract.Matrix{Rows: part.Count, Cols: cols, Data: values})
		if err != nil {
			return out, fmt.Errorf("out-of-fold rows: %w", err)
		}
		if err := out.Append(decoded, len(parts)); err != nil {
			return out, err
		}
	}
	for _, r := range set.Ranges {
		out.Classes = append(out.Classes, slices.Repeat([]int{r.Class}, r.End-r.Start)...)
	}
	out.Known = c.t.Known(folds)
	return out, nil
}

// outOfFold has each learner of the cell score the training rows out of fold.
func (c *Cell) outOfFold(ctx context.Context, folds int) error {
	for _, p := range c.stages[0].parts {
		if _, err := p.outOfFold(ctx, folds); err != nil {
			return err
		}
	}
	return nil
}

// outOfFold returns the training rows with the scores of a part's columns out of fold.
func (p part) outOfFold(ctx context.Context, folds int) (*rows.Set, error) {
	set, err := p.t.OutOfFold(ctx, p.uses, folds)
	if err != nil {
		return nil, err
	}
	return set, p.scoredOn(set)
}

// scoredOn returns why a column has no scores on a set of training rows, or nil.
func (p part) scoredOn(set *rows.Set) error {
	for _, u := range p.uses {
		if problem := &p.t.Problems[u.Problem]; problem.Scores[set] == nil {
			return fmt.Errorf("scores of training rows: %w", problem.Lost[set])
		}
	}
	return nil
}
