package rlsc

import (
	"context"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/rowset"
)

// TrainBatch trains the problems of one row set after the other.
func (l learner) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	for number := range b.RowSets {
		if err := l.trainSet(ctx, b, number, rowset.InTurn(done)); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// trainSet trains the groups of a row set: side by side if there are many, each in one thread.
func (l learner) trainSet(ctx context.Context, b contract.Batch, number int, report rowset.Report) error {
	start := time.Now()
	problems := rowset.Problems(b, number)
	if len(problems) == 0 {
		return nil
	}
	set, err := rowset.Open(b, number)
	var f *fold
	if err == nil {
		f, err = l.fold(b, number)
	}
	if err != nil {
		return report.Failed(ctx, problems, err)
	}
	groups := alike(set, problems, report)
	preparing := time.Since(start).Seconds()
	side, each := 1, max(b.Threads, 1)
	if len(groups) > each {
		side, each = each, 1
	}
	return rowset.Each(side, len(groups), func(k int) error {
		g := groups[k]
		g.spent = preparing * float64(len(g.problems)) / float64(len(problems))
		models, err := f.train(ctx, g, each)
		if err != nil {
			return report.Failed(ctx, g.problems, err)
		}
		for at, i := range g.problems {
			if err := report.One(ctx, i, models[at], nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// alike groups the problems that use the same rows. It reports those whose targets are wrong.
func alike(set *rowset.Set, problems []int, report rowset.Report) (groups []*group) {
	for _, i := range problems {
		p := set.Problem(i)
		columns, err := targets(p)
		if err != nil {
			report(i, nil, err)
			continue
		}
		at := slices.IndexFunc(groups, func(g *group) bool { return slices.Equal(g.rows, p.Rows) })
		if at < 0 {
			at = len(groups)
			groups = append(groups, &group{rows: p.Rows, weights: p.Weights})
		}
		groups[at].problems, groups[at].columns = append(groups[at].problems, i), append(groups[at].columns, columns)
	}
	return groups
}
