package sparse

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
	"golang.org/x/sync/errgroup"
)

// Train solves the problems and gives each result to done, in any order, from one
// goroutine at a time. A class that a column leaves out has target 0. It returns
// the context's error if that ends first. It panics on the hinge loss with a free
// intercept and on columns of another number of classes than the ranges need.
func Train(ctx context.Context, rows Rows, columns []smooth.Column, s Settings, done func(column int, r Result)) error {
	if s.Loss == linear.Hinge && s.Intercept == smooth.FreeIntercept {
		panic("sparse: the hinge loss with a free intercept")
	}
	p := newProblems(rows, columns, s)
	var lock sync.Mutex
	var threads errgroup.Group
	threads.SetLimit(max(s.Threads, 1))
	for _, job := range p.groups() {
		threads.Go(func() error {
			results := p.timed(ctx, job)
			if err := ctx.Err(); err != nil {
				return err
			}
			lock.Lock()
			defer lock.Unlock()
			for i, r := range results {
				done(job[i], r)
			}
			return nil
		})
	}
	return threads.Wait()
}

// timed trains a group and shares the time that it takes. Results are in the order
// of the columns, incomplete if the context ended.
func (p *problems) timed(ctx context.Context, columns []int) []Result {
	start := time.Now()
	results := make([]Result, len(columns))
	p.train(ctx, columns, func(column int, r Result) { results[slices.Index(columns, column)] = r })
	seconds, total := time.Since(start).Seconds(), 0.0
	work := make([]float64, len(columns))
	for i, r := range results {
		work[i] = float64(float64(p.elements(columns[i])) * float64(r.Iterations))
		total += work[i]
	}
	for i := range results {
		results[i].Seconds = seconds * (work[i] / max(total, 1))
	}
	return results
}

// train trains a group.
func (p *problems) train(ctx context.Context, columns []int, done func(column int, r Result)) {
	if !p.isPair(columns[0]) {
		newGroup(p, columns).train(ctx, done)
		return
	}
	for _, column := range newPairs(p, columns).train(ctx, done) {
		newGroup(p, []int{column}).train(ctx, done)
	}
}
