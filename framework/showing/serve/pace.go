package serve

import (
	"syscall"
	"time"
)

// usualShare is how much of one core the work for the page may take while a run goes on:
// one half is for reading what is new, the other for making the page.
const usualShare = 0.02

// pace sees to it that work takes no more than its share of one core.
type pace struct {
	share float64
	free  time.Time // when work may be done again
}

// do does work if it may be done now, and reports whether it was.
func (p *pace) do(work func()) bool {
	if time.Now().Before(p.free) {
		return false
	}
	before := used()
	work()
	p.free = time.Now().Add(time.Duration(float64(used()-before) / p.share))
	return true
}

// used is the time that all threads of this process have spent.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
