package matrix

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Discard gives back the memory of values that are not read any more, as far as they fill
// pages; the slice may stay in use. On Linux they are zeros then.
func Discard[T Element | int | float32](values []T) {
	if pages := pagesOf(values); len(pages) > 0 {
		_ = unix.Madvise(pages, unix.MADV_DONTNEED) // memory that the system does not take back does no harm
	}
}

// pagesOf are the pages that values fill.
func pagesOf[T Element | int | float32](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(values[0])))
	page := uintptr(os.Getpagesize())
	begin := uintptr(unsafe.Pointer(&raw[0]))
	from := int((begin+page-1)/page*page - begin)
	to := int((begin+uintptr(len(raw)))/page*page) - int(begin)
	return raw[min(from, len(raw)):max(min(from, len(raw)), to)]
}
