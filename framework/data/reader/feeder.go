package reader

import (
	"errors"
	"math"
	"os"
	"runtime"
	"sync"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/textfile"
)

// Feeder hands rows to the columns in batches. A reader adds the fields of a row, one
// a column in the order of [Input].Attrs, to Filling and calls Row. While the values of
// a batch are read, the rows after it are parted into fields.
type Feeder struct {
	to      *Sink
	path    string
	rows    int
	Filling *collect.Batch
	taken   *collect.Batch
	busy    chan error // gives the end of taking a batch; nil if none is taken
	err     error
}

// ErrLimit says that enough rows are read.
var ErrLimit = errors.New("row limit reached")

// Feeding returns what reads a file of text: feed hands every row to a feeder and
// stops at the first error.
func Feeding(path string, feed func(to *Feeder) error) func(to *Sink) (rows int, err error) {
	return func(to *Sink) (int, error) {
		f := &Feeder{to: to, path: path, Filling: &collect.Batch{}, taken: &collect.Batch{}}
		err := feed(f)
		if defect := f.finish(); defect != nil {
			return f.rows, defect // of a row before the one that cannot be parted
		}
		if err == ErrLimit {
			err = nil
		}
		return f.rows, err
	}
}

// reserve makes room in the columns for as many rows as the first ones, which are
// so many bytes, let expect in a file that is not compressed, and a few more.
func (f *Feeder) reserve(bytes int) {
	if bytes == 0 || textfile.IsCompressed(f.path) {
		return
	}
	info, err := os.Stat(f.path)
	if err != nil {
		return // said when it is read
	}
	line := float64(bytes)/float64(f.rows) + 1
	expected := int(1.03*float64(info.Size())/line) + 1
	if limit := f.to.Source.Rows; limit > 0 {
		expected = min(expected, limit)
	}
	expected = min(expected, int(f.to.Source.Limit()/8)/max(1, len(f.to.Columns)))
	if mapped.Worth(8 * float64(expected) * float64(len(f.to.Columns))) {
		return // they go to files
	}
	for _, c := range f.to.Columns {
		c.Reserve(expected)
	}
}

// Row takes the row at the end of the batch that is filled. The error may be that
// of an earlier row, or errLimit if there are enough.
func (f *Feeder) Row(line int) error {
	b := f.Filling
	f.rows++
	b.Lines = append(b.Lines, line)
	b.Width = len(b.Bounds) / 2 / len(b.Lines)
	if b.Full() {
		if f.rows == len(b.Lines) {
			f.reserve(len(b.Text))
		}
		f.flush()
	}
	return f.state()
}

// Room is the number of rows that may still be added.
func (f *Feeder) Room() int {
	if f.to.Source.Rows == 0 {
		return math.MaxInt
	}
	return f.to.Source.Rows - f.rows
}

// Block takes all rows of the batch that is filled, whose lines are set and which
// take up so many bytes of the file. The error is as that of Row.
func (f *Feeder) Block(bytes int) error {
	b := f.Filling
	if len(b.Lines) == 0 {
		b.Clear()
		return f.state()
	}
	f.rows += len(b.Lines)
	b.Width = len(b.Bounds) / 2 / len(b.Lines)
	if f.rows == len(b.Lines) {
		f.reserve(bytes)
	}
	f.flush()
	return f.state()
}

// state is the first error of the rows so far, or that there are enough.
func (f *Feeder) state() error {
	if f.err == nil && f.rows == f.to.Source.Rows && f.rows > 0 {
		return ErrLimit
	}
	return f.err
}

// flush begins to take the rows that are collected.
func (f *Feeder) flush() {
	f.wait()
	if f.err == nil {
		f.err = f.checkRoom()
	}
	if f.err != nil {
		return
	}
	f.Filling, f.taken = f.taken, f.Filling
	f.Filling.Clear()
	busy := make(chan error, 1)
	go func(b *collect.Batch) { busy <- f.take(b) }(f.taken)
	f.busy = busy
}

// checkRoom refuses a table that takes up more memory than it may.
func (f *Feeder) checkRoom() error {
	held := f.to.Held()
	if err := f.to.Source.CheckRoom(held, data.Place{File: f.path}); err != nil {
		return err
	}
	return f.to.Settle(held)
}

// wait waits for the rows that are being taken.
func (f *Feeder) wait() {
	if f.busy != nil {
		f.err = <-f.busy
		f.busy = nil
	}
}

// finish takes the last rows. It returns the first defect of all rows.
func (f *Feeder) finish() error {
	f.flush()
	f.wait()
	return f.err
}

// take gives a batch to the columns, several at the same time if there are
// processors for them, and returns the defect of the first row that has one.
func (f *Feeder) take(b *collect.Batch) error {
	const fewest = 1 << 12 // fields for a goroutine
	workers := min(runtime.GOMAXPROCS(0), len(b.Bounds)/2/fewest)
	if workers < 2 {
		_, err := f.takeColumns(b, f.to.Columns)
		return err
	}
	rows, errs := make([]int, workers), make([]error, workers)
	var all sync.WaitGroup
	for w := range workers {
		from, to := w*len(f.to.Columns)/workers, (w+1)*len(f.to.Columns)/workers
		all.Go(func() { rows[w], errs[w] = f.takeColumns(b, f.to.Columns[from:to]) })
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
func (f *Feeder) takeColumns(b *collect.Batch, columns []*collect.Collector) (row int, err error) {
	row = len(b.Lines)
	for _, c := range columns {
		if n, defect := c.Take(b, row, f.to.Missing, f.path); defect != nil {
			row, err = n, defect
		}
	}
	return row, err
}
