package matrix

import "golang.org/x/sys/unix"

// Remove is [Discard] for values of a file that is mapped for writing, with the room that they take up there. It
// reports whether the system can.
func Remove[T Element | int | float32](values []T) bool {
	pages := pagesOf(values)
	return len(pages) == 0 || unix.Madvise(pages, unix.MADV_REMOVE) == nil
}
