package host

import (
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/base/processes"
)

// guardName is the name by which a guard is started, before the mark: no user calls a program so.
const guardName = "bench: guard"

// guarded is set by programs that start with Guard.
var guarded atomic.Bool

// Guard is called first in main. It lets the program start itself once more
// beside its first plugin, as a guard: in that process Guard waits for the
// program to be gone, however that happens, ends all that its plugins started,
// and never returns, as in processes of TryLimits. Plugins themselves end with their
// host; their own children have no other process to end them if the host is killed.
func Guard() {
	if isTried() {
		beTried(os.Args[1], os.Args[2])
	}
	if len(os.Args) != 2 || os.Args[0] != guardName {
		guarded.Store(true)
		return
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	killMarked(mark(os.Args[1]))
	os.Exit(0)
}

// startGuard starts the guard once, with a pipe as stdin to which nothing is written:
// its other end closes with us. Without one a run is as good until it is killed.
var startGuard = sync.OnceFunc(func() {
	if !guarded.Load() {
		return
	}
	program, err := processes.Program()
	if err != nil {
		return
	}
	read, write, err := os.Pipe()
	if err != nil {
		return
	}
	defer read.Close()
	cmd := exec.Command(program)
	cmd.Args = []string{guardName, hostMark()}
	cmd.Dir = "/"
	cmd.Stdin = read
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // out of reach of the terminal's signals
	plugins.Lock()
	defer plugins.Unlock()
	if cmd.Start() != nil {
		write.Close()
		return
	}
	plugins.running[cmd.Process.Pid] = true // no orphan
	go func() {
		_ = cmd.Wait()
		write.Close()
	}()
})

// killMarked ends the processes with a mark in their environment until none is
// found: one may have started another while we looked.
func killMarked(mark string) {
	for range 100 {
		found := system.Marked(mark)
		if len(found) == 0 {
			return
		}
		for _, pid := range found {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
