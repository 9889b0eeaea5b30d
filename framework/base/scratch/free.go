package scratch

import (
	"os"

	"golang.org/x/sys/unix"
)

// Free is the number of bytes that we may still write to the file system of a path.
func Free(path string) (int64, error) {
	var fs unix.Statfs_t
	if err := unix.Statfs(path, &fs); err != nil {
		return 0, &os.PathError{Op: "statfs", Path: path, Err: err}
	}
	return int64(fs.Bavail) * int64(fs.Bsize), nil
}
