// Package realdata finds well-known data for tests: files that may not be
// shipped and lie in a folder beside the repository, or in the one that the
// environment variable BENCH_DATA names.
package realdata

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Path returns the absolute path of a file or folder of the data, such as
// "reference/vowel_esl/vowel.train". A test that asks for what is not there is
// skipped, and says so.
func Path(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(folder(), filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("there is no %s: set BENCH_DATA to a folder that holds it", path)
	}
	return path
}

// folder is that of all data; "" if nobody can say where it is.
func folder() string {
	if dir := os.Getenv("BENCH_DATA"); dir != "" {
		return dir
	}
	_, here, _, _ := runtime.Caller(0) // the source in the repository
	return filepath.Join(filepath.Dir(here), "../../../shared/data")
}
