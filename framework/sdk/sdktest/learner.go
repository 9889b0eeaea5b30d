package sdktest

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// promise is a check of what a learner promises.
type promise struct {
	of   string
	do   check
	skip string // why it does not apply, or ""
}

// run makes the checks. A learner that cannot train has only the first.
func (l *learner) run() {
	promised := unless(l.caps.Has(contract.Deterministic), "the learner does not promise it")
	seen := unless(l.caps.Has(contract.Deterministic), "without determinism it cannot be seen")
	checks := []promise{
		{"trains and scores", l.trains, ""},
		{"same seed, same bytes", l.repeats, promised},
		{"a model does not depend on other problems of the call", l.company, seen},
		{"swapped signs negate the scores", l.symmetric,
			unless(l.task == contract.Binary && l.caps.Has(contract.Symmetric), "the learner does not promise it")},
		{"columns are shifted and scaled", l.standardised, seen},
		{"rows are those of the ranges", l.ranges, seen},
		{"targets come in files too", l.targets,
			cmp.Or(unless(l.task != contract.Regression, "numbers come in no other way"), seen)},
		{"sparse features are as good as dense ones", l.sparse,
			cmp.Or(unless(l.caps.Has(contract.TakesSparse), "the learner does not take them"), seen)},
		{"one feature, two classes", l.small, ""},
		{"a constant feature", l.constant, ""},
		{"nominal columns, and values that no training row has", l.nominal, ""},
		{"NaN among the features", l.missing, ""},
		{"rows of one class only", l.oneSided, ""},
		{"models are forgotten, unknown ones refused", l.models, ""},
		{"a message of more than 4 MiB", l.large, ""},
		{"training that is cancelled", l.cancelled, ""},
	}
	for i, c := range l.withPromised(checks, seen) {
		passed := l.check(fmt.Sprintf("%s, %s: %s", l.name, l.task, c.of), func(t *trial) {
			if c.skip != "" {
				t.skip(c.skip)
			}
			c.do(t)
		})
		if i == 0 && !passed {
			return
		}
	}
}

// withPromised adds the checks of what few learners promise.
func (l *learner) withPromised(checks []promise, seen string) []promise {
	if l.caps.Has(contract.LeavesOneOut) && !l.caps.Has(contract.FoldWide) {
		checks = append(checks, promise{"leave-one-out scores are those of models without the row", l.leftOut, seen})
	}
	if l.task == contract.Binary && l.caps.Has(contract.ScoresPairs) {
		checks = append(checks, promise{"scores of some models for each row are those of all models", l.pairs, seen})
	}
	return checks
}

// unless returns why a check does not apply, "" if it does.
func unless(applies bool, why string) string {
	if applies {
		return ""
	}
	return why
}

func (l *learner) trains(t *trial) {
	s := usual()
	e := l.exam(s)
	scores := l.pass(t, e)
	if l.task == contract.Regression {
		t.note = l.near(s, e.problems[0], scores[0])
		return
	}
	last := len(e.problems) - 1
	right, of := l.right(s, e.problems[last], scores[last])
	guessed := of / 2
	if l.task == contract.Multiclass {
		guessed = of / s.classes
	}
	if right <= guessed {
		t.note = fmt.Sprintf("no better than chance on classes that are apart: %d of %d right", right, of)
	}
}

// near says if the numbers in place of the classes of test rows are missed by
// more than the same guess for all rows would miss them.
func (l *learner) near(s sample, p service.Problem, scores []float64) string {
	missed, guessed, middle, at := 0.0, 0.0, float64(float64(s.classes+1)/2), 0
	for _, r := range s.test {
		y := float64(p.Column[r.Class])
		for range r.End - r.Start {
			missed += float64((scores[at] - y) * (scores[at] - y))
			guessed += float64((middle - y) * (middle - y))
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
func (l *learner) repeats(t *trial) {
	e := l.exam(usual())
	first := l.pass(t, e)
	again := l.pass(t, e)
	t.try("in the same process", func() { t.must(sameBytes(first, again)) })
	t.fresh()
	again = l.pass(t, e)
	t.try("in another process", func() { t.must(sameBytes(first, again)) })
}

// company trains problems together, with two threads, in reversed order, and
// alone.
func (l *learner) company(t *trial) {
	e := l.exam(usual())
	together := l.pass(t, e)
	compare := func(how string, changed exam, want [][]float64) {
		t.try(how, func() { t.must(sameBytes(want, l.pass(t, changed))) })
	}
	threads, reversed := e, e
	threads.threads = 2
	reversed.problems = slices.Clone(e.problems)
	slices.Reverse(reversed.problems)
	backwards := slices.Clone(together)
	slices.Reverse(backwards)
	compare("with two threads", threads, together)
	compare("in reversed order", reversed, backwards)
	for i := range e.problems {
		alone := e
		alone.problems = e.problems[i : i+1]
		compare(fmt.Sprintf("problem %d together and alone", i+1), alone, together[i:i+1])
	}
}

// symmetric swaps the signs of every column.
func (l *learner) symmetric(t *trial) {
	e := l.exam(usual())
	scores := l.pass(t, e)
	e.problems = slices.Clone(e.problems)
	for i := range e.problems {
		e.problems[i].Column = negated(e.problems[i].Column)
	}
	swapped := l.pass(t, e)
	for i := range scores {
		for j := range scores[i] {
			if a, b := l.decision(scores[i][j]), l.decision(swapped[i][j]); a != -b {
				t.fail("a score of problem %d is %v and, with swapped signs, %v", i+1, a, b)
			}
		}
	}
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
