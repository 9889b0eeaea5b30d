package host

// stat is what tells without reading a file whether it is the same as before.
type stat struct {
	device, inode    uint64
	written, changed int64 // content, and content or status: nanoseconds since 1970
}
