// Package processes asks the system about processes, and says how a child is started that
// is to end with us. Linux answers through /proc. Other systems answer through the program
// ps, which Portable uses everywhere.
package processes

import "syscall"

// System tells about processes. One that is gone has no descendants, memory or time.
type System interface {
	// Quick reports whether an answer takes less than a millisecond, and no process.
	Quick() bool
	// Tree lists a process and its descendants, the process first.
	Tree(pid int) []int
	// Stopped lists the descendants of this process, at least its children, that a signal stopped.
	Stopped() []int
	// Orphans lists the processes whose parents have ended: the children of this process if
	// the system hands orphans over to it, so that the caller sorts out those that it
	// started itself. Elsewhere those with the mark that are not below this process.
	Orphans(mark string) []int
	// Marked lists the processes with a mark, NAME=VALUE, in the environment that they were
	// started with, without this one.
	Marked(mark string) []int
	// Memory is what a process and its descendants hold, in bytes.
	Memory(pid int) int64
	// CPU is the processor time of a process in seconds, NaN if there is no such process.
	CPU(pid int) float64
	// CPUBelow is that of the descendants of the first process of a tree, as far as the
	// system tells.
	CPUBelow(tree []int) float64
	// Peak is the sum of the largest resident sizes in bytes, 0 if the system does not tell.
	Peak(pids []int) int64
	// ResetPeak makes the present sizes the largest, if the system can.
	ResetPeak(pids []int)
}

// InSession starts a child in a session of its own, which is a process group too.
func InSession() *syscall.SysProcAttr { return ending(&syscall.SysProcAttr{Setsid: true}) }

// InGroup starts a child in a process group of its own.
func InGroup() *syscall.SysProcAttr { return ending(&syscall.SysProcAttr{Setpgid: true}) }
