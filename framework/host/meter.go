package host

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/manyclass/bench/framework/contract/service"
)

// longEnough is from when on the descendants of a plugin are looked for after a call:
// that takes a third of a millisecond. What they do in shorter calls counts in the
// next long one.
const longEnough = 20 * time.Millisecond

// Measure implements service.Meter.
func (p *Process) Measure(alone bool) (stop func() service.Usage) {
	pid := p.runner.number()
	if pid == 0 { // bench did not start it
		return service.Unmeasured
	}
	joules := math.NaN
	if alone {
		joules = energy(powercap)
	}
	if alone || p.family == nil {
		p.look()
	}
	if alone {
		for _, one := range p.family {
			resetPeak(one)
		}
	}
	began, own := time.Now(), processCPU(pid)
	return func() service.Usage {
		u := service.Usage{CPU: processCPU(pid) - own, Joules: joules()}
		if alone || time.Since(began) >= longEnough {
			before := p.descendants
			p.look()
			u.CPU += max(0, p.descendants-before)
		}
		return u
	}
}

// look finds the descendants of the process, and what they have used so far.
func (p *Process) look() {
	p.family = tree(p.runner.number())
	p.descendants = descendantsCPU(p.family)
}

// PeakRSS implements service.Meter. A program behind an adapter is a descendant.
func (p *Process) PeakRSS() int64 {
	sum := int64(0)
	for _, one := range p.family {
		sum += statusBytes(one, "VmHWM")
	}
	return sum
}

// resetPeak makes the present resident size the largest so far. Where the kernel
// refuses, the largest stays that of the process's life.
func resetPeak(pid int) {
	_ = os.WriteFile("/proc/"+strconv.Itoa(pid)+"/clear_refs", []byte("5"), 0)
}

// processCPU is the processor time in seconds that all threads of a process have used,
// those that have ended too; NaN if there is no such process.
func processCPU(pid int) float64 {
	const schedClock = 2 // of a process, by the nanosecond: CPUCLOCK_SCHED of the kernel
	var ts unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|schedClock), &ts) != nil {
		return math.NaN()
	}
	return float64(ts.Sec) + float64(ts.Nsec)/1e9
}

// descendantsCPU is the processor time in seconds of a process's tree without its own: of
// the descendants that run, and of those that have ended and were waited for.
func descendantsCPU(family []int) (seconds float64) {
	for i, p := range family {
		seconds += waitedCPU(p)
		if i == 0 {
			continue
		}
		if s := processCPU(p); s == s {
			seconds += s
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

// powercap is where Linux keeps the energy counters of processor packages (RAPL), which
// only root may read unless that was changed.
const powercap = "/sys/class/powercap"

// energy begins to measure the energy of all processor packages, which is NaN if it
// cannot be told.
func energy(folder string) (stop func() float64) {
	zones, _ := filepath.Glob(filepath.Join(folder, "intel-rapl:*")) // the name on other processors too
	var packages []string
	var before []float64
	for _, zone := range zones {
		name, _ := os.ReadFile(filepath.Join(zone, "name"))
		if !strings.HasPrefix(string(name), "package") {
			continue // a part of a package, or all of the platform
		}
		packages, before = append(packages, zone), append(before, microjoules(zone, "energy_uj"))
	}
	if len(packages) == 0 {
		return math.NaN
	}
	return func() (joules float64) {
		for i, zone := range packages {
			used := microjoules(zone, "energy_uj") - before[i]
			if used < 0 { // the counter started again at 0
				used += microjoules(zone, "max_energy_range_uj")
			}
			joules += used / 1e6
		}
		return joules
	}
}

// microjoules reads a counter, which is NaN if it cannot be read.
func microjoules(zone, counter string) float64 {
	b, err := os.ReadFile(filepath.Join(zone, counter))
	if err != nil {
		return math.NaN()
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(string(b)), 64)
	if err != nil {
		return math.NaN()
	}
	return n
}
