package sdktest

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/service"
)

// run makes the checks. A learner that cannot train has only the first.
func (l *learner) run() {
	checks := []struct {
		promise string
		do      check
	}{
		{"trains and scores", l.trains},
		{"same seed, same bytes", l.repeats},
		{"a model does not depend on its company", l.company},
		{"swapped signs negate the scores", l.symmetric},
		{"columns are shifted and scaled", l.standardised},
		{"rows are those of the ranges", l.ranges},
		{"targets come in files too", l.targets},
		{"sparse features are as good as dense ones", l.sparse},
		{"one feature, two classes", l.small},
		{"a constant feature", l.constant},
		{"NaN among the features", l.missing},
		{"rows of one class only", l.oneSided},
		{"models are forgotten, unknown ones refused", l.models},
		{"a message of more than 4 MiB", l.large},
		{"training that is cancelled", l.cancelled},
	}
	for i, c := range checks {
		passed := l.check(fmt.Sprintf("%s, %s: %s", l.name, l.task, c.promise), c.do)
		if i == 0 && !passed {
			return
		}
	}
}

func (l *learner) trains(ctx context.Context) (string, error) {
	p, err := l.plugin(ctx)
	if err != nil {
		return "", err
	}
	s := usual()
	e := l.exam(s)
	scores, err := l.pass(ctx, p, e)
	if err != nil {
		return "", err
	}
	if l.task == contract.Regression {
		return l.near(s, e.problems[0], scores[0]), nil
	}
	last := len(e.problems) - 1
	right, of := l.right(s, e.problems[last], scores[last])
	guessed := of / 2
	if l.task == contract.Multiclass {
		guessed = of / s.classes
	}
	if right <= guessed {
		return fmt.Sprintf("no better than chance on classes that are apart: %d of %d right", right, of), nil
	}
	return "", nil
}

// near says if the numbers that stand for the classes of test rows are missed by
// more than the same guess for all rows would miss them.
func (l *learner) near(s sample, p service.Problem, scores []float64) string {
	missed, guessed, middle, at := 0.0, 0.0, float64(s.classes+1)/2, 0
	for _, r := range s.test {
		y := float64(p.Column[r.Class])
		for range r.End - r.Start {
			missed += (scores[at] - y) * (scores[at] - y)
			guessed += (middle - y) * (middle - y)
			at++
		}
	}
	if missed < guessed {
		return ""
	}
	return fmt.Sprintf("no better than their mean on classes that are apart: squares of %.3g and %.3g", missed, guessed)
}

// right counts the test rows that scores put on the right side.
func (l *learner) right(s sample, p service.Problem, scores []float64) (right, of int) {
	threshold := 0.0
	if l.caps.Scores == contract.Probability {
		threshold = 0.5
	}
	at := 0
	for _, r := range s.test {
		for range r.End - r.Start {
			row := scores[at*width(p) : (at+1)*width(p)]
			at++
			switch {
			case p.Task == contract.Multiclass:
				of++
				if slices.Index(row, slices.Max(row)) == r.Class {
					right++
				}
			case p.Column[r.Class] != 0:
				of++
				if (row[0]-threshold)*float64(p.Column[r.Class]) > 0 {
					right++
				}
			}
		}
	}
	return right, of
}

// repeats trains twice in one process and once in a fresh one.
func (l *learner) repeats(ctx context.Context) (string, error) {
	if !l.caps.Deterministic {
		return "", skipped("the learner does not promise it")
	}
	p, err := l.plugin(ctx)
	if err != nil {
		return "", err
	}
	e := l.exam(usual())
	first, err := l.pass(ctx, p, e)
	if err != nil {
		return "", err
	}
	again, err := l.pass(ctx, p, e)
	if err != nil {
		return "", err
	}
	if err := sameBytes(first, again); err != nil {
		return "", fmt.Errorf("in the same process: %w", err)
	}
	if p, err = l.fresh(ctx); err != nil {
		return "", err
	}
	if again, err = l.pass(ctx, p, e); err != nil {
		return "", err
	}
	if err := sameBytes(first, again); err != nil {
		return "", fmt.Errorf("in another process: %w", err)
	}
	return "", nil
}

// company trains problems together, with two threads, in reversed order, and
// alone.
func (l *learner) company(ctx context.Context) (string, error) {
	if !l.caps.Deterministic {
		return "", skipped("without determinism it cannot be seen")
	}
	p, err := l.plugin(ctx)
	if err != nil {
		return "", err
	}
	e := l.exam(usual())
	together, err := l.pass(ctx, p, e)
	if err != nil {
		return "", err
	}
	compare := func(how string, changed exam, want [][]float64) error {
		scores, err := l.pass(ctx, p, changed)
		if err == nil {
			err = sameBytes(want, scores)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", how, err)
		}
		return nil
	}
	threads, reversed := e, e
	threads.threads = 2
	reversed.problems = slices.Clone(e.problems)
	slices.Reverse(reversed.problems)
	backwards := slices.Clone(together)
	slices.Reverse(backwards)
	if err := compare("with two threads", threads, together); err != nil {
		return "", err
	}
	if err := compare("in reversed order", reversed, backwards); err != nil {
		return "", err
	}
	for i := range e.problems {
		alone := e
		alone.problems = e.problems[i : i+1]
		if err := compare(fmt.Sprintf("problem %d together and alone", i+1), alone, together[i:i+1]); err != nil {
			return "", err
		}
	}
	return "", nil
}

// symmetric swaps the signs of every column.
func (l *learner) symmetric(ctx context.Context) (string, error) {
	if l.task != contract.Binary || !l.caps.Symmetric {
		return "", skipped("the learner does not promise it")
	}
	p, err := l.plugin(ctx)
	if err != nil {
		return "", err
	}
	e := l.exam(usual())
	scores, err := l.pass(ctx, p, e)
	if err != nil {
		return "", err
	}
	mirrored := e
	mirrored.problems = slices.Clone(e.problems)
	for i := range mirrored.problems {
		mirrored.problems[i].Column = negated(e.problems[i].Column)
	}
	swapped, err := l.pass(ctx, p, mirrored)
	if err != nil {
		return "", err
	}
	for i := range scores {
		for j := range scores[i] {
			if a, b := l.decision(scores[i][j]), l.decision(swapped[i][j]); a != -b {
				return "", fmt.Errorf("a score of problem %d is %v and, with swapped signs, %v", i+1, a, b)
			}
		}
	}
	return "", nil
}

// decision is a binary score as reductions see it: probabilities become
// log-odds.
func (l *learner) decision(score float64) float64 {
	if l.caps.Scores != contract.Probability {
		return score
	}
	const least = 1e-300
	return math.Log(max(score, least)) - math.Log(max(1-score, least))
}
