package data

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// Limits on what the files of a user may make bench hold. Most of all that is the
// table, for which the attribute memory says how large it may become; the others
// are far above what files hold, and stand with what they bound.
const (
	// defaultMemory is 268 million numbers.
	defaultMemory = 2 << 30
	// maxColumns bounds the fields of a line and the attributes of a file.
	maxColumns = 1_000_000
	// maxClasses bounds classes and labels, of which codes hold a square.
	maxClasses = 10_000
)

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

// checkClassCount refuses more classes or labels than can be told apart.
func checkClassCount(n int, what string, at place) error {
	if n <= maxClasses {
		return nil
	}
	return at.errorf("there are %d %s, and bench takes at most %d", n, what, maxClasses).of("target")
}
