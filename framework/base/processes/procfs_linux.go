package processes

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
)

// procfs reads /proc.
type procfs struct{}

// Own is what this system offers.
func Own() System { return procfs{} }

func (procfs) Quick() bool { return true }

func (procfs) Tree(pid int) []int {
	list := []int{pid}
	for i := 0; i < len(list); i++ {
		list = append(list, children(list[i])...)
	}
	return list
}

func (procfs) Stopped() []int {
	return slices.DeleteFunc(children(os.Getpid()), func(pid int) bool { return !stopped(pid) })
}

// Orphans of plugins are children of ours, by Adopt.
func (procfs) Orphans(string) []int { return children(os.Getpid()) }

// children lists the children of a process.
func children(pid int) []int {
	tasks, err := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	if err != nil {
		return nil
	}
	var list []int
	for _, task := range tasks {
		b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + task.Name() + "/children")
		if err != nil {
			continue
		}
		for _, field := range strings.Fields(string(b)) {
			if child, err := strconv.Atoi(field); err == nil {
				list = append(list, child)
			}
		}
	}
	return list
}

// stopped reports whether a process was stopped by a signal; under a debugger it
// has another state.
func stopped(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, after, found := bytes.Cut(stat, []byte(") ")) // a name may hold anything
	for found && err == nil {
		stat = after
		_, after, found = bytes.Cut(stat, []byte(") "))
	}
	return err == nil && bytes.HasPrefix(stat, []byte("T"))
}

func (procfs) Marked(mark string) []int {
	folders, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	line := []byte("\x00" + mark + "\x00")
	var found []int
	for _, folder := range folders {
		pid, err := strconv.Atoi(folder.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		environ, err := os.ReadFile("/proc/" + folder.Name() + "/environ")
		if err == nil && bytes.Contains(append([]byte{0}, environ...), line) { // others are another user's, or gone
			found = append(found, pid)
		}
	}
	return found
}

// Memory is the resident size without what is mapped from files, since the matrices are
// ours, and what is in shared memory.
func (s procfs) Memory(pid int) int64 {
	all := s.Tree(pid)
	total := sharedMemory(all)
	for _, p := range all {
		total += statusBytes(p, "RssAnon")
	}
	return total
}

func (procfs) Peak(pids []int) (sum int64) {
	for _, pid := range pids {
		sum += statusBytes(pid, "VmHWM")
	}
	return sum
}

// ResetPeak: where the kernel refuses, the largest size stays that of the process's life.
func (procfs) ResetPeak(pids []int) {
	for _, pid := range pids {
		_ = os.WriteFile("/proc/"+strconv.Itoa(pid)+"/clear_refs", []byte("5"), 0)
	}
}
