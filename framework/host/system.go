package host

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Kernel names the operating system's kernel and its version, such as "Linux 6.1.0".
func Kernel() string {
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return "unknown kernel"
	}
	return unix.ByteSliceToString(name.Sysname[:]) + " " + unix.ByteSliceToString(name.Release[:])
}

// Memory is what a machine has, in bytes; 0 of what is not known.
type Memory struct {
	Total, Available int64
	Group            int64 // the limit of our control group, 0 without one
}

// CacheFolder is where digests of plugins are cached. The error says why they cannot be.
func CacheFolder() (string, error) {
	path := cachePath("trial")
	if path == "" {
		return "", errors.New("neither HOME nor XDG_CACHE_HOME names a folder")
	}
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return folder, err
	}
	return folder, unix.Access(folder, unix.W_OK)
}
