// Package matrix reads, writes and maps arrays as .npy files, the form in which
// design matrices, scores and row sets pass between host and plugins. A sparse
// matrix is three vectors.
// Elements are little-endian and in C (row-major) order; vectors have one
// dimension, matrices two. The machine is taken to be little-endian, as
// amd64 and arm64 are.
package matrix

import (
	"errors"
	"fmt"
	"io"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Element is a type that arrays are made of.
type Element interface{ int8 | int32 | int64 | float64 }

// describe returns NumPy's name of an element type and its width in bytes.
func describe[T Element]() (descr string, width int) {
	var zero T
	switch any(zero).(type) {
	case int8:
		return "|i1", 1
	case int32:
		return "<i4", 4
	case int64:
		return "<i8", 8
	default:
		return "<f8", 8
	}
}

// Mapped is a matrix of float64 in a mapped file: row i is
// Data[i*Cols : (i+1)*Cols]. A one-dimensional file is a matrix of one column.
type Mapped struct {
	Rows, Cols int
	Data       []float64 // Rows × Cols; nil after Close
	mapping    []byte    // the whole file
}

// Create makes a two-dimensional file of rows × cols zeros, with room reserved
// for all of it, and maps it for reading and writing: what is stored in Data is
// in the file, at once for other processes that map it and at the latest after
// Close. A file that exists is replaced. Negative sizes panic.
func Create(path string, rows, cols int) (*Mapped, error) {
	f, err := create(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := Fill(f, rows, cols)
	if err != nil {
		os.Remove(path)
	}
	return m, err
}

// Fill is Create in an empty file, which stays open.
func Fill(f *os.File, rows, cols int) (*Mapped, error) {
	if rows < 0 || cols < 0 {
		panic(fmt.Sprintf("matrix: creating %s: negative shape %d × %d", f.Name(), rows, cols))
	}
	h, err := makeRoom[float64](f, rows, cols)
	if err != nil {
		return nil, err
	}
	return mapMatrix(f, h, unix.PROT_READ|unix.PROT_WRITE)
}

// create makes an empty file. A new inode leaves processes alone that still map an
// older one.
func create(path string) (*os.File, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
}

// layout is what a file holds whose header has been checked.
type layout struct {
	header
	rows, cols int // a vector has one column
	size       int // bytes that the data take
}

// newLayout computes sizes from the header of a file of elements of type T.
func newLayout[T Element](h header) (l layout, err error) {
	_, width := describe[T]()
	l.header = h
	l.rows, l.cols, l.size, err = h.size(width)
	return l, err
}

// makeRoom makes an empty file that of an array of zeros, with room for all of it.
func makeRoom[T Element](f *os.File, shape ...int) (layout, error) {
	descr, _ := describe[T]()
	head := format(descr, shape...)
	h, err := newLayout[T](header{descr: descr, shape: shape, offset: len(head)})
	if err != nil {
		return h, fmt.Errorf("creating %s: %w", f.Name(), err)
	}
	if _, err := f.Write(head); err != nil {
		return h, err
	}
	if err := Reserve(f, int64(h.offset+h.size)); err != nil {
		return h, fmt.Errorf("reserving %d bytes for %s: %w", h.offset+h.size, f.Name(), err)
	}
	return h, nil
}

// Open maps a file of float64 read-only. Writing to Data is a fault.
func Open(path string) (*Mapped, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h, err := readHeader[float64](f)
	if err != nil {
		return nil, err
	}
	return mapMatrix(f, h, unix.PROT_READ)
}

func mapMatrix(f *os.File, h layout, protection int) (*Mapped, error) {
	data, raw, err := mapFile[float64](f, h, protection)
	if err != nil {
		return nil, err
	}
	return &Mapped{Rows: h.rows, Cols: h.cols, Data: data, mapping: raw}, nil
}

// mapFile maps a file and returns its elements and the whole mapping. Header and
// data are mapped together, so that even an empty array has something to map.
func mapFile[T Element](f *os.File, h layout, protection int) ([]T, []byte, error) {
	if h.offset%8 != 0 {
		return nil, nil, fmt.Errorf("reading %s: data start at byte %d, which is not a multiple of 8", f.Name(), h.offset)
	}
	raw, err := unix.Mmap(int(f.Fd()), 0, h.offset+h.size, protection, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, fmt.Errorf("mapping %s: %w", f.Name(), err)
	}
	if h.size == 0 {
		return []T{}, raw, nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&raw[h.offset])), h.rows*h.cols), raw, nil
}

// Release gives back the memory of rows [start, end), as far as they fill pages.
// What they hold stays in the file, from where it comes back when it is used.
func (m *Mapped) Release(start, end int) error {
	page := os.Getpagesize()
	header := len(m.mapping) - 8*len(m.Data)
	from := (header + 8*start*m.Cols + page - 1) / page * page
	to := (header + 8*end*m.Cols) / page * page
	if from >= to {
		return nil
	}
	return unix.Madvise(m.mapping[from:to], unix.MADV_DONTNEED)
}

// Close unmaps the file; Data must not be used any more. Closing twice is safe.
func (m *Mapped) Close() error {
	if m.mapping == nil {
		return nil
	}
	raw := m.mapping
	m.mapping, m.Data = nil, nil
	return unix.Munmap(raw)
}

// readHeader reads and checks the header of an open file of elements of type T, and
// that the file is exactly as long as its header says.
func readHeader[T Element](f *os.File) (h layout, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("reading %s: %w", f.Name(), err)
		}
	}()
	start, err := io.ReadAll(io.LimitReader(f, maxHeader+12))
	if err != nil {
		return h, err
	}
	parsed, err := parseHeader(start)
	if err != nil {
		return h, err
	}
	descr, _ := describe[T]()
	if err := parsed.check(descr); err != nil {
		return h, err
	}
	if h, err = newLayout[T](parsed); err != nil {
		return h, err
	}
	info, err := f.Stat()
	if err != nil {
		return h, err
	}
	if want := int64(h.offset) + int64(h.size); info.Size() != want {
		return h, fmt.Errorf("file has %d bytes, its header asks for %d", info.Size(), want)
	}
	return h, nil
}

// load reads the data of a file into memory.
func load[T Element](f *os.File, h layout) ([]T, error) {
	data := make([]T, h.rows*h.cols)
	if len(data) == 0 {
		return data, nil
	}
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&data[0])), h.size)
	if _, err := io.ReadFull(io.NewSectionReader(f, int64(h.offset), int64(h.size)), raw); err != nil {
		return nil, fmt.Errorf("reading %s: %w", f.Name(), err)
	}
	return data, nil
}

// read loads a whole file of elements of type T.
func read[T Element](path string) (data []T, rows, cols int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, 0, err
	}
	defer f.Close()
	h, err := readHeader[T](f)
	if err != nil {
		return nil, 0, 0, err
	}
	data, err = load[T](f, h)
	return data, h.rows, h.cols, err
}

// write stores data in a file.
func write[T Element](path string, rows, cols int, data []T) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := Write(f, rows, cols, data); err != nil {
		return err
	}
	return f.Close()
}

// Write writes data as a vector if cols is 0 and there is one element a row, else
// as a matrix of rows × cols, row-major. It panics if data has another length.
func Write[T Element](w io.Writer, rows, cols int, data []T) error {
	shape := []int{rows, cols}
	if cols == 0 && len(data) == rows {
		shape = shape[:1]
	} else if len(data) != rows*cols {
		panic(fmt.Sprintf("matrix: writing %d elements for %d × %d", len(data), rows, cols))
	}
	descr, width := describe[T]()
	if _, err := w.Write(format(descr, shape...)); err != nil || len(data) == 0 {
		return err
	}
	_, err := w.Write(unsafe.Slice((*byte)(unsafe.Pointer(&data[0])), len(data)*width))
	return err
}
