package processes

import (
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Portable asks the program ps, which every Unix has. It sees the descendants whose parents
// still run, and no shared memory. What it does not see of a process, such as the
// environment of another user's, is as if it were not there.
func Portable() System { return ps{} }

type ps struct{}

// one is a process as ps tells of it.
type one struct {
	pid, parent int
	state       string // begins with T if it was stopped
	resident    int64  // bytes
	seconds     float64
	words       string // its arguments, and if asked for its environment
}

func (ps) Quick() bool { return false }

func (ps) Tree(pid int) []int { return below(list(false), pid) }

// below lists a process and its descendants.
func below(all []one, pid int) []int {
	tree := []int{pid}
	for i := 0; i < len(tree); i++ {
		for _, p := range all {
			if p.parent == tree[i] && !slices.Contains(tree, p.pid) {
				tree = append(tree, p.pid)
			}
		}
	}
	return tree
}

func (ps) Stopped() (pids []int) {
	all := list(false)
	ours := below(all, os.Getpid())[1:]
	for _, p := range all {
		if strings.HasPrefix(p.state, "T") && slices.Contains(ours, p.pid) {
			pids = append(pids, p.pid)
		}
	}
	return pids
}

func (ps) Orphans(mark string) []int {
	all := list(true)
	ours := below(all, os.Getpid())
	return slices.DeleteFunc(marked(all, mark), func(pid int) bool { return slices.Contains(ours, pid) })
}

func (ps) Marked(mark string) []int {
	return slices.DeleteFunc(marked(list(true), mark), func(pid int) bool { return pid == os.Getpid() })
}

// marked finds a word among the words of processes. What has ended has no words.
func marked(all []one, mark string) (pids []int) {
	for _, p := range all {
		if strings.Contains(" "+p.words+" ", " "+mark+" ") {
			pids = append(pids, p.pid)
		}
	}
	return pids
}

// Memory is the footprint where the system tells it, else the resident size, which
// includes mapped files.
func (ps) Memory(pid int) (total int64) {
	all := list(false)
	tree := below(all, pid)
	for _, p := range all {
		if !slices.Contains(tree, p.pid) {
			continue
		}
		if bytes, ok := footprint(p.pid); ok {
			total += bytes
		} else {
			total += p.resident
		}
	}
	return total
}

func (ps) CPU(pid int) float64 {
	for _, p := range list(false) {
		if p.pid == pid {
			return p.seconds
		}
	}
	return math.NaN()
}

// CPUBelow counts the descendants that run.
func (ps) CPUBelow(tree []int) (seconds float64) {
	for _, p := range list(false) {
		if slices.Contains(tree[1:], p.pid) {
			seconds += p.seconds
		}
	}
	return seconds
}

func (ps) Peak([]int) int64 { return 0 }
func (ps) ResetPeak([]int)  {}

// asking is full while a ps runs: a second one would list the first as a child of this process. Whoever
// has waited for patience runs one all the same, as the first may be stopped, and has to be seen to be continued.
var asking = make(chan struct{}, 1)

const patience = 5 * time.Second

// list asks ps for all processes, with their environments on demand.
func list(environments bool) (all []one) {
	select {
	case asking <- struct{}{}:
		defer func() { <-asking }()
	case <-time.After(patience):
	}
	options := "ax"
	switch {
	case environments && runtime.GOOS == "darwin":
		options = "-axEww"
	case environments:
		options = "axeww"
	}
	cmd := exec.Command("ps", options, "-o", "pid=,ppid=,state=,rss=,time=,command=")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	text, err := cmd.Output()
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		if p, ok := parse(line); ok && p.pid != cmd.Process.Pid {
			all = append(all, p)
		}
	}
	return all
}

// parse reads a line of ps.
func parse(line string) (p one, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 5 {
		return p, false
	}
	pid, err := strconv.Atoi(fields[0])
	parent, err2 := strconv.Atoi(fields[1])
	kib, err3 := strconv.ParseInt(fields[3], 10, 64)
	if err != nil || err2 != nil || err3 != nil {
		return p, false
	}
	return one{pid, parent, fields[2], kib << 10, seconds(fields[4]), strings.Join(fields[5:], " ")}, true
}

// seconds reads a time as ps writes it: [days-][[hours:]minutes:]seconds[.hundredths]. It
// is NaN if it is not one.
func seconds(text string) (total float64) {
	days, clock, found := strings.Cut(text, "-")
	if !found {
		days, clock = "0", text
	}
	for _, part := range strings.Split(clock, ":") {
		total = float64(60*total) + number(part)
	}
	return float64(86400*number(days)) + total
}

func number(text string) float64 {
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return n
	}
	return math.NaN()
}
