package data

import (
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// Limits on what the files of a user may make bench hold. Most of all that is the
// table, for which the attribute memory says how large it may become; the others
// are far above what files hold.
const (
	// defaultMemory is 268 million numbers.
	defaultMemory = 2 << 30
	// maxLine bounds a line of a text and a field in quotes, in bytes.
	maxLine = 1 << 28
	// maxText bounds what a compressed file may unpack to, in bytes.
	maxText = 16 << 30
	// maxColumns bounds the fields of a line and the attributes of a file.
	maxColumns = 1_000_000
	// maxHeader bounds the text before the rows of an ARFF file, in bytes.
	maxHeader = 1 << 28
	// maxFeatures bounds the indices of an svmlight file: names and weights have
	// to fit into memory, however few values there are.
	maxFeatures = 100_000_000
	// maxClasses bounds classes and labels, of which codes hold a square.
	maxClasses = 10_000
)

// Bytes that are held for what has no value of its own.
const (
	levelBytes   = 64 // of a category, beside its text
	featureBytes = 64 // of a feature of a sparse table
)

var errTooLarge = errors.New("too large")

// memory is the number of bytes that the table may take up.
func (s Source) memory() int64 {
	if s.Memory == nil {
		return defaultMemory
	}
	size, err := contract.ParseSize(s.Memory)
	if err != nil {
		panic(fmt.Sprintf("data: memory %v was not checked", s.Memory))
	}
	return size
}

// checkRoom refuses a table that takes up more than it may, so far or as is known
// before it is read.
func (s Source) checkRoom(bytes float64, at place) error {
	limit := s.memory()
	if bytes <= float64(limit) {
		return nil
	}
	return at.errorf("the table takes up more than %s of memory; if it is meant to, write a larger memory = \"%s\", or read only the first rows with rows",
		sizeText(limit), sizeText(2*limit)).of("memory")
}

// sizeText writes a number of bytes as memory does.
func sizeText(bytes int64) string {
	for _, unit := range []struct {
		name  string
		bytes int64
	}{{"GiB", 1 << 30}, {"MiB", 1 << 20}} {
		if bytes%unit.bytes == 0 {
			return fmt.Sprintf("%d%s", bytes/unit.bytes, unit.name)
		}
	}
	return fmt.Sprintf("%dB", bytes)
}

// bytes is what the values of a column take up so far.
func (c *collector) bytes() float64 {
	if c.text != nil {
		return 4*float64(c.text.read.len()) + float64(c.text.held)
	}
	return 8 * float64(c.values.len())
}

// bytes is what the rows take up so far.
func (b *csrBuilder) bytes() float64 {
	return 12*float64(b.count) + 8*float64(len(b.indptr)) + featureBytes*float64(b.highest+1)
}

// checkClassCount refuses more classes or labels than can be told apart.
func checkClassCount(n int, what string, at place) error {
	if n <= maxClasses {
		return nil
	}
	return at.errorf("there are %d %s, and bench takes at most %d", n, what, maxClasses).of("target")
}
