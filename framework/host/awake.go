package host

import (
	"sync"
	"syscall"
	"time"
)

// wakeInterval is the time between two looks for stopped processes; slowWake is that where
// a look takes a process.
const wakeInterval, slowWake = time.Second, 5 * time.Second

// keepAwake lets plugins and the guard go on that were stopped, as by another
// plugin: a call to one would last until its limit, and a stopped guard for ever.
var keepAwake = sync.OnceFunc(func() {
	interval := wakeInterval
	if !system.Quick() {
		interval = slowWake
	}
	go func() {
		for range time.Tick(interval) {
			wake()
		}
	}()
})

// wake continues what is stopped among our children. It takes no lock: one that is
// stopped before its program has begun holds up the fork, which has the lock of plugins.
func wake() {
	for _, pid := range system.Stopped() {
		_ = syscall.Kill(pid, syscall.SIGCONT)
	}
}
