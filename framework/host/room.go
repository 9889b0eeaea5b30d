package host

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

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

// taskLimit is a limit on the number of threads.
type taskLimit struct {
	name, remedy string
	most, used   int
}

// taskLimits lists those that hold for us.
func taskLimits() []taskLimit {
	var list []taskLimit
	var limit unix.Rlimit
	const isRoot = 0 // for whom the kernel makes an exception
	if unix.Getrlimit(unix.RLIMIT_NPROC, &limit) == nil && limit.Cur < 1<<31 && os.Getuid() != isRoot {
		list = append(list, taskLimit{"the limit on a user's processes", "raise it with ulimit -u, or end other programs",
			int(limit.Cur), threadsOf(os.Getuid())})
	}
	if most, ok := number("/proc/sys/kernel/threads-max"); ok {
		list = append(list, taskLimit{"the process table", "end other programs", most, allThreads()})
	}
	for _, group := range pidGroups() {
		most, limited := number(filepath.Join(group, "pids.max"))
		used, known := number(filepath.Join(group, "pids.current"))
		if limited && known {
			list = append(list, taskLimit{"the control group (pids.max), as of a container,", "raise its limit", most, used})
		}
	}
	return list
}

// number reads a file that holds one.
func number(path string) (int, bool) {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(b)))
	return n, err == nil
}

// allThreads counts the threads of the machine.
func allThreads() int {
	b, err := os.ReadFile("/proc/loadavg") // 0.1 0.2 0.3 running/all last
	fields := strings.Fields(string(b))
	if err != nil || len(fields) < 4 {
		return 0
	}
	_, all, _ := strings.Cut(fields[3], "/")
	n, _ := strconv.Atoi(all)
	return n
}

// threadsOf counts the threads of a user.
func threadsOf(uid int) int {
	processes, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		panic(err) // the pattern is ours
	}
	total := 0
	for _, dir := range processes {
		info, err := os.Stat(dir)
		if err != nil {
			continue
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); ok && int(stat.Uid) == uid {
			tasks, _ := os.ReadDir(filepath.Join(dir, "task"))
			total += len(tasks)
		}
	}
	return total
}

// pidGroups lists the folders of the control groups that may limit our threads.
func pidGroups() []string {
	list := []string{"/sys/fs/cgroup", "/sys/fs/cgroup/pids"}
	b, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return list
	}
	for line := range strings.Lines(string(b)) { // number:controllers:path
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		switch {
		case len(fields) < 3 || fields[2] == "/":
		case fields[1] == "":
			list = append(list, filepath.Join("/sys/fs/cgroup", fields[2]))
		case fields[1] == "pids":
			list = append(list, filepath.Join("/sys/fs/cgroup/pids", fields[2]))
		}
	}
	return list
}
