// Package inputfile opens files that come from outside. Whatever is at a path, opening
// it does not wait and reading it ends: a pipe, a device, a folder and a file that is too
// large are errors.
package inputfile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// Reasons why a path is not opened, within the error that Open returns.
var (
	ErrFolder     = errors.New("is a folder, not a file")
	ErrNotRegular = errors.New("is not a regular file")
)

// SizeError says that a file has more bytes than are read of it.
type SizeError struct {
	Path       string
	Size, Most int64 // bytes
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("%s has %d bytes; at most %d are read", e.Path, e.Size, e.Most)
}

// Open opens a regular file, or the one that a link leads to, and returns its size in bytes.
func Open(path string) (*os.File, int64, error) {
	// Without O_NONBLOCK, opening a pipe waits for a writer.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = fmt.Errorf("%s %w", path, ErrFolder)
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%s %w", path, ErrNotRegular)
	default:
		return f, info.Size(), nil
	}
	f.Close()
	return nil, 0, err
}

// Sum returns the size of a regular file in bytes, and its SHA-256 in hex.
func Sum(path string) (size int64, sha256sum string, err error) {
	f, _, err := Open(path)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	sum := sha256.New()
	size, err = io.Copy(sum, f)
	return size, hex.EncodeToString(sum.Sum(nil)), err
}

// Read reads a regular file of at most that many bytes.
func Read(path string, most int64) ([]byte, error) {
	f, size, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size > most {
		return nil, &SizeError{Path: path, Size: size, Most: most}
	}
	b, err := io.ReadAll(io.LimitReader(f, most+1)) // the file may grow
	if err == nil && int64(len(b)) > most {
		return nil, &SizeError{Path: path, Size: int64(len(b)), Most: most}
	}
	return b, err
}
