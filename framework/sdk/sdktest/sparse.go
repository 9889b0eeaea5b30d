package sdktest

import (
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
func (l *learner) sparse(t *trial) {
	e := l.exam(usual().thinned())
	e.sets[0].Shift = make([]float64, e.x.Cols)
	var dense answers
	t.try("dense", func() { dense = l.whole(t, e) })
	e.sparse = true
	together := l.whole(t, e)
	for i := range e.problems {
		t.try(fmt.Sprintf("problem %d, dense and sparse", i+1), func() { t.must(sameSolution(dense, together, i)) })
		alone := e
		alone.problems = e.problems[i : i+1]
		t.try(fmt.Sprintf("problem %d together and alone", i+1), func() {
			t.must(sameBytes(together.scores[i:i+1], l.pass(t, alone)))
		})
	}
}

// whole takes an exam in which nothing may fail.
func (l *learner) whole(t *trial, e exam) answers {
	a, err := l.take(t, e)
	t.must(a.failure(err))
	return a
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
