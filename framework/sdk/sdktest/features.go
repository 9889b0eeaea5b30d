package sdktest

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/service"
)

// standardised compares shift and scale with a matrix that was standardised
// before.
func (l *learner) standardised(ctx context.Context) (string, error) {
	if !l.caps.Deterministic {
		return "", skipped("without determinism it cannot be seen")
	}
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
	return "", l.agree(ctx, "a matrix that was standardised before", l.exam(s), before)
}

// agree checks that two exams have the same scores but for rounding.
func (l *learner) agree(ctx context.Context, other string, a, b exam) error {
	p, err := l.plugin(ctx)
	if err != nil {
		return err
	}
	one, err := l.pass(ctx, p, a)
	if err != nil {
		return err
	}
	two, err := l.pass(ctx, p, b)
	if err == nil {
		err = nearlySame(one, two)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", other, err)
	}
	return nil
}

// ranges gives the same rows in other ranges: one a class, one a row, without the
// class that a column leaves out; and scores rows in another order.
func (l *learner) ranges(ctx context.Context) (string, error) {
	if !l.caps.Deterministic {
		return "", skipped("without determinism it cannot be seen")
	}
	s := usual()
	e := l.exam(s)
	if err := l.agree(ctx, "one range a class", e, l.exam(s.compact())); err != nil {
		return "", err
	}
	split := e
	split.sets = []service.RowSet{s.rowSet()}
	split.sets[0].Ranges = rowByRow(s.train)
	if err := l.agree(ctx, "one range a row", e, split); err != nil {
		return "", err
	}
	if l.task == contract.Binary {
		pair, fewer := e, e
		pair.problems = e.problems[len(e.problems)-1:]
		fewer.problems = pair.problems
		fewer.sets = []service.RowSet{s.rowSet()}
		fewer.sets[0].Ranges = s.train[:4] // of the first two classes
		if err := l.agree(ctx, "without rows of the class that the column leaves out", pair, fewer); err != nil {
			return "", err
		}
	}
	return "", l.scoredBackwards(ctx, e)
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
func (l *learner) scoredBackwards(ctx context.Context, e exam) error {
	p, err := l.plugin(ctx)
	if err != nil {
		return err
	}
	forwards, err := l.pass(ctx, p, e)
	if err != nil {
		return err
	}
	e.test = rowByRow(e.test)
	slices.Reverse(e.test)
	backwards, err := l.pass(ctx, p, e)
	if err != nil {
		return err
	}
	for i, scores := range backwards {
		w := width(e.problems[i])
		turned := make([]float64, 0, len(scores))
		for row := len(scores)/w - 1; row >= 0; row-- {
			turned = append(turned, scores[row*w:(row+1)*w]...)
		}
		backwards[i] = turned
	}
	if err := nearlySame(forwards, backwards); err != nil {
		return fmt.Errorf("rows scored in another order: %w", err)
	}
	return nil
}

// small is the smallest problem of all.
func (l *learner) small(ctx context.Context) (string, error) {
	p, err := l.plugin(ctx)
	if err != nil {
		return "", err
	}
	e := l.exam(draw(2, 10, 1))
	e.problems = e.problems[:1]
	_, err = l.pass(ctx, p, e)
	return "", err
}

// constant has a feature that is the same in every row.
func (l *learner) constant(ctx context.Context) (string, error) {
	s := usual()
	for i := range s.x.Rows {
		s.x.Row(i)[1] = 7
	}
	return l.graceful(ctx, l.exam(s), func(err error) (string, error) { return "", err })
}

// missing has a feature of NaN in one training row.
func (l *learner) missing(ctx context.Context) (string, error) {
	s := usual()
	e := l.exam(s)
	s.x.Row(s.train[0].Start)[1] = math.NaN()
	return l.graceful(ctx, e, func(err error) (string, error) {
		if err != nil {
			return "answered with scores of NaN or infinity, which bench refuses", nil
		}
		return "answered with finite scores", nil
	})
}

// graceful checks that an exam leaves the process alive, with an error or with
// scores, about which it asks: its error is that of scores that are not finite.
func (l *learner) graceful(ctx context.Context, e exam, judge func(error) (string, error)) (string, error) {
	p, err := l.plugin(ctx)
	if err != nil {
		return "", err
	}
	a, err := l.take(ctx, p, e)
	refusal := a.failure(err)
	if lost := survives(ctx, p, "it", refusal); lost != nil {
		return "", lost
	}
	if refusal != nil {
		return "refused with an error", nil
	}
	for i := range a.scores {
		if err := l.checkScores(a.scores[i], width(e.problems[i])); err != nil {
			return judge(err)
		}
	}
	return judge(nil)
}
