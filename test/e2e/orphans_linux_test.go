package e2e

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/manyclass/bench/framework/base/processes"
)

func init() { disown, checkOrphans = giveOrphansToInit, countEnded }

// giveOrphansToInit undoes what the host does where it starts plugins in this process: the guards and orphans of every
// bench that tests run would be its children, for which it does not wait. Thousands that have ended make each look at
// /proc slow, on the whole machine.
func giveOrphansToInit() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) }

// fewEnded is how many may have become ours before they were given away.
const fewEnded = 20

// countEnded returns an error if many children of this process have ended and are still in the list of processes.
func countEnded() error {
	ended := 0
	for _, pid := range processes.Own().Tree(os.Getpid())[1:] {
		// A process that has ended has no program any more.
		if _, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe"); err != nil {
			ended++
		}
	}
	if ended > fewEnded {
		return fmt.Errorf("%d orphans of tests have ended and are children of this process", ended)
	}
	return nil
}
