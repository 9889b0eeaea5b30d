package matrix

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The .npy format is described in NumPy's NEP 1: six bytes of magic, two of
// version, the length of the header (two bytes in version 1, four in version
// 2), and a Python dictionary padded with spaces and ended by a newline.
const (
	magic     = "\x93NUMPY"
	alignment = 64      // data start at a multiple of this
	maxHeader = 1 << 16 // longer headers belong to types this package does not read
)

// header is what the dictionary of a .npy file says.
type header struct {
	descr   string // element type, for example "<f8"
	fortran bool
	shape   []int
	offset  int // where the data start, bytes
}

// size returns rows and columns (a vector has one column) and the number of
// bytes the data take.
func (h header) size(width int) (rows, cols, bytes int, err error) {
	rows, cols = h.shape[0], 1
	if len(h.shape) == 2 {
		cols = h.shape[1]
	}
	if cols > 0 && rows > (math.MaxInt-h.offset)/width/cols {
		return 0, 0, 0, fmt.Errorf("shape %v is too large for this machine", h.shape)
	}
	return rows, cols, rows * cols * width, nil
}

// check compares the header with what the reader can use.
func (h header) check(descr string) error {
	switch {
	case h.descr != descr:
		return fmt.Errorf("elements have type %q, want %q", h.descr, descr)
	case h.fortran:
		return errors.New("array is in Fortran order, want C order")
	case len(h.shape) != 1 && len(h.shape) != 2:
		return fmt.Errorf("array has %d dimensions, want 1 or 2", len(h.shape))
	}
	return nil
}

// format renders a version 1.0 header of a shape, padded so that data start at
// a multiple of 64 bytes.
func format(descr string, shape ...int) []byte {
	dims := make([]string, len(shape))
	for i, n := range shape {
		dims[i] = strconv.Itoa(n)
	}
	tuple := "(" + strings.Join(dims, ", ") + ")"
	if len(shape) == 1 {
		tuple = "(" + dims[0] + ",)"
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, tuple)
	const fixed = len(magic) + 4
	length := (fixed + len(dict) + 1 + alignment - 1) / alignment * alignment
	out := append([]byte(magic), 1, 0)
	out = binary.LittleEndian.AppendUint16(out, uint16(length-fixed))
	out = append(out, dict...)
	for len(out) < length-1 {
		out = append(out, ' ')
	}
	return append(out, '\n')
}

// parseHeader reads the header at the beginning of a file. It needs no more
// than the first maxHeader+12 bytes.
func parseHeader(b []byte) (header, error) {
	if len(b) < len(magic)+4 || string(b[:len(magic)]) != magic {
		return header{}, errors.New("not a .npy file")
	}
	var length, start int
	switch major := b[len(magic)]; major {
	case 1:
		start = len(magic) + 4
		length = int(binary.LittleEndian.Uint16(b[8:]))
	case 2:
		start = len(magic) + 6
		if len(b) < start {
			return header{}, errors.New("file ends inside its header")
		}
		length = int(min(binary.LittleEndian.Uint32(b[8:]), maxHeader+1))
	default:
		return header{}, fmt.Errorf("format version %d.%d, want 1.0 or 2.0", major, b[len(magic)+1])
	}
	if length > maxHeader {
		return header{}, fmt.Errorf("header is longer than %d bytes", maxHeader)
	}
	if len(b) < start+length {
		return header{}, errors.New("file ends inside its header")
	}
	h, err := parseDict(string(b[start : start+length]))
	if err != nil {
		return header{}, fmt.Errorf("header: %w", err)
	}
	h.offset = start + length
	return h, nil
}

// parseDict reads the Python dictionary of a header; its keys may come in any
// order.
func parseDict(text string) (header, error) {
	var h header
	seen := map[string]bool{}
	s := scanner{rest: text}
	s.expect('{')
	for s.err == nil && !s.accept('}') {
		key := s.quoted()
		s.expect(':')
		switch key {
		case "descr":
			h.descr = s.quoted()
		case "fortran_order":
			h.fortran = s.boolean()
		case "shape":
			h.shape = s.tuple()
		default:
			s.fail("key %q is unknown", key)
		}
		if seen[key] {
			s.fail("key %q is given twice", key)
		}
		seen[key] = true
		if !s.accept(',') {
			s.expect('}')
			break
		}
	}
	if s.err == nil && strings.TrimSpace(s.rest) != "" {
		s.fail("text after the dictionary")
	}
	if s.err == nil && len(seen) != 3 {
		s.fail("want the keys descr, fortran_order and shape")
	}
	return h, s.err
}

// scanner reads the few Python literals of a header and keeps the first error.
type scanner struct {
	rest string
	err  error
}

func (s *scanner) fail(text string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(text, args...)
	}
}

// accept skips white space and then c, and reports whether c was there.
func (s *scanner) accept(c byte) bool {
	s.rest = strings.TrimLeft(s.rest, " \t\r\n")
	if s.rest == "" || s.rest[0] != c {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

func (s *scanner) expect(c byte) {
	if !s.accept(c) {
		s.fail("missing %q", c)
	}
}

func (s *scanner) quoted() string {
	quote := byte('\'')
	if !s.accept(quote) {
		quote = '"'
		s.expect(quote)
	}
	text, rest, found := strings.Cut(s.rest, string(quote))
	if !found {
		s.fail("unclosed quote")
		return ""
	}
	s.rest = rest
	return text
}

func (s *scanner) boolean() bool {
	s.rest = strings.TrimLeft(s.rest, " \t\r\n")
	for _, word := range []string{"True", "False"} {
		if rest, found := strings.CutPrefix(s.rest, word); found {
			s.rest = rest
			return word == "True"
		}
	}
	s.fail("missing True or False")
	return false
}

func (s *scanner) tuple() []int {
	var dims []int
	s.expect('(')
	for s.err == nil && !s.accept(')') {
		dims = append(dims, s.integer())
		if !s.accept(',') {
			s.expect(')')
			break
		}
	}
	return dims
}

func (s *scanner) integer() int {
	s.rest = strings.TrimLeft(s.rest, " \t\r\n")
	end := 0
	for end < len(s.rest) && '0' <= s.rest[end] && s.rest[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(s.rest[:end])
	if err != nil {
		s.fail("shape holds no usable number at %.20q", s.rest)
	}
	s.rest = s.rest[end:]
	return n
}
