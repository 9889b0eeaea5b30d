package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/manyclass/bench/framework/base/inputfile"
)

// unfinishedExt ends the name under which a file is written until it is whole. Its
// writer holds a lock on it, which ends with the process.
const unfinishedExt = ".unfinished"

// createUnfinished makes the locked file that is to become the file of a path.
func createUnfinished(path string) (*os.File, error) {
	for {
		f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*"+unfinishedExt)
		if err != nil {
			return nil, err
		}
		// Without locks on a file system the file is not locked for others either.
		_ = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if there, err := isAt(f, f.Name()); there || err != nil {
			return f, err
		}
		f.Close() // another process took it for abandoned before it was locked
	}
}

// RemoveUnfinished removes from a folder the files that [WriteFile] and [WriteNew] left
// there when their process was killed. It leaves those of living processes, on every
// machine whose locks the file system knows.
func RemoveUnfinished(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("looking for what a killed process left: %w", err)
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, ".") && strings.HasSuffix(name, unfinishedExt) {
			if err := removeAbandoned(filepath.Join(dir, name)); err != nil {
				return fmt.Errorf("removing what a killed process left: %w", err)
			}
		}
	}
	return nil
}

// removeAbandoned removes an unfinished file that no process holds.
func removeAbandoned(path string) error {
	f, _, err := inputfile.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return nil
	}
	if there, err := isAt(f, path); !there || err != nil {
		return err
	}
	return os.Remove(path)
}

// isAt reports whether an open file is the one that a path names now.
func isAt(f *os.File, path string) (bool, error) {
	open, err := f.Stat()
	if err != nil {
		return false, err
	}
	named, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(open, named), err
}
