package host

import "golang.org/x/sys/unix"

// limitData sets the soft limit on the data of a process and returns how to undo it.
func limitData(pid int, bytes uint64) (undo func()) {
	var old unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_DATA, nil, &old); err != nil {
		return func() {}
	}
	limited := unix.Rlimit{Cur: min(bytes, old.Max), Max: old.Max}
	if err := unix.Prlimit(pid, unix.RLIMIT_DATA, &limited, nil); err != nil {
		return func() {}
	}
	return func() { _ = unix.Prlimit(pid, unix.RLIMIT_DATA, &old, nil) }
}
