//go:build !linux

package processes

import (
	"os"
	"syscall"
)

// ending leaves it to the child to notice that its stdin was closed.
func ending(attributes *syscall.SysProcAttr) *syscall.SysProcAttr { return attributes }

// Adopt does nothing: orphans go to init, and are found by their mark.
func Adopt() {}

// Program is the path of the program that this process runs.
func Program() (string, error) { return os.Executable() }
