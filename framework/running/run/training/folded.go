package training

import (
	"context"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/session"
)

// UndividedError says why training rows cannot be divided into inner folds: there are too few.
type UndividedError struct{ error }

// OutOfFold scores the training rows out of fold for some problems, those that
// have no such scores yet, and returns the set they are of. Encoders are
// fitted, and scores calibrated, inside the inner folds. A problem that fails in
// one is lost to the cells that want these scores. The error is that of the data,
// of a limit, or the run's.
func (t *Training) OutOfFold(ctx context.Context, uses []plan.Use, folds int) (*rows.Set, error) {
	f, err := t.divided(folds)
	if err != nil {
		return nil, fmt.Errorf("out-of-fold outputs: %w", err)
	}
	missing := slices.DeleteFunc(distinct(uses), func(i int) bool {
		p := &t.Problems[i]
		return p.Err != nil || p.Scores[&f.Set] != nil || p.Lost[&f.Set] != nil
	})
	fresh := make([]session.Outcome, len(t.Problems))
	for number := range f.block.Folds() {
		if len(missing) == 0 {
			break
		}
		if missing, err = t.foldIn(ctx, f, number, missing, fresh); err != nil {
			return nil, err
		}
	}
	for _, i := range missing {
		p := &t.Problems[i]
		p.Put(&f.Set, fresh[i].Scores[&f.Set])
		if p.Spent == nil {
			p.Spent = map[*rows.Set]service.Usage{}
		}
		p.Spent[&f.Set] = fresh[i].Used
	}
	return &f.Set, nil
}

// Folded is the set of out-of-fold scores by a number of folds, nil if there are
// none.
func (t *Training) Folded(folds int) *rows.Set {
	if f := t.folded[folds]; f != nil {
		return &f.Set
	}
	return nil
}

// Known says of each training row whether the models that score it out of fold, by a number
// of folds for which there are such scores, were trained on rows of its class.
func (t *Training) Known(folds int) []bool {
	f := t.folded[folds]
	known := make([]bool, f.Count)
	for number := range f.block.Folds() {
		trained := map[int]bool{}
		for _, r := range f.block.Ranges(number, false) {
			trained[r.Class] = trained[r.Class] || r.End > r.Start
		}
		for _, r := range f.block.Ranges(number, true) {
			for _, place := range t.Fold.Places(f.block, []contract.Range{r}) {
				known[place] = trained[r.Class]
			}
		}
	}
	return known
}

// divided divides the training rows into a number of inner folds, once.
func (t *Training) divided(folds int) (*folded, error) {
	if f := t.folded[folds]; f != nil {
		return f, nil
	}
	inner, err := t.Fold.Block.Inner(t.Fold.Number, folds, true, t.Scratch)
	if fault.OfRun(err) {
		return nil, err
	}
	if err != nil {
		return nil, UndividedError{err}
	}
	f := &folded{*rows.NewSet(rows.Sample, t.Fold.Features, t.Fold.Train), inner}
	t.folded[folds] = f
	return f, nil
}

// foldIn trains problems without the rows of an inner fold and adds the scores of
// these rows to fresh. It returns the problems for which that could be done; the
// error is that of a limit, or the run's.
func (t *Training) foldIn(
	ctx context.Context, f *folded, number int, problems []int, fresh []session.Outcome,
) ([]int, error) {
	lose := func(i int, err error) { t.Problems[i].Lose(&f.Set, fmt.Errorf("out-of-fold outputs: %w", err)) }
	in, err := t.inside(f.block, number, problems)
	if fault.OfRun(err) {
		return nil, err
	}
	if err != nil {
		for _, i := range problems {
			lose(i, err)
		}
		return nil, nil
	}
	defer in.Close()
	in.singly()
	if err := in.Fit(ctx); err != nil {
		return nil, err
	}
	t.Peak = max(t.Peak, in.Peak)
	if in.Exceeded[0] != nil {
		return nil, in.Exceeded[0]
	}
	var good []int
	test := in.Fold.Set(rows.Test)
	places := t.Fold.Places(f.block, test.Ranges)
	for n, i := range problems {
		p := &in.Problems[n]
		if p.Err != nil {
			lose(i, p.Err)
			continue
		}
		good = append(good, i)
		if fresh[i].Scores == nil {
			fresh[i].Put(&f.Set, make([]float64, f.Count*p.Width))
		}
		fresh[i].Used.Add(p.Used)
		into, width := fresh[i].Scores[&f.Set], p.Width
		for row, place := range places {
			copy(into[place*width:(place+1)*width], p.Scores[test][row*width:(row+1)*width])
		}
	}
	return good, nil
}
