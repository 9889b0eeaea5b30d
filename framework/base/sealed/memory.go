package sealed

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// namePrefix begins the names of memory files, by which /proc shows them:
// /memfd:bench-input X.npy (deleted).
const namePrefix = "bench-input "

// seals keep a file from being written, mapped for writing, shortened or
// lengthened, and from losing its seals.
const seals = unix.F_SEAL_WRITE | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_SEAL

// memoryFile makes an empty file in memory that takes seals, as long as there are
// descriptors to spare.
func memoryFile(name string) (*os.File, error) {
	if open.Load() >= mostOpen() {
		return nil, unix.EMFILE
	}
	fd, err := unix.MemfdCreate(namePrefix+name, unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, err
	}
	open.Add(1)
	return os.NewFile(uintptr(fd), namePrefix+name), nil
}

// drop closes a file.
func drop(file *os.File) error {
	if isMemoryFile(file) {
		open.Add(-1)
	}
	return file.Close()
}

// open counts the memory files of this process; each takes a descriptor.
var open atomic.Int64

// mostOpen leaves half of the descriptors that the process may have to others.
var mostOpen = sync.OnceValue(func() int64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return 256
	}
	return int64(min(limit.Cur, 1<<20) / 2)
})

func isMemoryFile(f *os.File) bool { return strings.HasPrefix(f.Name(), namePrefix) }

// seal makes a file read-only for ever, and for those who are not root already
// when they open it.
func seal(f *os.File) error {
	if err := f.Chmod(0o400); err != nil {
		return err
	}
	_, err := unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, seals)
	return err
}

// memoryPath names an open file for other processes of our user.
func memoryPath(f *os.File) string { return fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), f.Fd()) }

// canSeal tries out, once, what sealing promises: kernels without it, sandboxes
// that only know its name, and a process whose files others may not open through
// /proc are good for plain files.
var canSeal = sync.OnceValue(func() bool {
	dumpable, err := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0)
	if err != nil || dumpable != 1 {
		return false
	}
	f, err := memoryFile("trial")
	if err != nil {
		return false
	}
	defer func() { _ = drop(f) }()
	if _, err := f.Write([]byte("sealed")); err != nil || seal(f) != nil {
		return false
	}
	return readable(memoryPath(f)) && !writable(memoryPath(f))
})

// readable reports whether a path can be mapped for reading.
func readable(path string) bool {
	return mappable(path, os.O_RDONLY, unix.PROT_READ) == nil
}

// writable reports whether a file can be changed by its path in some way.
func writable(path string) bool {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteAt([]byte("S"), 0)
		err = errors.Join(err, f.Close())
	}
	return err == nil || os.Truncate(path, 1) == nil || mappable(path, os.O_RDWR, unix.PROT_READ|unix.PROT_WRITE) == nil
}

func mappable(path string, flag, protection int) error {
	f, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	m, err := unix.Mmap(int(f.Fd()), 0, 1, protection, unix.MAP_SHARED)
	if err != nil {
		return err
	}
	return unix.Munmap(m)
}
