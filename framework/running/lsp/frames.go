package lsp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"
)

// Limits on what a client sends.
const (
	mostHeader  = 1 << 12  // bytes of the lines before a message
	mostMessage = 64 << 20 // bytes of a message: four times the largest experiment file
)

// frames is the connection: messages with their length before them. It implements
// channel.Channel of the JSON-RPC library, whose own reads messages of any size.
type frames struct {
	in  *bufio.Reader
	out io.WriteCloser
}

func newFrames(in io.Reader, out io.WriteCloser) *frames { return &frames{bufio.NewReader(in), out} }

func (f *frames) Close() error { return f.out.Close() }

// Send writes a message with its header in one call.
func (f *frames) Send(message []byte) error {
	_, err := f.out.Write(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(message), message))
	return err
}

// Recv reads a message. In the place of one that is too large it returns a text that is not
// JSON, which the library answers with an error.
func (f *frames) Recv() ([]byte, error) {
	length := int64(-1)
	for left := mostHeader; ; {
		line, err := f.line(&left)
		switch {
		case err != nil:
			return nil, err
		case line != "":
			if length, err = headerLength(line, length); err != nil {
				return nil, err
			}
			continue
		case length < 0:
			return nil, errors.New("a message has no Content-Length")
		case length > mostMessage:
			_, err := io.CopyN(io.Discard, f.in, length)
			return []byte("too large"), err
		}
		message := make([]byte, length)
		_, err = io.ReadFull(f.in, message)
		return message, err
	}
}

// line reads a line of the header, of which left bytes may follow.
func (f *frames) line(left *int) (string, error) {
	var line []byte
	for {
		b, err := f.in.ReadByte()
		if err != nil {
			return "", err
		}
		if *left--; *left < 0 {
			return "", fmt.Errorf("the header of a message has more than %d bytes", mostHeader)
		}
		if b == '\n' {
			return strings.TrimSuffix(string(line), "\r"), nil
		}
		line = append(line, b)
	}
}

// headerLength is the length that a line of the header says, before if it says another thing.
func headerLength(line string, before int64) (int64, error) {
	name, value, found := strings.Cut(line, ":")
	if !found {
		return 0, fmt.Errorf("%.40q is not a line of a header: a message begins with Content-Length", line)
	}
	if textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name)) != "Content-Length" {
		return before, nil
	}
	length, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
	if err != nil || length < 0 {
		return 0, fmt.Errorf("%.40q is not a length", value)
	}
	return length, nil
}
