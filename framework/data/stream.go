package data

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"strings"
)

// streamBuffer is the size of the buffers of a stream, in bytes.
const streamBuffer = 1 << 18

// maxLine bounds a line of a stream, in bytes.
const maxLine = 1 << 28

// stream is the text of a file, unpacked while it is read line by line.
type stream struct {
	at      place // the line that was read last
	file    *os.File
	raw     *bufio.Reader // the file as stored; what is read of it is hashed
	hash    hash.Hash
	limit   *io.LimitedReader // what a compressed file may still unpack to; nil for others
	text    *bufio.Reader
	gathers []byte // a line that is longer than the buffer
}

// openStream opens a file, compressed or not by its extension.
func openStream(path string) (*stream, error) {
	at := place{file: path}
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(at, err)
	}
	s := &stream{at: at, file: file, hash: sha256.New()}
	s.raw = bufio.NewReaderSize(io.TeeReader(file, s.hash), streamBuffer)
	if err := s.unpack(); err != nil {
		file.Close()
		return nil, err
	}
	if start, _ := s.text.Peek(3); bytes.Equal(start, []byte("\xef\xbb\xbf")) {
		_, _ = s.text.Discard(3)
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
	start, err := s.raw.Peek(2)
	switch {
	case err != nil && err != io.EOF:
		return unreadable(s.at, err)
	case len(start) == 0:
		return s.at.errorf("the file is empty")
	}
	var unpacked io.Reader
	switch name := strings.ToLower(s.at.file); {
	case strings.HasSuffix(name, ".gz"):
		if unpacked, err = gzip.NewReader(s.raw); err != nil {
			return s.at.damaged(err)
		}
	case strings.HasSuffix(name, ".bz2"):
		unpacked = bzip2.NewReader(s.raw)
	case bytes.Equal(start, []byte("\x1f\x8b")):
		return s.at.errorf("the file is compressed with gzip; let its name end in .gz")
	default:
		s.text = s.raw
		return nil
	}
	s.limit = &io.LimitedReader{R: unpacked, N: maxText + 1}
	s.text = bufio.NewReaderSize(s.limit, streamBuffer)
	return nil
}

// line returns the next line without its end, valid until the next call; at the
// end of the file the error is io.EOF.
func (s *stream) line() ([]byte, error) {
	s.at.line++
	s.gathers = s.gathers[:0]
	for {
		part, err := s.text.ReadSlice('\n')
		whole := part
		if len(s.gathers) > 0 || err == bufio.ErrBufferFull {
			s.gathers = append(s.gathers, part...)
			whole = s.gathers
		}
		switch {
		case err == bufio.ErrBufferFull && len(whole) <= maxLine:
			continue
		case err == bufio.ErrBufferFull:
			return nil, s.at.errorf("the line is longer than %d MiB", maxLine>>20)
		case err == io.EOF && s.limit != nil && s.limit.N <= 0:
			return nil, place{file: s.at.file}.damaged(errTooLarge)
		case err == io.EOF && len(whole) == 0:
			return nil, io.EOF
		case err != nil && err != io.EOF:
			return nil, s.broken(err)
		}
		return bytes.TrimSuffix(bytes.TrimSuffix(whole, []byte("\n")), []byte("\r")), nil
	}
}

// broken explains why a file cannot be read to its end.
func (s *stream) broken(err error) error {
	at := place{file: s.at.file}
	switch {
	case s.limit == nil:
		return unreadable(at, err)
	case errors.Is(err, gzip.ErrHeader):
		return at.errorf("what follows the compressed data is not compressed with gzip")
	}
	return at.damaged(err)
}

// close returns the hex digest of the file as stored, read to its end.
func (s *stream) close() (string, error) {
	defer s.file.Close()
	if _, err := io.Copy(io.Discard, s.raw); err != nil {
		return "", unreadable(place{file: s.at.file}, err)
	}
	return hex.EncodeToString(s.hash.Sum(nil)), nil
}
