package sealed

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// timesTell says that a file on a disk has a new time after every change, through a mapping
// too.
const timesTell = true

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

// mostOpen leaves half of the descriptors that the process may have to others.
var mostOpen = sync.OnceValue(func() int64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return 256
	}
	return int64(min(limit.Cur, 1<<20) / 2)
})

// seal makes a file read-only for ever, and for those who are not root already
// when they open it. It returns the path of the file for other processes of our user.
func seal(f *os.File) (path string, err error) {
	if err := f.Chmod(0o400); err != nil {
		return "", err
	}
	_, err = unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, seals)
	return fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), f.Fd()), err
}

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
	if _, err := f.Write([]byte("sealed")); err != nil {
		return false
	}
	path, err := seal(f)
	return err == nil && readable(path) && !writable(path)
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

// onMemory reports whether a folder is in memory anyway.
func onMemory(path string) bool {
	var fs unix.Statfs_t
	return unix.Statfs(path, &fs) == nil && (fs.Type == unix.TMPFS_MAGIC || fs.Type == unix.RAMFS_MAGIC)
}
