package data

import (
	"errors"
	"os"
	"runtime"
	"sync"
)

// feeder hands rows to the columns in batches. While the values of a batch are
// read, the rows after it are parted into fields.
type feeder struct {
	to      *sink
	path    string
	rows    int
	filling *batch
	taken   *batch
	busy    chan error // gives the end of taking a batch; nil if none is taken
	err     error
}

// errLimit says that enough rows are read.
var errLimit = errors.New("row limit reached")

// feeding returns what reads a file of text: feed hands every row to a feeder and
// stops at the first error.
func feeding(path string, feed func(to *feeder) error) func(to *sink) (rows int, err error) {
	return func(to *sink) (int, error) {
		f := &feeder{to: to, path: path, filling: &batch{}, taken: &batch{}}
		err := feed(f)
		if defect := f.finish(); defect != nil {
			return f.rows, defect // of a row before the one that cannot be parted
		}
		if err == errLimit {
			err = nil
		}
		return f.rows, err
	}
}

// reserve makes room in the columns for as many rows as the first ones let expect
// in a file that is not compressed, and a few more.
func (f *feeder) reserve() {
	if len(f.filling.text) == 0 || isCompressed(f.path) {
		return
	}
	info, err := os.Stat(f.path)
	if err != nil {
		return // said when it is read
	}
	line := float64(len(f.filling.text))/float64(f.rows) + 1
	expected := int(1.03*float64(info.Size())/line) + 1
	if limit := f.to.source.Rows; limit > 0 {
		expected = min(expected, limit)
	}
	expected = min(expected, int(f.to.source.memory()/8)/max(1, len(f.to.columns)))
	for _, c := range f.to.columns {
		c.reserve(expected)
	}
}

// row takes the row at the end of the batch that is filled. The error may be that
// of an earlier row, or errLimit if there are enough.
func (f *feeder) row(line int) error {
	b := f.filling
	f.rows++
	b.lines = append(b.lines, line)
	b.width = len(b.bounds) / 2 / len(b.lines)
	if b.full() {
		if f.rows == len(b.lines) {
			f.reserve()
		}
		f.flush()
	}
	if f.err == nil && f.rows == f.to.source.Rows {
		return errLimit
	}
	return f.err
}

// flush begins to take the rows that are collected.
func (f *feeder) flush() {
	f.wait()
	if f.err == nil {
		f.err = f.checkRoom()
	}
	if f.err != nil {
		return
	}
	f.filling, f.taken = f.taken, f.filling
	f.filling.clear()
	busy := make(chan error, 1)
	go func(b *batch) { busy <- f.take(b) }(f.taken)
	f.busy = busy
}

// checkRoom refuses a table that takes up more memory than it may.
func (f *feeder) checkRoom() error {
	return f.to.source.checkRoom(f.to.held(), place{file: f.path})
}

// wait waits for the rows that are being taken.
func (f *feeder) wait() {
	if f.busy != nil {
		f.err = <-f.busy
		f.busy = nil
	}
}

// finish takes the last rows. It returns the first defect of all rows.
func (f *feeder) finish() error {
	f.flush()
	f.wait()
	return f.err
}

// take gives a batch to the columns, several at the same time if there are
// processors for them, and returns the defect of the first row that has one.
func (f *feeder) take(b *batch) error {
	const fewest = 1 << 12 // fields for a goroutine
	workers := min(runtime.GOMAXPROCS(0), len(b.bounds)/2/fewest)
	if workers < 2 {
		_, err := f.takeColumns(b, f.to.columns)
		return err
	}
	rows, errs := make([]int, workers), make([]error, workers)
	var all sync.WaitGroup
	for w := range workers {
		from, to := w*len(f.to.columns)/workers, (w+1)*len(f.to.columns)/workers
		all.Go(func() { rows[w], errs[w] = f.takeColumns(b, f.to.columns[from:to]) })
	}
	all.Wait()
	first := 0
	for w := range workers {
		if rows[w] < rows[first] {
			first = w
		}
	}
	return errs[first]
}

// takeColumns gives a batch to some columns. It returns the first row with a
// defect, and the defect, that of the first such column.
func (f *feeder) takeColumns(b *batch, columns []*collector) (row int, err error) {
	row = len(b.lines)
	for _, c := range columns {
		if n, defect := c.take(b, row, f.to.missing, f.path); defect != nil {
			row, err = n, defect
		}
	}
	return row, err
}
