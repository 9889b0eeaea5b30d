package run

import (
	"context"
	"sync"

	"github.com/manyclass/bench/framework/results/plan"
)

// queue hands out items in order.
type queue struct {
	mu   sync.Mutex
	list []item
	take func([]plan.Cell) []plan.Cell // nil takes all
	left func()                        // is called for an item of which nothing is taken
}

// next returns the next item with the cells that are taken of it; ok is false when
// there is none, or the context has ended.
func (q *queue) next(ctx context.Context) (it item, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.list) > 0 && ctx.Err() == nil {
		it := q.list[0]
		q.list[0], q.list = item{}, q.list[1:] // a block can go with its last item
		if q.take == nil {
			return it, true
		}
		if taken := q.take(it.Cells); len(taken) > 0 {
			it.Cells = taken
			return it, true
		}
		it.leave()
		q.left()
	}
	return item{}, false
}

// leave gives up what an item that others do would have used.
func (it item) leave() {
	it.source.reader()()
	it.block.Leave(it.Item)
}
