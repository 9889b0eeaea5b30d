package source

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// Limits on what the files of a user may make bench hold. Most of all that is the
// table, for which the attribute memory says how large it may become; the others
// are far above what files hold, and stand with what they bound.
const (
	// defaultMemory is 268 million numbers.
	defaultMemory = 2 << 30
	// MaxColumns bounds the fields of a line and the attributes of a file.
	MaxColumns = 1_000_000
	// MaxClasses bounds classes and labels, of which codes hold a square.
	MaxClasses = 10_000
)

// Limit is the number of bytes that the table may take up.
func (s Source) Limit() int64 {
	if s.Memory == nil {
		return defaultMemory
	}
	size, err := contract.ParseSize(s.Memory)
	if err != nil {
		panic(fmt.Sprintf("data: memory %v was not checked", s.Memory))
	}
	return size
}

// CheckRoom refuses a table that takes up more than it may, so far or as is known
// before it is read.
func (s Source) CheckRoom(bytes float64, at data.Place) error {
	limit := s.Limit()
	if bytes <= float64(limit) {
		return nil
	}
	return at.Errorf("the table takes up more than %s of memory; if it is meant to, write a larger memory = \"%s\", or "+
		"read only the first rows with rows",
		sizeText(limit), sizeText(2*limit)).Of("memory")
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

// CheckClassCount refuses more classes or labels than can be told apart.
func CheckClassCount(n int, what string, at data.Place) error {
	if n <= MaxClasses {
		return nil
	}
	return at.Errorf("there are %d %s, and bench takes at most %d", n, what, MaxClasses).Of("target")
}
