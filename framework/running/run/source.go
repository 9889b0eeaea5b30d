package run

import (
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run/rows"
)

// source is a dataset's table with the number of items that are still to read its
// features. They go with the last one: in the end a run holds matrices only.
type source struct {
	table *data.Table
	items atomic.Int64
}

// worthFreeing is the number of values from which a table is worth the time that
// collecting it takes; a variable for the tests.
var worthFreeing = 1 << 22

// large reports whether reading the table has left memory that is worth freeing.
func (s *source) large() bool {
	return s.table.Sparse != nil || s.table.Rows*len(s.table.Columns) >= worthFreeing
}

// reader returns the function to be called, once or more, when one item has read
// what it needs.
func (s *source) reader() func() {
	return sync.OnceFunc(func() {
		if s.items.Add(-1) == 0 && s.worth() {
			s.table.DropFeatures()
			debug.FreeOSMemory()
		}
	})
}

// leaves reports whether the table goes with the next item that has read it.
func (s *source) leaves() bool { return s.items.Load() == 1 && s.worth() }

func (s *source) worth() bool { return s.table.Rows*len(s.table.Columns) >= worthFreeing }

// divides reports whether an item needs the table after its own matrix is written:
// for the encoders of inner folds, or for the matrix of another learner.
func (it item) divides() bool {
	return it.block.Tunes(it.Item) || it.block.Calibrates(it.Item) || it.block.Shared(it.Item) || it.block.Asks(it.Item)
}

// item is an item of the experiment with the block it belongs to.
type item struct {
	prepare.Item
	block  *rows.Block
	source *source
}
