package run

import (
	"cmp"
	"runtime"
	"sync/atomic"

	"github.com/manyclass/bench/framework/experiment"
)

// load is the work of a run that is not done yet, for sharing out processors.
type load struct {
	processors, workers int
	isolated            bool
	items               atomic.Int64
}

// newLoad counts the items of a run. Where each reduction is to be timed alone,
// there is one processor to share: its seconds are then those of one thread.
func newLoad(o Options, items int, isolated bool) *load {
	l := &load{processors: cmp.Or(o.Processors, runtime.NumCPU()), workers: o.Workers, isolated: isolated}
	if isolated {
		l.processors = 1
	}
	l.items.Store(int64(items))
	return l
}

// share is the number of processors for each worker that is, or can be, busy.
func (l *load) share() int {
	busy := max(1, min(l.workers, int(l.items.Load())))
	return max(1, l.processors/busy)
}

// threads is the number of threads that a learner may use now.
func (l *load) threads(learner *experiment.Instance) int {
	switch {
	case !learner.Capabilities.Threads:
		return 1
	case learner.Limits.Threads > 0:
		return learner.Limits.Threads
	}
	return l.share()
}
