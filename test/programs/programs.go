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
	"runtime"
	"strings"
	"sync"
	"syscall"

	"github.com/manyclass/bench/plugins/shipped"
)

// Sources are the folders of a repository that the executables are built from, and read.
var Sources = []string{"cmd", "framework", "plugins", "sdk", "examples", "experiments", "test"}

// Into puts programs of a repository into a folder: "bench", and with it the links to it that are
// called "bench-adapter", "plugins", the folder of all that are shipped, or "plugins/NAME"; or "extra",
// the programs of test/plugins and examples/plugins.
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
		return dir, compile(repository, dir)
	}))
	return once.(func() (string, error))()
}

// compile builds the programs into a folder: bench with the identities of its plugins, which are links to it.
func compile(repository, dir string) error {
	identities, err := golang(repository, "run", "./cmd/identify", runtime.GOOS, runtime.GOARCH, "./cmd/bench-adapter",
		"./plugins/...")
	if err != nil {
		return err
	}
	const small = "-ldflags=-s -w" // as make build does: without tables for debuggers, linking takes half the time
	for _, b := range [][]string{
		{small + " -X main.identities=" + strings.TrimSpace(identities), "-o", dir + "/bench", "./cmd/bench"},
		{small, "-o", dir + "/extra/", "./test/plugins/...", "./examples/plugins/..."},
	} {
		if _, err := golang(repository, append([]string{"build", "-trimpath", "-buildvcs=false"}, b...)...); err != nil {
			return err
		}
	}
	links := map[string]string{"bench-adapter": "bench"}
	for _, name := range shipped.Names() {
		links["plugins/"+name] = "../bench"
	}
	for name, leads := range links {
		path := filepath.Join(dir, name)
		if at, err := os.Readlink(path); err == nil && at == leads {
			continue
		}
		if err := errors.Join(os.RemoveAll(path), os.MkdirAll(filepath.Dir(path), 0o755), os.Symlink(leads, path)); err != nil {
			return err
		}
	}
	return nil
}

// golang runs the go command in a repository, and returns what it prints.
func golang(repository string, arguments ...string) (string, error) {
	c := exec.Command("go", arguments...)
	var stderr strings.Builder
	c.Dir, c.Env, c.Stderr = repository, append(os.Environ(), "CGO_ENABLED=0"), &stderr
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(arguments, " "), err, stderr.String())
	}
	return string(out), nil
}

// place copies a file, or all files of a folder, to another place: some tests damage what they run.
// Links stay links.
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
		if d.Type()&fs.ModeSymlink != 0 {
			leads, err := os.Readlink(path)
			return errors.Join(err, os.Symlink(leads, target))
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
