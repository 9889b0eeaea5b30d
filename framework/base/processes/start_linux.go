package processes

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// ending has the kernel end the child when the thread that started it ends.
func ending(attributes *syscall.SysProcAttr) *syscall.SysProcAttr {
	attributes.Pdeathsig = syscall.SIGKILL
	return attributes
}

// Adopt makes the orphans of our descendants ours. Old kernels cannot; orphans then go to
// init.
func Adopt() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// Program is a path of the program that this process runs, also if its file was replaced.
func Program() (string, error) { return "/proc/self/exe", nil }
