package data

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strings"
)

// attribute is a column as a file declares it.
type attribute struct {
	name     string
	declared declaration
	levels   []string // of a nominal attribute, in declared order
}

// declaration says what a file declares of a column.
type declaration int

const (
	undeclared declaration = iota // CSV: numbers if all values are
	declaredNumber
	declaredText
	declaredNominal
	unnamed // the nothing after a trailing comma
)

// input is an open file of rows.
type input struct {
	path     string
	attrs    []attribute
	header   place // where the columns are named; line 0 if nowhere
	maxRows  int   // an upper bound of the number of rows
	warnings []string
	// each calls row for every row in order. The fields are valid during the
	// call only. It stops at the first error.
	each func(row func(line int, fields []string) error) error
}

// names returns the names of the columns.
func (in *input) names() []string {
	names := make([]string, len(in.attrs))
	for i, a := range in.attrs {
		names[i] = a.name
	}
	return names
}

// openInput reads a file into memory and finds its columns. It returns the hex
// digest of the bytes as stored.
func openInput(path string, s Source) (*input, string, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, "", unreadable(place{file: path}, err)
	}
	sum := sha256.Sum256(raw)
	digest := hex.EncodeToString(sum[:])
	text, err := decompress(path, raw)
	if err != nil {
		return nil, "", err
	}
	text, err = plainText(path, text)
	if err != nil {
		return nil, "", err
	}
	open := openCSV
	if s.Format == "arff" {
		open = openARFF
	}
	in, err := open(path, text, s)
	return in, digest, err
}

// decompress unpacks a file by its extension.
func decompress(path string, raw []byte) ([]byte, error) {
	at := place{file: path}
	if len(raw) == 0 {
		return nil, at.errorf("the file is empty")
	}
	var text []byte
	var err error
	switch name := strings.ToLower(path); {
	case strings.HasSuffix(name, ".gz"):
		text, err = gunzip(at, raw)
	case strings.HasSuffix(name, ".bz2"):
		text, err = readAtMost(bzip2.NewReader(bytes.NewReader(raw)), maxText)
	case bytes.HasPrefix(raw, []byte("\x1f\x8b")):
		return nil, at.errorf("the file is compressed with gzip; let its name end in .gz")
	default:
		return raw, nil
	}
	var known *Error
	if err != nil && !errors.As(err, &known) {
		err = at.damaged(err)
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}

// damaged says why a compressed file cannot be unpacked.
func (p place) damaged(err error) *Error {
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

// maxText bounds what a compressed file may unpack to, in bytes.
const maxText = 16 << 30

var errTooLarge = errors.New("too large")

// readAtMost reads everything, or fails if that is more than limit bytes.
func readAtMost(r io.Reader, limit int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(text)) > limit {
		return nil, errTooLarge
	}
	return text, err
}

// gunzip unpacks the members of a gzip file (RFC 1952), one after another.
func gunzip(at place, raw []byte) ([]byte, error) {
	rest := bytes.NewReader(raw)
	member, err := gzip.NewReader(rest)
	if err != nil {
		return nil, err
	}
	var text []byte
	for {
		member.Multistream(false)
		more, err := readAtMost(member, maxText-int64(len(text)))
		text = append(text, more...)
		if err != nil || rest.Len() == 0 {
			return text, err
		}
		begin := len(raw) - rest.Len()
		if !bytes.HasPrefix(raw[begin:], []byte("\x1f\x8b")) {
			return nil, at.errorf("the compressed data end %d bytes before the file does; what follows them is not compressed with gzip", rest.Len())
		}
		if err := member.Reset(rest); err != nil {
			return nil, err
		}
	}
}

// plainText removes a byte order mark and refuses what is no text.
func plainText(path string, text []byte) ([]byte, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if i := bytes.IndexByte(text, 0); i >= 0 {
		line := 1 + bytes.Count(text[:i], []byte("\n"))
		return nil, place{path, line}.errorf("the line holds a NUL byte: this is no text in UTF-8")
	}
	trimmed := bytes.TrimSpace(text)
	if len(trimmed) == 0 {
		return nil, place{file: path}.errorf("the file is empty")
	}
	if bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(trimmed, '\r') >= 0 {
		return nil, place{file: path}.errorf("the lines end in a carriage return alone (old Macintosh); save the file with line feeds (LF or CRLF)")
	}
	return text, nil
}

// rowBound returns an upper bound of the number of rows in text: each takes a
// line and at least a byte per column.
func rowBound(text []byte, columns int) int {
	return min(bytes.Count(text, []byte("\n")), len(text)/max(1, columns)) + 1
}
