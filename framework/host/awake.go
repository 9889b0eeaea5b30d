package host

import (
	"bytes"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// wakeInterval is the time between two looks for stopped processes.
const wakeInterval = time.Second

// keepAwake lets plugins and the guard go on that were stopped, as by another
// plugin: a call to one would last until its limit, and a stopped guard for ever.
var keepAwake = sync.OnceFunc(func() {
	go func() {
		for range time.Tick(wakeInterval) {
			wake()
		}
	}()
})

// wake continues what is stopped among our children. It takes no lock: one that is
// stopped before its program has begun holds up the fork, which has the lock of plugins.
func wake() {
	for _, pid := range children(os.Getpid()) {
		if stopped(pid) {
			_ = syscall.Kill(pid, syscall.SIGCONT)
		}
	}
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
