// Package mapped holds numbers that would fill the memory in files, which are mapped: slices like any other,
// whose memory the system takes back when it needs it, since it can read them again. The files have no name,
// so that nothing is left of them however the process ends.
package mapped

import (
	"os"

	"golang.org/x/sys/unix"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/memory"
)

// share is the part of the memory that slices which are there together may take up: an eighth.
const share = 8

// Lists is about how many slices with an entry a row a run holds at the same time.
const Lists = 8

// room is the number of bytes that slices which are there together may take up in memory.
func room() float64 {
	const unknown = 4 << 30
	if all := memory.All(); all > 0 {
		return float64(all) / share
	}
	return unknown
}

// Worth reports whether what takes up so many bytes belongs into files: more than an eighth of the memory that
// bench and its plugins may use.
func Worth(bytes float64) bool { return bytes > room() }

// Make returns n zeros: in a file if so many slices of this size are worth it, and there is room for the file.
func Make[T Number](n, alike int) []T {
	if !Worth(float64(n) * float64(width[T]()) * float64(alike)) {
		return make([]T, n)
	}
	f, err := Create[T]()
	if err != nil {
		return make([]T, n)
	}
	all, err := f.sized(n)
	if err != nil {
		return make([]T, n)
	}
	return all
}

// Free gives up a slice, which must not be used any more, if it is in a file; the garbage collector finds others.
func Free[T Number](values []T) {
	if len(values) == 0 {
		return
	}
	if raw, ok := kept.LoadAndDelete(first(values)); ok {
		_ = unix.Munmap(raw.([]byte))
	}
}

// Discard gives back the memory of some values of a slice, which are not read any more, as far as they fill
// pages, and the room that they take up in a file; the slice may stay in use. On Linux they are zeros then.
func Discard[T Number](values []T, from, to int) {
	if _, ok := kept.Load(first(values)); !ok || !matrix.Remove(values[from:to]) {
		matrix.Discard(values[from:to])
	}
}

// Stride says how a slice that is in a file is read from now on: in turn with many others, of which the system would
// read too much ahead, or by itself. What is to be read soon is then said by Soon.
func Stride[T Number](values []T, inTurn bool) {
	advice := unix.MADV_NORMAL
	if inTurn {
		advice = unix.MADV_RANDOM
	}
	if raw, ok := kept.Load(first(values)); ok {
		_ = unix.Madvise(raw.([]byte), advice) // a system that takes no advice is slower
	}
}

// Soon has the system begin to read some values of a slice that is in a file.
func Soon[T Number](values []T, from, to int) {
	raw, ok := kept.Load(first(values))
	if !ok || from >= to {
		return
	}
	page := os.Getpagesize()
	begin, end := from*width[T]()/page*page, to*width[T]()
	_ = unix.Madvise(raw.([]byte)[begin:end], unix.MADV_WILLNEED)
}

// Empty is Discard for all values of a slice that is in a file, and does nothing to others.
func Empty[T Number](values []T) {
	if _, ok := kept.Load(first(values)); ok && len(values) > 0 {
		Discard(values, 0, len(values))
	}
}
