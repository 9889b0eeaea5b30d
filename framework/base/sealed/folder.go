// Package sealed makes the files that plugins read: whole when their path is
// known, and from then on they cannot be changed, as
// docs/decisions says. A plugin is a process with our rights, perhaps root's,
// and others read the same files.
package sealed

import (
	"fmt"
	"io"
	"os"
	"sync"
)

// Folder is a private folder for the files of some calls, or of one: what plugins
// write there then cannot be what was there before. Where it is in memory,
// its sealed files are memory files with the kernel's seals, which hold for root
// too. Elsewhere they are in it without the right to be written, and Check finds
// out whether that has kept everybody from it. Its methods may be called from
// several goroutines.
type Folder struct {
	Path     string
	inMemory bool

	mu      sync.Mutex
	held    []*os.File // sealed memory files: they live as long as they are open
	watched []watched
}

// New makes a folder below another. Its name begins with prefix.
func New(parent, prefix string) (*Folder, error) {
	path, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, err
	}
	return &Folder{Path: path, inMemory: onMemory(path)}, nil
}

// Close removes the folder and gives up its files. A plugin that still maps one
// keeps it for as long. Nil has nothing to remove.
func (f *Folder) Close() {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, file := range f.held {
		_ = drop(file)
	}
	f.held, f.watched = nil, nil
	_ = os.RemoveAll(f.Path)
}

// Make makes sealed files: it has fill write to new ones, closing what maps them,
// and returns the paths under which they can be read, in the order of the names.
func (f *Folder) Make(fill func(files []*os.File) error, names ...string) (paths []string, err error) {
	var files []*os.File
	defer func() {
		for _, file := range files {
			_ = drop(file)
		}
	}()
	for _, name := range names {
		file, err := f.create(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if err := fill(files); err != nil {
		return nil, err
	}
	for len(files) > 0 {
		path, err := f.seal(files[0])
		if err != nil {
			return nil, err
		}
		paths, files = append(paths, path), files[1:]
	}
	return paths, nil
}

// Put makes one sealed file, which write fills, and returns its path.
func (f *Folder) Put(name string, write func(io.Writer) error) (path string, err error) {
	paths, err := f.Make(func(files []*os.File) error { return write(files[0]) }, name)
	if err != nil {
		return "", err
	}
	return paths[0], nil
}

// create makes an empty file: in memory as long as there are descriptors to spare.
func (f *Folder) create(name string) (*os.File, error) {
	if f.inMemory && canSeal() {
		if file, err := memoryFile(name); err == nil {
			return file, nil
		}
	}
	return os.CreateTemp(f.Path, "*-"+name)
}

// seal ends the writing of a file and returns the path under which it can be read.
func (f *Folder) seal(file *os.File) (string, error) {
	if !isMemoryFile(file) {
		return f.watch(file)
	}
	path, err := seal(file)
	if err != nil {
		return "", fmt.Errorf("sealing %s: %w", file.Name(), err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.held = append(f.held, file)
	return path, nil
}

// Check returns an error if a sealed file was changed. Memory files cannot be. Nil
// holds none.
func (f *Folder) Check() error {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.watched {
		if err := f.watched[i].check(); err != nil {
			return err
		}
	}
	return nil
}

// Seals reports whether sealed files are memory files that the kernel keeps from being changed:
// elsewhere changes are noticed afterwards.
func Seals() bool { return canSeal() }

// watch closes a file and remembers what it holds.
func (f *Folder) watch(file *os.File) (string, error) {
	path := file.Name()
	w := watched{path: path, unmoved: timesTell && !f.inMemory}
	var err error
	if w.sum, err = sum(path); err != nil {
		return "", err
	}
	if err := file.Chmod(0o400); err != nil {
		return "", err
	}
	if err := os.Chtimes(path, stamp, stamp); err != nil {
		return "", err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.watched = append(f.watched, w)
	return path, file.Close()
}
