package host

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/contract/service"
)

// longEnough is from when on the descendants of a plugin are looked for after a call:
// that takes a third of a millisecond. What they do in shorter calls counts in the
// next long one.
const longEnough = 20 * time.Millisecond

// Measure implements service.Meter. Where a look takes a process, only calls that run alone
// are measured.
func (p *Process) Measure(alone bool) (stop func() service.Usage) {
	pid := p.runner.number()
	if pid == 0 || !alone && !system.Quick() { // 0: bench did not start it
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
		system.ResetPeak(p.family)
	}
	began, own := time.Now(), system.CPU(pid)
	return func() service.Usage {
		u := service.Usage{CPU: system.CPU(pid) - own, Joules: joules()}
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
	p.family = system.Tree(p.runner.number())
	p.descendants = system.CPUBelow(p.family)
}

// PeakRSS implements service.Meter. A program behind an adapter is a descendant.
func (p *Process) PeakRSS() int64 { return system.Peak(p.family) }

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
