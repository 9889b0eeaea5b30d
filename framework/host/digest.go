package host

import (
	"cmp"
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
	"syscall"
	"time"
)

// Of a virtual environment in a package counts what is installed: the files below site-packages
// except those that say where and by what. The same environment in two places has
// the same files then.
const installedIn = "lib/python*/site-packages" // lib64 is a link to lib

var installers = []string{"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"}

// listing holds the files of a package in the order of their paths.
type listing struct{ files []packaged }

// packaged is a file of a package, or what represents it.
type packaged struct {
	path string // in the package, "." if that is one file
	at   string // where it lies
	size int64
	mark string // in place of content that is not hashed: a link to a folder, or a file that cannot be read
	seen stat
}

// list finds the files of the package at a path. Pipes, sockets and devices are
// left out: they have no content.
func list(root string) (listing, error) {
	var l listing
	top, err := filepath.EvalSymlinks(root)
	if err != nil {
		return l, err
	}
	err = l.walk(top, top, false)
	slices.SortFunc(l.files, func(a, b packaged) int { return cmp.Compare(a.path, b.path) })
	return l, err
}

// walk adds what counts in a folder of the package at top, which may be installed in
// a virtual environment.
func (l *listing) walk(top, from string, installed bool) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		relative, outside := filepath.Rel(top, path)
		switch {
		case outside != nil:
			return outside
		case errors.Is(err, fs.ErrPermission) && path != top:
			l.files = append(l.files, packaged{path: relative, mark: unreadable})
			return nil
		case err != nil:
			return err
		case d.IsDir() && path != top && Left(path, true):
			return filepath.SkipDir
		case d.IsDir() && !installed && path != top && IsEnvironment(path):
			return l.environment(top, path)
		case d.IsDir() || path != top && Left(path, false):
			return nil
		case installed && slices.Contains(installers, d.Name()) && strings.HasSuffix(filepath.Dir(path), ".dist-info"):
			return nil
		}
		return l.add(path, relative, d)
	})
}

// environment adds what is installed in a virtual environment of the package.
func (l *listing) environment(top, dir string) error {
	folders, err := fs.Glob(os.DirFS(dir), installedIn)
	for _, folder := range folders {
		if err == nil {
			err = l.walk(top, filepath.Join(dir, folder), true)
		}
	}
	if err == nil {
		err = filepath.SkipDir
	}
	return err
}

// unreadable is the mark of what we may not read, and so the plugin neither.
const unreadable = "unreadable"

// add adds a file, or a link: to a file as that file, to anything else as where
// it leads.
func (l *listing) add(path, relative string, d fs.DirEntry) error {
	info, err := d.Info()
	if d.Type()&fs.ModeSymlink != 0 {
		info, err = os.Stat(path)
		if target, notLink := os.Readlink(path); notLink == nil && (err != nil || !info.Mode().IsRegular()) {
			l.files = append(l.files, packaged{path: relative, mark: "link to " + target})
			return nil
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // it has just been removed
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return nil
	}
	f := packaged{path: relative, at: path, size: info.Size()}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		f.seen = newStat(s)
	}
	l.files = append(l.files, f)
	return nil
}

// digest is a SHA-256 over all files with their paths, in hex.
func (l listing) digest() (string, error) {
	sum := sha256.New()
	for _, f := range l.files {
		if err := l.hashFile(sum, f); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func (l listing) hashFile(sum io.Writer, f packaged) error {
	if f.mark != "" {
		fmt.Fprintf(sum, "%s\x00%s\x00", f.path, f.mark)
		return nil
	}
	// Without O_NONBLOCK, a pipe that has taken the file's place would hold us.
	file, err := os.OpenFile(f.at, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrPermission) {
		fmt.Fprintf(sum, "%s\x00%s\x00", f.path, unreadable)
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	fmt.Fprintf(sum, "%s\x00%d\x00", f.path, f.size)
	_, err = io.CopyN(sum, file, f.size)
	if errors.Is(err, io.EOF) {
		err = fmt.Errorf("%s became shorter while it was hashed", file.Name())
	}
	return err
}

// restless is how old a file must be for its times to tell that it was not
// written again since.
const restless = 2 * time.Second

// settled reports whether all files are old enough for their times to tell.
func (l listing) settled() bool {
	young := time.Now().Add(-restless).UnixNano()
	return !slices.ContainsFunc(l.files, func(f packaged) bool {
		return f.mark == "" && f.seen.changed > young
	})
}

// stamp tells without reading them whether files are the same as before: equal
// stamps mean equal files. It is "" if a file is too young to tell.
func (l listing) stamp() string {
	if !l.settled() {
		return ""
	}
	sum := sha256.New()
	for _, f := range l.files {
		fmt.Fprintf(sum, "%s\x00%s\x00%d %v\x00", f.path, f.mark, f.size, f.seen)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
