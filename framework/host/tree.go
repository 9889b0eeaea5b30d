package host

import (
	"sync"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/base/processes"
)

// system tells about the processes of plugins. Tests take another one.
var system = processes.Own()

// becomeReaper makes the orphans of plugins ours where the system can, so that a child
// which left its plugin's process group can still be found and ended.
var becomeReaper = sync.OnceFunc(processes.Adopt)

// killTree ends a process, its descendants wherever they went, and its group.
func killTree(pid int) error {
	for _, p := range system.Tree(pid)[1:] {
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
// those in a process group that is neither ours nor that of a running plugin.
func killOrphansFound() (killed int) {
	plugins.Lock()
	defer plugins.Unlock()
	own := syscall.Getpgrp()
	for _, pid := range system.Orphans(mark(hostMark())) {
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
