package host

import "golang.org/x/sys/unix"

// MemoryHere returns that of this machine, as far as it is told without a process.
func MemoryHere() Memory {
	total, _ := unix.SysctlUint64("hw.memsize") // 0 if it is not known
	return Memory{Total: int64(total)}
}
