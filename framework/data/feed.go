package data

import (
	"os"
	"runtime"
	"slices"
	"sync"
)

// Bounds of a batch: bytes of text, and rows.
const (
	batchBytes = 1 << 18
	batchRows  = 1 << 12
)

// batch is some rows of text, whose fields are taken column by column, so that
// the values of a column are written together.
type batch struct {
	text   []byte
	bounds []int32 // begin and end of each field in text, row after row; −1 for one that has no text
	lines  []int   // where each row stands
	width  int     // fields of a row
	spaced []int32 // fields that had blanks around them, in order
}

// add appends the fields of a row.
func (b *batch) add(fields [][]byte) {
	for _, field := range fields {
		if field == nil {
			b.bounds = append(b.bounds, -1, -1)
			continue
		}
		begin := len(b.text)
		b.text = append(b.text, field...)
		b.bounds = append(b.bounds, int32(begin), int32(len(b.text)))
	}
}

// mark is an end of a batch to return to.
type mark struct{ text, bounds, spaced int }

func (b *batch) mark() mark { return mark{len(b.text), len(b.bounds), len(b.spaced)} }

// cut removes what follows a mark.
func (b *batch) cut(m mark) {
	b.text, b.bounds, b.spaced = b.text[:m.text], b.bounds[:m.bounds], b.spaced[:m.spaced]
}

func (b *batch) full() bool { return len(b.text) >= batchBytes || len(b.lines) >= batchRows }

func (b *batch) clear() {
	b.text, b.bounds, b.lines, b.spaced = b.text[:0], b.bounds[:0], b.lines[:0], b.spaced[:0]
}

// at returns a field, nil if it has no text, which is less than an empty one.
func (b *batch) at(field int) []byte {
	begin, end := b.bounds[2*field], b.bounds[2*field+1]
	if begin < 0 {
		return nil
	}
	return b.text[begin:end]
}

// feeder hands rows to the columns in batches. While the values of a batch are
// read, the rows after it are parted into fields.
type feeder struct {
	loader  *loader
	path    string
	columns []*collector
	rows    int
	filling *batch
	taken   *batch
	busy    chan error // gives the end of taking a batch; nil if none is taken
	err     error
}

func (l *loader) newFeeder(path string, columns []*collector) *feeder {
	return &feeder{loader: l, path: path, columns: columns, filling: &batch{}, taken: &batch{}}
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
	if limit := f.loader.source.Rows; limit > 0 {
		expected = min(expected, limit)
	}
	expected = min(expected, int(f.loader.source.memory()/8)/max(1, len(f.columns)))
	for _, c := range f.columns {
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
	if f.err == nil && f.rows == f.loader.source.Rows {
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
	total := 0.0
	for _, c := range f.loader.columns {
		total += c.bytes()
	}
	return f.loader.source.checkRoom(total, place{file: f.path})
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
		_, err := f.takeColumns(b, f.columns)
		return err
	}
	rows, errs := make([]int, workers), make([]error, workers)
	var all sync.WaitGroup
	for w := range workers {
		from, to := w*len(f.columns)/workers, (w+1)*len(f.columns)/workers
		all.Go(func() { rows[w], errs[w] = f.takeColumns(b, f.columns[from:to]) })
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
	at := place{file: f.path}
	for _, c := range columns {
		plain := c.text == nil && !c.reread && c.role == feature && !f.loader.numericMissing && c.declared != unnamed && c.notation == (notation{})
		for i := range row {
			field := b.at(i*b.width + c.index)
			if plain {
				if v, ok := decimal(field); ok && v < mostWhole && v > -mostWhole {
					c.values.add(v)
					continue
				}
			}
			at.line = b.lines[i]
			if defect := c.add(field, f.loader.missing(field), at); defect != nil {
				row, err = i, defect
				break
			}
			plain = plain && !c.reread
			if c.text != nil && c.role != feature {
				_, spaced := slices.BinarySearch(b.spaced, int32(i*b.width+c.index))
				c.text.note(spaced, at)
			}
		}
	}
	return row, err
}
