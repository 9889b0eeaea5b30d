package trainer

import (
	"sync"

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

// each does n things, as many at a time as there are threads, each thread every
// so-manieth of them. It returns the error of the first thread that has one; a
// thread ends with its first error.
func each(threads, n int, do func(i int) error) error {
	threads = max(min(threads, n), 1)
	errs := make([]error, threads)
	var wait sync.WaitGroup
	for t := range threads {
		wait.Go(func() {
			for i := t; i < n && errs[t] == nil; i += threads {
				errs[t] = do(i)
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
