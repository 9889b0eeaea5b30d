package data

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"strings"

	"golang.org/x/text/encoding/unicode"
)

// Bounds of a text, in bytes: of a line, and of a field in quotes; and of what a
// compressed file may unpack to.
const (
	maxLine = 1 << 28
	maxText = 16 << 30
)

var errTooLarge = errors.New("too large")

// streamBuffer is the size of the buffers of a stream, in bytes.
const streamBuffer = 1 << 18

// stream is the text of a file, unpacked while it is read line by line.
type stream struct {
	at      place // the line that was read last
	file    *os.File
	ahead   *readAhead        // what unpacks a compressed file; nil for others
	limit   *io.LimitedReader // what a compressed file may still unpack to; nil for others
	text    *bufio.Reader
	gathers []byte // a line that is longer than the buffer

	encoding string // of the file; "" if that is UTF-8
}

// openFile opens a file that has a content and can be read more than once.
func openFile(path string) (*os.File, error) {
	at := place{file: path}
	info, err := os.Stat(path) // before it is opened, for which a pipe lets wait
	switch {
	case err != nil:
		return nil, unreadable(at, err)
	case info.IsDir():
		return nil, at.errorf("this is a folder, not a file")
	case !info.Mode().IsRegular():
		return nil, at.errorf("this is no regular file; data are read from files only")
	case info.Size() == 0:
		return nil, at.errorf("the file is empty")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(at, err)
	}
	return file, nil
}

// openStream opens a file, compressed or not by its extension, of a text in an
// encoding, "" for UTF-8.
func openStream(path, encoding string) (*stream, error) {
	file, err := openFile(path)
	if err != nil {
		return nil, err
	}
	s := &stream{at: place{file: path}, file: file, encoding: encoding}
	err = s.unpack()
	if err == nil {
		s.text, err = decode(s.at, encoding, s.text)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func unreadable(at place, err error) *Error {
	var pathError *os.PathError
	if errors.As(err, &pathError) {
		err = pathError.Err
	}
	return at.errorf("cannot be read: %v", err)
}

// unpack puts the decompressor between the file and the text.
func (s *stream) unpack() error {
	raw := bufio.NewReaderSize(s.file, streamBuffer)
	unpacked, err := decompressor(s.at, raw)
	if err != nil {
		return err
	}
	if unpacked == nil {
		s.text = raw
		return nil
	}
	s.ahead = newReadAhead(unpacked)
	s.limit = &io.LimitedReader{R: s.ahead, N: maxText + 1}
	s.text = bufio.NewReaderSize(s.limit, streamBuffer)
	return nil
}

// isCompressed reports whether the name of a file says that it is compressed.
func isCompressed(path string) bool {
	name := strings.ToLower(path)
	return strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".bz2")
}

// decompressor returns what unpacks a file by its extension, nil for one that is
// not compressed. It refuses files that begin as one of another kind.
func decompressor(at place, raw *bufio.Reader) (io.Reader, error) {
	start, err := raw.Peek(6)
	if err != nil && err != io.EOF {
		return nil, unreadable(at, err)
	}
	switch name := strings.ToLower(at.file); {
	case strings.HasSuffix(name, ".gz"):
		unpacked, err := gzip.NewReader(raw)
		if err != nil {
			return nil, damaged(at, err)
		}
		return unpacked, nil
	case strings.HasSuffix(name, ".bz2"):
		if !bytes.HasPrefix(start, []byte("BZh")) {
			return nil, at.errorf("the name ends in .bz2 but the file is not compressed with bzip2")
		}
		return bzip2.NewReader(raw), nil
	}
	for _, known := range beginnings {
		if bytes.HasPrefix(start, []byte(known.bytes)) {
			return nil, at.errorf("%s", known.hint)
		}
	}
	return nil, nil
}

// beginnings are the first bytes of files that are no text.
var beginnings = []struct{ bytes, hint string }{
	{"\x1f\x8b", "the file is compressed with gzip; let its name end in .gz"},
	{"BZh", "the file is compressed with bzip2; let its name end in .bz2"},
	{"PK\x03\x04", "the file is a ZIP archive or a spreadsheet; unpack it, or export it as CSV"},
	{"\xfd7zXZ\x00", "the file is compressed with xz; unpack it, or compress it with gzip"},
	{"\x28\xb5\x2f\xfd", "the file is compressed with Zstandard; unpack it, or compress it with gzip"},
}

// damaged says why a compressed file cannot be unpacked.
func damaged(p place, err error) *Error {
	switch {
	case errors.Is(err, errTooLarge):
		return p.errorf("the compressed file holds more than %d GiB, which does not fit into memory", maxText>>30)
	case errors.Is(err, gzip.ErrHeader):
		return p.errorf("the name ends in .gz but the file is not compressed with gzip")
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return p.errorf("the compressed file is truncated: it ends before its data do")
	}
	return p.errorf("the compressed file is damaged: %v", err)
}

// line returns the next line without its end, valid until the next call; at the
// end of the file the error is io.EOF.
func (s *stream) line() ([]byte, error) {
	s.at.line++
	line, err := s.text.ReadSlice('\n')
	if err != nil {
		if line, err = s.rest(line, err); err != nil {
			return nil, err
		}
	}
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	if bytes.IndexByte(line, 0) >= 0 {
		return nil, s.at.errorf("the line holds a NUL byte: this is no text in UTF-8; if it is in UTF-16 write encoding = \"utf-16le\" or \"utf-16be\"")
	}
	if s.encoding != "" && bytes.Contains(line, []byte("\ufffd")) {
		return nil, s.at.errorf("the line holds what is no text in %s: %q", s.encoding, shortened(string(line))).of("encoding")
	}
	return line, nil
}

// rest completes a line of which a part is read, up to an error.
func (s *stream) rest(part []byte, err error) ([]byte, error) {
	if err == bufio.ErrBufferFull {
		s.gathers = append(s.gathers[:0], part...)
		for err == bufio.ErrBufferFull {
			if len(s.gathers) > maxLine {
				return nil, s.at.errorf("the line is longer than %d MiB", maxLine>>20)
			}
			part, err = s.text.ReadSlice('\n')
			s.gathers = append(s.gathers, part...)
		}
		part = s.gathers
	}
	switch {
	case err == io.EOF && s.limit != nil && s.limit.N <= 0:
		return nil, damaged(place{file: s.at.file}, errTooLarge)
	case err == io.EOF && len(part) == 0:
		return nil, io.EOF
	case err != nil && err != io.EOF:
		return nil, s.broken(err)
	}
	return part, nil
}

// skip reads over lines; it reports false if there are fewer.
func (s *stream) skip(lines int) (bool, error) {
	for range lines {
		_, err := s.line()
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// broken explains why a file cannot be read to its end.
func (s *stream) broken(err error) error {
	at := place{file: s.at.file}
	switch {
	case errors.Is(err, unicode.ErrMissingBOM):
		return at.errorf("the text does not begin with a byte order mark; write encoding = \"utf-16le\" or \"utf-16be\"").of("encoding")
	case s.limit == nil:
		return unreadable(at, err)
	case errors.Is(err, gzip.ErrHeader):
		return at.errorf("what follows the compressed data is not compressed with gzip")
	}
	return damaged(at, err)
}

func (s *stream) close() {
	if s.ahead != nil {
		s.ahead.close()
	}
	s.file.Close()
}

// shortened cuts a text for a message.
func shortened(text string) string {
	const most = 40
	if len(text) > 4*most {
		text = text[:4*most+1]
	}
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// isBlank reports whether a character is a blank or a tab.
func isBlank(c byte) bool { return c == ' ' || c == '\t' }
