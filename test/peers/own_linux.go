package main

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// ownSeconds waits until a process has ended and returns its processor time without
// that of its children, which is known as long as nobody has asked how it ended.
func ownSeconds(pid int) float64 {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	own, _ := ticks(string(text))
	return own
}
