package trainer

import (
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/manyclass/bench/framework/contract"
)

// reporter tells of a trained problem.
type reporter func(problem int, m contract.Model, err error)

// inTurn lets one goroutine at a time report.
func inTurn(done reporter) reporter {
	var mu sync.Mutex
	return func(problem int, m contract.Model, err error) {
		mu.Lock()
		defer mu.Unlock()
		done(problem, m, err)
	}
}

// each does n things, as many at a time as there are threads, and returns the first
// error.
func each(threads, n int, do func(i int) error) error {
	var g errgroup.Group
	g.SetLimit(max(threads, 1))
	for i := range n {
		g.Go(func() error { return do(i) })
	}
	return g.Wait()
}
