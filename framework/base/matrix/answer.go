package matrix

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// ReadAnswer reads an array of rows × cols, row-major, from a file whose
// writer is not trusted. A vector is one column. Nothing is waited for
// and nothing but a header is read before type, element, shape and size of the
// file are those of the array: what is read is then as large as it must be. The
// file need not keep still while it is read.
func ReadAnswer[T Element](path string, rows, cols int) ([]T, error) {
	f, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h, err := readHeader[T](f)
	if err != nil {
		return nil, err
	}
	if h.rows != rows || h.cols != cols {
		return nil, fmt.Errorf("%d × %d values were written where %d × %d were asked for", h.rows, h.cols, rows, cols)
	}
	return load[T](f, h)
}

// openRegular opens a file that need not be one: a pipe does not make it wait, a
// link does not lead elsewhere, and a device is refused.
func openRegular(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW, 0)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("%s was not written", path)
	case errors.Is(err, unix.ELOOP):
		return nil, fmt.Errorf("%s is a link", path)
	case err != nil:
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file (%v)", path, info.Mode().Type())
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
