package host

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// leftLimit is how much is read from a pipe after the end of its process, in
// bytes: more than any pipe holds.
const leftLimit = 4 << 20

// output reads what a process prints into a pipe. When the process has ended, a
// deadline is set on the pipe: output then takes what is left in it and ends,
// although a grandchild may still hold the other end.
type output struct {
	pipe *os.File
	left int // bytes read after the deadline
}

// Read implements io.Reader.
func (o *output) Read(p []byte) (int, error) {
	n, err := o.pipe.Read(p)
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return n, err
	}
	if o.left > leftLimit {
		return 0, io.EOF
	}
	n = o.readNow(p)
	o.left += n
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// readNow reads what is in the pipe at this moment.
func (o *output) readNow(p []byte) (n int) {
	raw, err := o.pipe.SyscallConn()
	if err != nil {
		return 0
	}
	err = raw.Control(func(fd uintptr) {
		for {
			var failed error
			if n, failed = unix.Read(int(fd), p); !errors.Is(failed, unix.EINTR) {
				return
			}
		}
	})
	if err != nil {
		return 0
	}
	return max(n, 0)
}
