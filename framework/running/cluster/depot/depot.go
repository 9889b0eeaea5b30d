// Package depot keeps files and folders by the digest of what they hold: in a folder
// that all nodes share, from which each node copies what it needs once.
package depot

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/manyclass/bench/framework/base/inputfile"
)

// Entry is something in a depot: a file or folder in a folder that is called by the
// digest.
type Entry struct {
	Digest string `json:"digest"` // SHA-256, hex, over what whoever made the entry says
	Base   string `json:"base"`   // name of the file or folder
}

// Path is where a depot holds the entry.
func (e Entry) Path(depot string) string { return filepath.Join(depot, e.Digest, e.Base) }

// FileEntry is the entry of a file: its digest is that of its bytes.
func FileEntry(path string) (Entry, error) {
	sum, err := fileSum(path)
	return Entry{sum, filepath.Base(path)}, err
}

func fileSum(path string) (string, error) {
	_, sum, err := inputfile.Sum(path)
	return sum, err
}

// Put copies the file or folder at a path into a depot, unless the depot has the entry.
func (e Entry) Put(depot, path string) error {
	if _, err := os.Stat(e.Path(depot)); err == nil {
		return nil
	}
	return e.put(depot, path)
}

// put copies an entry as a whole: nobody sees a part of it. What has the same digest and another name stays beside it.
func (e Entry) put(depot, from string) error {
	if err := os.MkdirAll(depot, 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(depot, ".new-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	made := filepath.Join(temporary, e.Base)
	if err := copyTree(made, from); err != nil {
		return err
	}
	into := filepath.Join(depot, e.Digest)
	err = os.Mkdir(into, 0o755)
	if err == nil {
		err = os.Chmod(into, 0o755) // whatever the mask of new files is
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	err = os.Rename(made, e.Path(depot))
	if _, there := os.Stat(e.Path(depot)); err != nil && there == nil {
		return nil // somebody else was faster
	}
	return err
}

// ErrOther is the error of bytes that are not those of the digest.
var ErrOther = errors.New("its bytes are not those of its digest")

// Fetch returns the path of the entry in the depot of this node. What that lacks, or
// holds in another form, it copies from the shared depot. Digest computes what the
// entry's digest is over; nil for a file. Processes of one node take turns.
func (e Entry) Fetch(node, shared string, digest func(path string) (string, error)) (string, error) {
	if digest == nil {
		digest = fileSum
	}
	if err := os.MkdirAll(node, 0o755); err != nil {
		return "", err
	}
	free, err := lock(filepath.Join(node, ".lock"))
	if err != nil {
		return "", err
	}
	defer free()
	path := e.Path(node)
	if sum, err := digest(path); err == nil && sum == e.Digest {
		return path, nil
	}
	if err := os.RemoveAll(path); err != nil {
		return "", err
	}
	from := e.Path(shared)
	if err := e.put(node, from); err != nil {
		return "", fmt.Errorf("copying %s: %w", from, err)
	}
	switch sum, err := digest(path); {
	case err != nil:
		return "", err
	case sum != e.Digest:
		return "", fmt.Errorf("%s: %w; remove %s, and the next bench run hands it over again", e.Path(shared),
			errors.Join(ErrOther, os.RemoveAll(path)), from)
	}
	return path, nil
}

// lock waits for a file of this node's disk to be free, and holds it.
func lock(path string) (free func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}

// copyTree copies a file or folder. Links stay links, but the top is what it leads to;
// pipes, sockets and devices are left out.
func copyTree(to, from string) error {
	top, err := filepath.EvalSymlinks(from)
	if err != nil {
		return err
	}
	return filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(top, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		switch info, err := d.Info(); {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case d.Type()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, target)
		case info.Mode().IsRegular():
			return copyFile(target, path, info.Mode().Perm())
		}
		return nil
	})
}

func copyFile(to, from string, mode fs.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}
