package textfile

import "io"

// streamBuffer is the size of the buffers of a stream, in bytes.
const streamBuffer = 1 << 18

// readAhead reads from another reader in a goroutine of its own, a few blocks
// ahead of who reads from it.
type readAhead struct {
	filled chan block
	free   chan []byte
	stop   chan struct{}
	block  block // the one that is being read
	at     int
}

// block is a part of what was read, and the error that followed it.
type block struct {
	bytes []byte
	err   error
}

func newReadAhead(r io.Reader) *readAhead {
	const blocks = 4
	a := &readAhead{filled: make(chan block, blocks), free: make(chan []byte, blocks), stop: make(chan struct{})}
	for range blocks {
		a.free <- make([]byte, streamBuffer)
	}
	go a.fill(r)
	return a
}

// fill reads blocks until an error, which it hands on, or until it is stopped.
func (a *readAhead) fill(r io.Reader) {
	defer close(a.filled)
	for {
		select {
		case <-a.stop:
			return
		case buffer := <-a.free:
			n, err := io.ReadAtLeast(r, buffer, 1)
			a.filled <- block{buffer[:n], err}
			if err != nil {
				return
			}
		}
	}
}

// Read implements io.Reader.
func (a *readAhead) Read(p []byte) (int, error) {
	for a.at == len(a.block.bytes) {
		if a.block.err != nil {
			return 0, a.block.err
		}
		if a.block.bytes != nil {
			a.free <- a.block.bytes[:streamBuffer]
		}
		a.block, a.at = <-a.filled, 0
	}
	n := copy(p, a.block.bytes[a.at:])
	a.at += n
	return n, nil
}

// close ends the goroutine, and waits for it.
func (a *readAhead) close() {
	close(a.stop)
	for range a.filled {
	}
}
