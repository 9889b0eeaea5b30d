package host

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// becomeReaper makes the orphans of plugins ours, so that a child which left
// its plugin's process group can still be found and ended.
var becomeReaper = sync.OnceFunc(func() {
	// Old kernels cannot; orphans then go to init, as before.
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
})

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

// tree lists a process and its descendants.
func tree(pid int) []int {
	list := []int{pid}
	for i := 0; i < len(list); i++ {
		list = append(list, children(list[i])...)
	}
	return list
}

// killTree ends a process, its descendants wherever they went, and its group.
func killTree(pid int) error {
	for _, p := range tree(pid)[1:] {
		_ = syscall.Kill(p, syscall.SIGKILL)
	}
	return syscall.Kill(-pid, syscall.SIGKILL)
}

// plugins holds the numbers of the running plugin processes.
var plugins = struct {
	sync.Mutex
	running map[int]bool
}{running: map[int]bool{}}

// killOrphans ends what dead plugins left behind. The kernel may leave out
// children from its list while others end, and those of a process that is killed
// become ours: hence it looks until it twice finds none, or some cannot be killed.
func killOrphans() {
	const rounds = 10
	for none, round := 0, 0; none < 2 && round < rounds; round++ {
		if none++; killOrphansFound() > 0 {
			none = 0
		}
	}
}

// killOrphansFound kills the orphans of one list and returns how many there were:
// children of ours that we did not start, which are those in a process group
// that is neither ours nor that of a running plugin.
func killOrphansFound() (killed int) {
	plugins.Lock()
	defer plugins.Unlock()
	own := syscall.Getpgrp()
	for _, pid := range children(os.Getpid()) {
		group, err := syscall.Getpgid(pid)
		if err != nil || group == own || plugins.running[pid] || plugins.running[group] {
			continue
		}
		_ = killTree(pid)
		_ = syscall.Kill(pid, syscall.SIGKILL)
		reap(pid)
		killed++
	}
	return killed
}

// reap waits a moment for a process that was killed.
func reap(pid int) {
	for range 20 {
		got, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		if got == pid || err != nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// statusBytes reads a size from a process's status file and returns it in bytes, or 0 if
// there is none.
func statusBytes(pid int, field string) int64 {
	return sizeIn("/proc/"+strconv.Itoa(pid)+"/status", field)
}

// sizeIn reads a size in kB from a file of lines "field: size kB" and returns it in bytes,
// or 0 if there is none.
func sizeIn(path, field string) int64 {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	for lines := bufio.NewScanner(bytes.NewReader(b)); lines.Scan(); {
		rest, found := strings.CutPrefix(lines.Text(), field+":")
		if !found {
			continue
		}
		kib, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
		if err != nil {
			return 0
		}
		return kib << 10
	}
	return 0
}
