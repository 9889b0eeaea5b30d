// Package textfile reads files of text line by line, unpacked and in UTF-8 whatever
// the file is.
package textfile

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"golang.org/x/text/encoding/unicode"
)

// Bounds of a text, in bytes: of a line, and of a field in quotes; and of what a
// compressed file may unpack to.
const (
	MaxLine = 1 << 28
	maxText = 16 << 30
)

// ErrTooLarge says that a compressed file holds more than it may.
var ErrTooLarge = errors.New("too large")

// Stream is the text of a file, unpacked while it is read line by line.
type Stream struct {
	At      data.Place // the line that was read last
	file    *os.File
	ahead   *readAhead        // what unpacks a compressed file; nil for others
	limit   *io.LimitedReader // what a compressed file may still unpack to; nil for others
	Text    *bufio.Reader
	gathers []byte // a line that is longer than the buffer

	Encoding string // of the file; "" if that is UTF-8
}

// OpenFile opens a file that has a content and can be read more than once.
func OpenFile(path string) (*os.File, error) {
	at := data.Place{File: path}
	file, size, err := inputfile.Open(path)
	switch {
	case errors.Is(err, inputfile.ErrFolder):
		return nil, at.Errorf("this is a folder, not a file")
	case errors.Is(err, inputfile.ErrNotRegular):
		return nil, at.Errorf("this is not a regular file; data are read from files only")
	case err != nil:
		return nil, Unreadable(at, err)
	case size == 0:
		file.Close()
		return nil, at.Errorf("the file is empty")
	}
	return file, nil
}

// Open opens a file, compressed or not by its extension, of a text in an
// encoding, "" for UTF-8.
func Open(path, encoding string) (*Stream, error) {
	file, err := OpenFile(path)
	if err != nil {
		return nil, err
	}
	s := &Stream{At: data.Place{File: path}, file: file, Encoding: encoding}
	err = s.unpack()
	if err == nil {
		s.Text, err = decode(s.At, encoding, s.Text)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Unreadable says that a file cannot be read, and why.
func Unreadable(at data.Place, err error) *data.Error {
	var pathError *os.PathError
	if errors.As(err, &pathError) {
		err = pathError.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return at.Errorf("the file does not exist%s", wording.MeantPath(at.File)).Coded(mistake.NoFile)
	}
	return at.Errorf("cannot be read: %s", wording.Reason(err))
}

// unpack puts the decompressor between the file and the text.
func (s *Stream) unpack() error {
	raw := bufio.NewReaderSize(s.file, streamBuffer)
	unpacked, err := Decompressor(s.At, raw)
	if err != nil {
		return err
	}
	if unpacked == nil {
		s.Text = raw
		return nil
	}
	s.ahead = newReadAhead(unpacked)
	s.limit = &io.LimitedReader{R: s.ahead, N: maxText + 1}
	s.Text = bufio.NewReaderSize(s.limit, streamBuffer)
	return nil
}

// IsCompressed reports whether the name of a file says that it is compressed.
func IsCompressed(path string) bool {
	name := strings.ToLower(path)
	return strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".bz2")
}

// Decompressor returns what unpacks a file by its extension, nil for one that is
// not compressed. It refuses files that begin as one of another kind.
func Decompressor(at data.Place, raw *bufio.Reader) (io.Reader, error) {
	start, err := raw.Peek(6)
	if err != nil && err != io.EOF {
		return nil, Unreadable(at, err)
	}
	switch name := strings.ToLower(at.File); {
	case strings.HasSuffix(name, ".gz"):
		unpacked, err := gzip.NewReader(raw)
		if err != nil {
			return nil, Damaged(at, err)
		}
		return unpacked, nil
	case strings.HasSuffix(name, ".bz2"):
		if !bytes.HasPrefix(start, []byte("BZh")) {
			return nil, at.Errorf("the name ends in .bz2 but the file is not compressed with bzip2")
		}
		return bzip2.NewReader(raw), nil
	}
	for _, known := range beginnings {
		if bytes.HasPrefix(start, []byte(known.bytes)) {
			return nil, at.Errorf("%s", known.hint)
		}
	}
	return nil, nil
}

// beginnings are the first bytes of files that are not text.
var beginnings = []struct{ bytes, hint string }{
	{"\x1f\x8b", "the file is compressed with gzip; let its name end in .gz"},
	{"BZh", "the file is compressed with bzip2; let its name end in .bz2"},
	{"PK\x03\x04", "the file is a ZIP archive or a spreadsheet; unpack it, or export it as CSV"},
	{"\xfd7zXZ\x00", "the file is compressed with xz; unpack it, or compress it with gzip"},
	{"\x28\xb5\x2f\xfd", "the file is compressed with Zstandard; unpack it, or compress it with gzip"},
}

// Damaged says why a compressed file cannot be unpacked.
func Damaged(p data.Place, err error) *data.Error {
	switch {
	case errors.Is(err, ErrTooLarge):
		return p.Errorf("the compressed file holds more than %d GiB, which does not fit into memory", maxText>>30)
	case errors.Is(err, gzip.ErrHeader):
		return p.Errorf("the name ends in .gz but the file is not compressed with gzip")
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return p.Errorf("the compressed file is truncated: it ends before its data do")
	}
	return p.Errorf("the compressed file is damaged: %v", err)
}

// Line returns the next line without its end, valid until the next call; at the
// end of the file the error is io.EOF.
func (s *Stream) Line() ([]byte, error) {
	s.At.Line++
	line, err := s.Text.ReadSlice('\n')
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
		return nil, s.At.Errorf("the line holds a NUL byte: this is not text in UTF-8; if it is in UTF-16 write encoding = " +
			"\"utf-16le\" or \"utf-16be\"")
	}
	if s.Encoding != "" && bytes.Contains(line, []byte("\ufffd")) {
		return nil, s.At.Errorf("the line is not text in %s: %q", s.Encoding,
			Shortened(string(line))).Of("encoding")
	}
	return line, nil
}

// rest completes a line of which a part is read, up to an error.
func (s *Stream) rest(part []byte, err error) ([]byte, error) {
	if err == bufio.ErrBufferFull {
		s.gathers = append(s.gathers[:0], part...)
		for err == bufio.ErrBufferFull {
			if len(s.gathers) > MaxLine {
				return nil, s.At.Errorf("the line is longer than %d MiB", MaxLine>>20)
			}
			part, err = s.Text.ReadSlice('\n')
			s.gathers = append(s.gathers, part...)
		}
		part = s.gathers
	}
	switch {
	case err == io.EOF && s.limit != nil && s.limit.N <= 0:
		return nil, Damaged(data.Place{File: s.At.File}, ErrTooLarge)
	case err == io.EOF && len(part) == 0:
		return nil, io.EOF
	case err != nil && err != io.EOF:
		return nil, s.broken(err)
	}
	return part, nil
}

// Skip reads over lines; it reports false if there are fewer.
func (s *Stream) Skip(lines int) (bool, error) {
	for range lines {
		_, err := s.Line()
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// Unread puts back what was read of Text, from behind a line on.
func (s *Stream) Unread(text []byte, line int) {
	s.At.Line = line
	s.Text = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(text), s.Text), streamBuffer)
}

// broken explains why a file cannot be read to its end.
func (s *Stream) broken(err error) error {
	at := data.Place{File: s.At.File}
	switch {
	case errors.Is(err, unicode.ErrMissingBOM):
		return at.Errorf("the text does not begin with a byte order mark; " +
			"write encoding = \"utf-16le\" or \"utf-16be\"").Of("encoding")
	case s.limit == nil:
		return Unreadable(at, err)
	case errors.Is(err, gzip.ErrHeader):
		return at.Errorf("what follows the compressed data is not compressed with gzip")
	}
	return Damaged(at, err)
}

// Close closes the file.
func (s *Stream) Close() {
	if s.ahead != nil {
		s.ahead.close()
	}
	s.file.Close()
}

// Shortened cuts a text for a message.
func Shortened(text string) string {
	const most = 40
	if len(text) > 4*most {
		text = text[:4*most+1]
	}
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// IsBlank reports whether a character is a blank or a tab.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' }
