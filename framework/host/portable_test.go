package host

import (
	"os"

	"github.com/manyclass/bench/framework/base/processes"
)

// portable in the environment has the tests take what every Unix offers.
const portable = "BENCH_TEST_PORTABLE"

// bePortable does what it says.
func bePortable() {
	if os.Getenv(portable) != "" {
		system, becomeReaper = processes.Portable(), func() {}
	}
}
