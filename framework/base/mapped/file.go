package mapped

import (
	"fmt"
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/scratch"
)

// Number is a type that slices are made of.
type Number interface {
	int | int8 | int32 | int64 | float32 | float64
}

func width[T Number]() int {
	var zero T
	return int(unsafe.Sizeof(zero))
}

// kept are the mappings of this process, by their first bytes.
var kept sync.Map

// File collects numbers whose count is not known.
type File[T Number] struct {
	file  *os.File
	count int
}

// Create returns an empty file.
func Create[T Number]() (*File[T], error) {
	f, err := scratch.Unnamed()
	if err != nil {
		return nil, err
	}
	return &File[T]{file: f}, nil
}

// Append writes numbers behind those that are there.
func (f *File[T]) Append(values []T) error {
	if len(values) == 0 {
		return nil
	}
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*width[T]())
	if _, err := f.file.Write(raw); err != nil {
		return fault.Machine(fmt.Errorf("writing %d bytes to a temporary file: %w; TMPDIR names the folder for them",
			len(raw), err))
	}
	f.count += len(values)
	return nil
}

// Len is how many numbers there are.
func (f *File[T]) Len() int { return f.count }

// Slice returns all numbers. Nothing can be appended any more.
func (f *File[T]) Slice() ([]T, error) { return f.keep() }

// Close gives up a file of which no slice was made.
func (f *File[T]) Close() { f.file.Close() }

func first[T Number](values []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(values)) }

// keep maps the numbers of a file and closes it.
func (f *File[T]) keep() ([]T, error) {
	defer f.file.Close()
	if f.count == 0 {
		return []T{}, nil
	}
	size := f.count * width[T]()
	raw, err := unix.Mmap(int(f.file.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fault.Machine(fmt.Errorf("mapping %d bytes of a temporary file: %w", size, err))
	}
	values := unsafe.Slice((*T)(unsafe.Pointer(&raw[0])), f.count)
	kept.Store(first(values), raw)
	return values, nil
}

// sized makes the file n zeros long, with room for all of them.
func (f *File[T]) sized(n int) ([]T, error) {
	if err := matrix.Reserve(f.file, int64(n)*int64(width[T]())); err != nil {
		f.file.Close()
		return nil, err
	}
	f.count = n
	return f.keep()
}
