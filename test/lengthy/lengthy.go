// Package lengthy marks tests that take minutes. They run where the environment variable
// BENCH_SLOW is set, as .ci/run does; make test says at its end what it left out.
package lengthy

import (
	"os"
	"testing"
)

// Variable is what asks for slow tests.
const Variable = "BENCH_SLOW"

// Test skips a test of what is named, which takes long, unless slow tests are asked for.
func Test(t testing.TB, what string) {
	t.Helper()
	if os.Getenv(Variable) == "" {
		t.Skipf("not run, because tests of %s take minutes: %s=1 make test", what, Variable)
	}
}
