package host

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

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
