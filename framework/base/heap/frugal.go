package heap

import (
	"os"
	"runtime/debug"
)

// reportGC is how much garbage there may be, in percent of what a report holds: results
// of a million cells are a gigabyte, and stay until the end.
const reportGC = 40

// reportLimit is the memory, in bytes, from which on garbage is collected more often than
// that: it holds the results of a million cells.
const reportLimit = 7 << 28

// Frugal keeps garbage small, for what reads all results.
func Frugal() {
	Set(reportGC)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(reportLimit)
	}
}
