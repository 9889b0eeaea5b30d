// Package scratch makes the folders that live as long as a run: matrices in
// memory-backed storage where they fit, sockets under a short path. Folders of
// runs that died are removed when the next one starts.
package scratch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/memory"
)

const (
	shared = "/dev/shm"
	prefix = "bench-scratch-"
	// lockName is the file in a folder that its owner keeps locked while it
	// lives: the kernel lets go of the lock however the owner ends, and the
	// lock is seen from every container that sees the folder.
	lockName = ".owner"
	// maxSocketPath is what every system allows for the path of a socket, less
	// what go-plugin appends to the folder's name.
	maxSocketPath = 103 - len("/plugin-dir1234567890/plugin1234567890")
)

// Dir is a private folder (0700) of this process.
type Dir struct {
	Path string // absolute
	lock *os.File
}

// Sockets makes a folder for sockets.
func Sockets() (*Dir, error) {
	base := temporary()
	if len(base)+len("/"+prefix+"1234567-1234567890") > maxSocketPath {
		base = "/tmp"
	}
	return create(base)
}

// Temporary makes a folder among the temporary files.
func Temporary() (*Dir, error) { return create(temporary()) }

// Matrices makes a folder for about size bytes: in memory if half of what is
// free there holds them, and half of the memory that bench may use, else among the temporary files.
func Matrices(size int64) (*Dir, error) {
	free, err := Free(shared)
	if all := memory.All(); all > 0 {
		free = min(free, all)
	}
	if err == nil && size <= free/2 {
		if dir, err := create(shared); err == nil {
			return dir, nil
		}
	}
	return create(temporary())
}

// Unnamed makes a file among the temporary files that has no name, so that nothing is left of it however
// its process ends.
func Unnamed() (*os.File, error) {
	f, err := os.CreateTemp(temporary(), prefix)
	if err == nil {
		err = os.Remove(f.Name())
	}
	if err != nil {
		return nil, fault.Machine(fmt.Errorf("making a temporary file: %w; TMPDIR names the folder for them", err))
	}
	return f, nil
}

// temporary is the folder of temporary files as an absolute path: plugins have
// another working directory.
func temporary() string {
	dir, err := filepath.Abs(os.TempDir())
	if err != nil {
		return "/tmp"
	}
	return dir
}

// create makes a folder and locks it. The lock file gets its name when it is
// locked, so that no process takes a folder for one without owner.
func create(base string) (*Dir, error) {
	path, err := os.MkdirTemp(base, fmt.Sprintf("%s%d-", prefix, os.Getpid()))
	if err != nil {
		return nil, fault.Machine(fmt.Errorf("making a scratch folder: %w; TMPDIR names the folder for temporary files", err))
	}
	fresh := filepath.Join(path, lockName+"-new")
	lock, err := os.OpenFile(fresh, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err == nil {
		err = unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	}
	if err == nil {
		err = os.Rename(fresh, filepath.Join(path, lockName))
	}
	if err != nil {
		if lock != nil {
			lock.Close()
		}
		return nil, errors.Join(fmt.Errorf("making a scratch folder: %w", err), os.RemoveAll(path))
	}
	return &Dir{path, lock}, nil
}

// InMemory reports whether the folder is in memory-backed storage.
func (d *Dir) InMemory() bool { return filepath.Dir(d.Path) == shared }

// Within reports whether a path is in a folder that some bench made here for a while.
func Within(path string) bool { return strings.Contains(path, "/"+prefix) }

// Holds reports whether a path leads into a scratch folder in memory, of
// whichever process.
func Holds(path string) bool { return strings.HasPrefix(path, filepath.Join(shared, prefix)) }

// Empty deletes what is in the folder except its lock.
func (d *Dir) Empty() error {
	entries, err := os.ReadDir(d.Path)
	if err != nil {
		return fmt.Errorf("emptying a scratch folder: %w", err)
	}
	for _, e := range entries {
		if e.Name() != lockName {
			err = errors.Join(err, os.RemoveAll(filepath.Join(d.Path, e.Name())))
		}
	}
	return err
}

// Remove deletes the folder with all that is in it. Nil has nothing to remove.
func (d *Dir) Remove() error {
	if d == nil {
		return nil
	}
	return errors.Join(os.RemoveAll(d.Path), d.lock.Close())
}

// Sweep removes the folders of our user whose owner is gone and returns how
// many there were.
func Sweep() int {
	removed := 0
	seen := map[string]bool{}
	for _, base := range []string{shared, temporary(), "/tmp"} {
		entries, err := os.ReadDir(base)
		if err != nil || seen[base] {
			continue
		}
		seen[base] = true
		for _, e := range entries {
			path := filepath.Join(base, e.Name())
			if strings.HasPrefix(e.Name(), prefix) && abandoned(path) && os.RemoveAll(path) == nil {
				removed++
			}
		}
	}
	return removed
}

// abandoned reports whether a folder is one of ours without a living owner.
func abandoned(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 {
		return false
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != os.Getuid() {
		return false
	}
	lock, err := os.OpenFile(filepath.Join(path, lockName), os.O_WRONLY|syscall.O_NOFOLLOW, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return unfinished(path)
	}
	if err != nil {
		return false
	}
	defer lock.Close()
	return unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil
}

// unfinished reports whether the process that was making a folder, whose number is
// in the folder's name, died before it could lock it.
func unfinished(path string) bool {
	var pid int
	if _, err := fmt.Sscanf(filepath.Base(path), prefix+"%d-", &pid); err != nil || pid < 1 {
		return false
	}
	return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}
