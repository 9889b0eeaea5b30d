package run

import (
	"context"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/plan"
)

// folded holds the scores of the training rows by models of inner folds that were
// not trained on them: a part in the order of the training rows.
type folded struct {
	part
	block *block // the training rows, divided
}

// outOfFold scores the training rows out of fold for some problems, those that
// have no such scores yet, and returns the part they are of. Encoders are
// fitted, and scores calibrated, inside the inner folds. A problem that fails in
// one is lost to the cells that want these scores. The error is that of the data,
// of a limit, or our own.
func (t *training) outOfFold(ctx context.Context, uses []plan.Use, folds int) (*part, error) {
	f, err := t.divided(folds)
	if err != nil {
		return nil, fmt.Errorf("out-of-fold outputs: %w", err)
	}
	missing := t.without(uses, &f.part)
	fresh := make([]outcome, len(t.problems))
	for number := range f.block.count() {
		if len(missing) == 0 {
			break
		}
		if missing, err = t.foldIn(ctx, f, number, missing, fresh); err != nil {
			return nil, err
		}
	}
	for _, i := range missing {
		t.outcomes[i].put(&f.part, fresh[i].scores[&f.part], fresh[i].Seconds)
	}
	return &f.part, nil
}

// put adds the scores of a part, and what they cost.
func (o *outcome) put(p *part, scores []float64, seconds float64) {
	if o.spent == nil {
		o.spent = map[*part]float64{}
	}
	o.scores[p], o.spent[p] = scores, seconds
}

// without lists the problems that are used, each once, that have no scores on a
// part and no error that says why.
func (t *training) without(uses []plan.Use, p *part) []int {
	return slices.DeleteFunc(distinct(uses), func(i int) bool {
		o := &t.outcomes[i]
		return o.Err != nil || o.scores[p] != nil || o.lost[p] != nil
	})
}

// divided divides the training rows into a number of inner folds, once.
func (t *training) divided(folds int) (*folded, error) {
	if f := t.folded[folds]; f != nil {
		return f, nil
	}
	inner, err := t.block.inner(t.item.Fold, folds, t.worker.scratch)
	if err != nil {
		return nil, err
	}
	testAll(&inner.Dataset.Repeats[0])
	f := &folded{block: inner}
	f.part = part{name: "training row", ranges: t.rows, rows: countRows(t.rows)}
	t.folded[folds] = f
	return f, nil
}

// foldIn trains problems without the rows of an inner fold and adds the scores of
// these rows to fresh. It returns the problems for which that could be done; the
// error is that of a limit, or our own.
func (t *training) foldIn(ctx context.Context, f *folded, number int, problems []int, fresh []outcome) ([]int, error) {
	in := t.alike(f.block, number, problems)
	in.alone()
	defer in.close()
	if err := in.fit(ctx); err != nil {
		return nil, err
	}
	t.peak = max(t.peak, in.peak)
	if in.exceeded[0] != nil {
		return nil, in.exceeded[0]
	}
	var good, places []int
	for n, i := range problems {
		o := &in.outcomes[n]
		if o.Err != nil {
			t.outcomes[i].lose(&f.part, fmt.Errorf("out-of-fold outputs: %w", o.Err))
			continue
		}
		good = append(good, i)
		if fresh[i].scores == nil {
			fresh[i].scores = map[*part][]float64{&f.part: make([]float64, f.rows*o.width)}
		}
		fresh[i].Seconds += o.Seconds
		if places == nil {
			places = t.places(in.block, in.test.ranges)
		}
		spread(fresh[i].scores[&f.part], places, o.scores[in.test], o.width)
	}
	return good, nil
}

// spread puts the scores of rows where they belong.
func spread(into []float64, places []int, scores []float64, width int) {
	for i, place := range places {
		copy(into[place*width:(place+1)*width], scores[i*width:(i+1)*width])
	}
}
