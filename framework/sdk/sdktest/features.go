package sdktest

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// standardised compares shift and scale with a matrix that was standardised
// before.
func (l *learner) standardised(t *trial) {
	s := usual()
	shift, scale := s.standard()
	before := l.exam(s)
	before.sets = []service.RowSet{{Ranges: s.train}}
	before.x.Data = slices.Clone(s.x.Data)
	for i := range before.x.Rows {
		row := before.x.Row(i)
		for j := range row {
			row[j] = (row[j] - shift[j]) / scale[j]
		}
	}
	l.agree(t, "a matrix that was standardised before", l.exam(s), before)
}

// agree checks that two exams have the same scores except for rounding.
func (l *learner) agree(t *trial, other string, a, b exam) {
	one := l.pass(t, a)
	t.try(other, func() { t.must(nearlySame(one, l.pass(t, b))) })
}

// targets gives the same problems in files, over ranges that say nothing of
// classes, as problems of labels come.
func (l *learner) targets(t *trial) {
	e := l.exam(usual())
	if l.caps.Has(contract.FoldWide) { // a file has no rows that are left out
		e.problems = slices.DeleteFunc(e.problems, func(p service.Problem) bool { return slices.Contains(p.Column, 0) })
	}
	filed := e
	filed.files = true
	l.agree(t, "targets in a file instead of a code column", e, filed)
	if l.task == contract.Binary && l.caps.Has(contract.TakesPositives) {
		listed := filed
		listed.lists = true
		t.try("the rows of +1 in a list instead of a file", func() { t.must(sameBytes(l.pass(t, filed), l.pass(t, listed))) })
	}
}

// ranges gives the same rows in other ranges: one a class, one a row, without the
// class that a column leaves out; and scores rows in another order.
func (l *learner) ranges(t *trial) {
	s := usual()
	e := l.exam(s)
	l.agree(t, "one range a class", e, l.exam(s.compact()))
	split := e
	split.sets = []service.RowSet{s.rowSet()}
	split.sets[0].Ranges = rowByRow(s.train)
	l.agree(t, "one range a row", e, split)
	if l.task == contract.Binary && !l.caps.Has(contract.FoldWide) {
		pair, fewer := e, e
		pair.problems = e.problems[len(e.problems)-1:]
		fewer.problems = pair.problems
		fewer.sets = []service.RowSet{s.rowSet()}
		fewer.sets[0].Ranges = s.train[:4] // of the first two classes
		l.agree(t, "without rows of the class that the column leaves out", pair, fewer)
	}
	l.scoredBackwards(t, e)
}

func rowByRow(ranges []contract.Range) []contract.Range {
	var out []contract.Range
	for _, r := range ranges {
		for at := r.Start; at < r.End; at++ {
			out = append(out, contract.Range{Start: at, End: at + 1, Class: r.Class})
		}
	}
	return out
}

// scoredBackwards scores the test rows from the last to the first.
func (l *learner) scoredBackwards(t *trial, e exam) {
	forwards := l.pass(t, e)
	e.test = rowByRow(e.test)
	slices.Reverse(e.test)
	backwards := l.pass(t, e)
	for i, scores := range backwards {
		rows := slices.Collect(slices.Chunk(scores, width(e.problems[i])))
		slices.Reverse(rows)
		backwards[i] = slices.Concat(rows...)
	}
	t.try("rows scored in another order", func() { t.must(nearlySame(forwards, backwards)) })
}

// pairs compares scores that are asked for one by one with those of all models, on rows in either form.
func (l *learner) pairs(t *trial) {
	for _, sparse := range []bool{false, true} {
		e := l.exam(usual().thinned())
		e.sets[0].Shift = make([]float64, e.x.Cols)
		if e.sparse = sparse; sparse && !l.caps.Has(contract.TakesSparse) {
			return
		}
		all := l.pass(t, e)
		e.pairs = true
		t.must(sameBytes(all, l.pass(t, e)))
	}
}

// leftOut compares leave-one-out scores with those of models without the row, of the first
// row of each range.
func (l *learner) leftOut(t *trial) {
	s := usual()
	e := l.exam(s)
	e.leaves, e.test = true, s.train
	got, at := l.pass(t, e), 0
	for n, r := range s.train {
		without := l.exam(s)
		without.sets = []service.RowSet{s.rowSet()}
		without.sets[0].Ranges = slices.Clone(s.train)
		without.sets[0].Ranges[n].Start++
		without.test = []contract.Range{{Start: r.Start, End: r.Start + 1, Class: r.Class}}
		want := l.pass(t, without)
		one := make([][]float64, len(got))
		for i, p := range e.problems {
			one[i] = got[i][at*width(p) : (at+1)*width(p)]
		}
		t.must(nearlySame(want, one))
		at += r.End - r.Start
	}
}

// small is the smallest problem of all.
func (l *learner) small(t *trial) {
	e := l.exam(draw(2, 10, 1))
	e.problems = e.problems[:1]
	l.pass(t, e)
}

// constant has a feature that is the same in every row.
func (l *learner) constant(t *trial) {
	s := usual()
	for i := range s.x.Rows {
		s.x.Row(i)[1] = 7
	}
	if scored, err := l.graceful(t, l.exam(s)); scored {
		t.must(err)
	}
}

// missing has a feature of NaN in one training row.
func (l *learner) missing(t *trial) {
	s := usual()
	e := l.exam(s)
	s.x.Row(s.train[0].Start)[1] = math.NaN()
	switch scored, err := l.graceful(t, e); {
	case scored && err != nil:
		t.note = "answered with scores of NaN or infinity, which bench refuses"
	case scored:
		t.note = "answered with finite scores"
	}
}

// graceful checks that an exam leaves the process alive, with an error, which it
// notes, or with scores. The error is that of scores that are not finite.
func (l *learner) graceful(t *trial, e exam) (scored bool, err error) {
	a, err := l.take(t, e)
	refusal := a.failure(err)
	t.survives("it", refusal)
	if refusal != nil {
		t.note = "refused with an error"
		return false, nil
	}
	for i := range a.scores {
		if err := l.checkScores(a.scores[i], width(e.problems[i])); err != nil {
			return true, err
		}
	}
	return true, nil
}

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
