// Package cache keeps files by the SHA-256 of their bytes, so that data and plugins that a
// file names are downloaded once. Nothing here reaches the network.
package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
)

// Cache is a folder of files by digest. The zero value has no folder and holds nothing.
type Cache struct{ dir string }

// Open is the cache of the user: bench below $XDG_CACHE_HOME, or below ~/.cache. The folder need not exist.
func Open() (Cache, error) {
	base := os.Getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(base) { // as the XDG specification says
		home, err := os.UserHomeDir()
		if err != nil {
			return Cache{}, errors.New("the cache needs a folder: neither XDG_CACHE_HOME nor HOME is set; " +
				"set one of them to a folder where you may write")
		}
		base = filepath.Join(home, ".cache")
	}
	return At(filepath.Join(base, "bench")), nil
}

// At is the cache in a folder.
func At(dir string) Cache { return Cache{dir} }

// Dir is the folder.
func (c Cache) Dir() string { return c.dir }

// digest is what names a file.
var digest = regexp.MustCompile(`^[0-9a-f]{64}$`)

// Path is where the file with a digest belongs, in lower-case hex, and whether it is there.
func (c Cache) Path(sha256 string) (path string, there bool) {
	if c.dir == "" || !digest.MatchString(sha256) {
		return "", false
	}
	path = c.place(sha256)
	return path, Holds(path)
}

func (c Cache) place(digest string) string { return filepath.Join(c.dir, "sha256", digest[:2], digest) }

// ErrUnwritable is what a cache says into which nothing can be written.
var ErrUnwritable = errors.New("the cache cannot be written")

// Partial opens the file that collects what is downloaded from a place, at its end: what an interrupted download
// left is there. Only one process at a time has it; a second one gets an empty file of its own, which is
// removed when it is closed.
func (c Cache) Partial(from string) (*Partial, error) {
	dir := filepath.Join(c.dir, "partial")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnwritable, err)
	}
	key := sha256.Sum256([]byte(from))
	path := filepath.Join(dir, hex.EncodeToString(key[:]))
	p := &Partial{cache: c}
	var err error
	if p.File, err = lockedFile(path); err == nil && p.File == nil {
		p.own = true
		p.File, err = os.CreateTemp(dir, "own-*")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnwritable, err)
	}
	if _, err = p.Seek(0, io.SeekEnd); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// lockedFile opens a file for this process alone; it is nil if another one has it.
func lockedFile(path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
			return nil, f.Close()
		}
		opened, err := f.Stat()
		now, gone := os.Stat(path)
		if err == nil && gone == nil && os.SameFile(opened, now) {
			return f, nil
		}
		f.Close() // it was kept meanwhile
	}
}

// Partial is a file on its way into the cache.
type Partial struct {
	*os.File
	cache Cache
	own   bool
}

// Digests are those of a file, in lower-case hex.
type Digests struct {
	SHA256, MD5 string
	Bytes       int64
}

// Keep moves the file to its place in the cache and returns it. The file is whole then, on disk too.
func (p *Partial) Keep(sha256 string) (path string, err error) {
	path = p.cache.place(sha256)
	if err = p.Sync(); err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err == nil {
		err = os.Chmod(p.Name(), 0o444)
	}
	if err == nil {
		err = os.Rename(p.Name(), path)
	}
	p.own = false
	return path, err
}

// Discard empties the file.
func (p *Partial) Discard() error {
	if err := p.Truncate(0); err != nil {
		return err
	}
	_, err := p.Seek(0, io.SeekStart)
	return err
}

// Close leaves what was collected for the next download, unless the file was one of its own.
func (p *Partial) Close() error {
	if p.own {
		_ = os.Remove(p.Name())
	}
	return p.File.Close()
}

// Holds reports whether there is a file at a path.
func Holds(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
