// Package host finds, launches, supervises and ends plugin processes.
package host

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Package is a plugin on disk: an executable, alone or in a folder with what
// it needs.
type Package struct {
	Name       string // file or folder name, for example "logreg"
	Executable string // absolute path
	Root       string // the folder of a folder package, else the executable
	Digest     string // SHA-256 over the whole package, hex
	// StartWithin is how long a process may take to shake hands, and again to
	// describe itself; 0 for 20 s.
	StartWithin time.Duration
}

// FindPackages lists the plugins in a folder: every executable file, and every
// sub-folder that holds an executable of its own name. A folder that does not
// exist holds none.
func FindPackages(dir string) ([]Package, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("looking for plugins: %w", err)
	}
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool {
		return strings.HasPrefix(e.Name(), ".") || !holdsExecutable(filepath.Join(dir, e.Name()), e.Name())
	})
	found, errs := make([]Package, len(entries)), make([]error, len(entries))
	var wait sync.WaitGroup
	for i, e := range entries { // side by side, since most of it is hashing
		wait.Go(func() {
			found[i], errs[i] = OpenPackage(e.Name(), filepath.Join(dir, e.Name()))
			found[i].StartWithin = uninvitedTimeout
		})
	}
	wait.Wait()
	return found, errors.Join(errs...)
}

func holdsExecutable(path, name string) bool {
	return isExecutable(path) || isExecutable(filepath.Join(path, name))
}

func isExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

// OpenPackage reads the plugin called name at source: an executable file, or a
// folder that holds an executable called name, or exactly one executable.
func OpenPackage(name, source string) (Package, error) {
	p := Package{Name: name}
	source, err := filepath.Abs(source)
	if err != nil {
		return p, fmt.Errorf("plugin %q: %w", name, err)
	}
	p.Root = source
	info, err := os.Stat(source)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p, fmt.Errorf("plugin %q: there is nothing at %s", name, source)
	case err != nil:
		return p, fmt.Errorf("plugin %q: %w", name, err)
	case info.IsDir():
		p.Executable, err = executableIn(source, name)
	case isExecutable(source):
		p.Executable = source
	default:
		err = fmt.Errorf("%s is not executable (chmod +x it)", source)
	}
	if err != nil {
		return p, fmt.Errorf("plugin %q: %w", name, err)
	}
	p.Digest, err = digest(source)
	if err != nil {
		return p, fmt.Errorf("plugin %q: %w", name, err)
	}
	return p, nil
}

// verify reports whether the package is what it was when it was opened: every
// process of a run must run the same code.
func (p Package) verify() error {
	now, err := digest(p.Root)
	if err == nil && now != p.Digest {
		err = fmt.Errorf("the files at %s were changed while bench was running: SHA-256 %s, now %s; "+
			"run bench again to use the new ones, after bench init -upgrade if they are locked", p.Root, p.Digest, now)
	}
	if err != nil {
		return &Error{Plugin: p.Name, Doing: "starting", Err: err}
	}
	return nil
}

func executableIn(dir, name string) (string, error) {
	if path := filepath.Join(dir, name); isExecutable(path) {
		return path, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var found []string
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name()); isExecutable(path) {
			found = append(found, path)
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("%s holds %d executable files; one of them must be called %q", dir, len(found), name)
	}
	return found[0], nil
}

// digest hashes every file of a package with its path, in sorted order.
// Folders that interpreters and version control fill on their own are left out.
func digest(root string) (string, error) {
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "__pycache__" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if !d.IsDir() {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	slices.Sort(files)
	sum := sha256.New()
	for _, path := range files {
		if err := hashFile(sum, root, path); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func hashFile(sum io.Writer, root, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	relative, err := filepath.Rel(root, path)
	if err != nil {
		return err
	}
	fmt.Fprintf(sum, "%s\x00%d\x00", relative, info.Size())
	_, err = io.Copy(sum, f)
	return err
}
