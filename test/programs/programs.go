// Package programs builds once, for all tests, the executables that they run.
package programs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// Sources are the folders of a repository that the executables are built from, and read.
var Sources = []string{"cmd", "framework", "plugins", "sdk", "examples", "experiments", "test"}

// Into puts programs of a repository into a folder: "bench", "bench-adapter", "plugins", the folder
// of all that are shipped, "plugins/NAME", or "extra", those of test/plugins and examples/plugins.
func Into(dir, repository string, programs ...string) error {
	from, err := build(repository)
	if err != nil {
		return err
	}
	for _, name := range programs {
		if err := place(filepath.Join(from, name), filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// built says of each repository where its programs are.
var built sync.Map

// build builds all programs as make build does, into bin/test of the repository, which no other
// process does at the same time. What is current is not built again.
func build(repository string) (string, error) {
	once, _ := built.LoadOrStore(repository, sync.OnceValues(func() (string, error) {
		dir, err := filepath.Abs(filepath.Join(repository, "bin/test"))
		if err != nil {
			return "", err
		}
		if err := errors.Join(touch(repository), os.MkdirAll(dir, 0o755)); err != nil {
			return "", err
		}
		lock, err := os.Create(filepath.Join(dir, "lock"))
		if err != nil {
			return "", err
		}
		defer lock.Close()
		if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
			return "", err
		}
		for _, b := range [][]string{
			{"bench", "./cmd/bench"}, {"bench-adapter", "./cmd/bench-adapter"}, {"plugins/", "./plugins/..."},
			{"extra/", "./test/plugins/...", "./examples/plugins/..."},
		} {
			build := exec.Command("go", append([]string{"build", "-trimpath", "-buildvcs=false", "-o", dir + "/" + b[0]}, b[1:]...)...)
			build.Dir, build.Env = repository, append(os.Environ(), "CGO_ENABLED=0")
			if out, err := build.CombinedOutput(); err != nil {
				return "", fmt.Errorf("building %s: %w\n%s", b[1:], err, out)
			}
		}
		return dir, nil
	}))
	return once.(func() (string, error))()
}

// place copies a file, or all files of a folder, to another place: some tests damage what they run.
func place(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := to + strings.TrimPrefix(path, from)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return copyFile(path, target)
	})
}

// copyFile copies an executable.
func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}

// touch opens every file that the executables are built from, so that go test knows that the
// result depends on them and does not answer from its cache.
func touch(repository string) error {
	for _, dir := range Sources {
		err := filepath.WalkDir(filepath.Join(repository, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, ".pyc") {
				return err
			}
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			return f.Close()
		})
		if err != nil {
			return fmt.Errorf("reading sources: %w", err)
		}
	}
	return nil
}
