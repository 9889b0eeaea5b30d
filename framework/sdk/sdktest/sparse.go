package sdktest

import (
	"context"
	"fmt"
	"math"
)

const (
	// sameObjective is how far the objectives of the same problem may be apart
	// that were minimised in two ways, relative: each is right to 1e-6.
	sameObjective = 2e-6
	// sameScores is how far the scores may then be apart, relative to the
	// largest: the objective is flat around its minimum.
	sameScores = 1e-2
	// equalScores is how far scores of learners without an objective may be.
	equalScores = 1e-6
)

// thinned is a sample of which two of three values are zero.
func (s sample) thinned() sample {
	for i := range s.x.Rows {
		row := s.x.Row(i)
		for j := range row {
			if (i+2*j)%3 != 0 {
				row[j] = 0
			}
		}
	}
	return s
}

// sparse gives the same rows in both forms, and the sparse problems alone too.
func (l *learner) sparse(ctx context.Context) (string, error) {
	if !l.caps.Sparse {
		return "", skipped("the learner does not take them")
	}
	if !l.caps.Deterministic {
		return "", skipped("without determinism it cannot be seen")
	}
	p, err := l.plugin(ctx)
	if err != nil {
		return "", err
	}
	e := l.exam(usual().thinned())
	e.sets[0].Shift = make([]float64, e.x.Cols)
	dense, err := whole(l.take(ctx, p, e))
	if err != nil {
		return "", fmt.Errorf("dense: %w", err)
	}
	e.sparse = true
	together, err := whole(l.take(ctx, p, e))
	if err != nil {
		return "", err
	}
	for i := range e.problems {
		if err := sameSolution(dense, together, i); err != nil {
			return "", fmt.Errorf("problem %d, dense and sparse: %w", i+1, err)
		}
		alone := e
		alone.problems = e.problems[i : i+1]
		scores, err := l.pass(ctx, p, alone)
		if err == nil {
			err = sameBytes(together.scores[i:i+1], scores)
		}
		if err != nil {
			return "", fmt.Errorf("problem %d together and alone: %w", i+1, err)
		}
	}
	return "", nil
}

// whole passes on answers in which nothing failed.
func whole(a answers, err error) (answers, error) {
	return a, a.failure(err)
}

// sameSolution compares what was found for a problem in two ways.
func sameSolution(a, b answers, problem int) error {
	fit, other := a.trained[problem].Fit, b.trained[problem].Fit
	within := equalScores
	if fit.HasObjective && other.HasObjective {
		if !(math.Abs(fit.Objective-other.Objective) <= sameObjective*math.Abs(fit.Objective)) {
			return fmt.Errorf("the objective is %v and then %v", fit.Objective, other.Objective)
		}
		within = sameScores
	}
	return near(a.scores[problem], b.scores[problem], within)
}
