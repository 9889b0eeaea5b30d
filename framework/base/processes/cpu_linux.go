package processes

import (
	"math"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// CPU counts all threads of a process, those that have ended too.
func (procfs) CPU(pid int) float64 {
	const schedClock = 2 // of a process, by the nanosecond: CPUCLOCK_SCHED of the kernel
	var ts unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|schedClock), &ts) != nil {
		return math.NaN()
	}
	return float64(ts.Sec) + float64(ts.Nsec)/1e9
}

// CPUBelow counts the descendants that run, and those that have ended and were waited for.
func (s procfs) CPUBelow(tree []int) (seconds float64) {
	for i, p := range tree {
		seconds += waitedCPU(p)
		if i == 0 {
			continue
		}
		if own := s.CPU(p); own == own {
			seconds += own
		}
	}
	return seconds
}

// waitedCPU is the processor time of the children that a process has waited for, and of
// theirs. It is 0 for a process that is gone.
func waitedCPU(pid int) float64 {
	const ticks = 100 // a second, wherever Linux runs
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:])) // from the third of proc(5) on
	if len(fields) < 15 {
		return 0
	}
	user, _ := strconv.ParseInt(fields[13], 10, 64)
	system, _ := strconv.ParseInt(fields[14], 10, 64)
	return float64(user+system) / ticks
}
