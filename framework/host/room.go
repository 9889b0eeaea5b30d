package host

import (
	"fmt"

	"golang.org/x/sys/unix"

	"github.com/manyclass/bench/framework/base/wording"
)

const (
	// leastAddresses is the address space that a process of bench needs: Go
	// reserves much that it never uses.
	leastAddresses = 3 << 30
	// threadsEach is about how many threads bench has, and again each plugin.
	threadsEach = 12
	// Files are about how many bench has open itself while plugins start, and while it runs
	// cells, and again for each plugin: pipes and a socket.
	filesStarting, filesRunning, filesEach = 10, 24, 5
)

// CheckRoom says in words for the user what keeps bench from running with a
// number of plugin processes: without addresses, or threads, a Go program ends in
// a dump of its stacks. nil means that nothing is known to.
func CheckRoom(plugins int) error {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &limit) == nil && limit.Cur < leastAddresses {
		return fmt.Errorf("the address space of a process is limited to %d MB, and bench and each plugin need %d MB: "+
			"raise the limit with ulimit -v (memory of learners is limited by their attribute memory)", limit.Cur>>20,
			leastAddresses>>20)
	}
	if err := checkFiles(filesStarting, plugins); err != nil {
		return err
	}
	need := threadsEach * (1 + plugins)
	for _, l := range taskLimits() {
		if left := l.most - l.used; left < need {
			return fmt.Errorf("%s leaves room for %d more threads, and bench with %d plugins needs some %d: %s",
				l.name, max(0, left), plugins, need, l.remedy)
		}
	}
	return nil
}

// checkFiles says that so many plugins need more open files than bench may have. Go has
// raised the soft limit to the hard one.
func checkFiles(own, plugins int) error {
	var limit unix.Rlimit
	need := uint64(own + filesEach*plugins)
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil || limit.Cur >= need {
		return nil
	}
	advice := fmt.Sprintf("raise the limit with ulimit -n %d, as root where the shell refuses that", max(1024, need))
	if plugins > 1 {
		advice += ", or take fewer -workers"
	}
	return fmt.Errorf("bench may have %d files open at a time, and with %s it needs some %d: %s", limit.Cur,
		wording.Count(plugins, "plugin process"), need, advice)
}
