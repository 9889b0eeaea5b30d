package matrix

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Reserve makes a file size bytes long and takes the room for it, so that a
// full disk is an error here and not a fault when the mapping is written to.
func Reserve(f *os.File, size int64) error {
	err := unix.Fallocate(int(f.Fd()), 0, 0, size)
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) {
		return f.Truncate(size)
	}
	return err
}

// takeRoom takes the room for some bytes of a file that is long enough.
func takeRoom(f *os.File, from, size int64) error {
	err := unix.Fallocate(int(f.Fd()), 0, from, size)
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) {
		return nil
	}
	return err
}
