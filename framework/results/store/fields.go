package store

import "encoding/binary"

func appendNumbers(b []byte, values ...int) []byte {
	for _, v := range values {
		b = binary.AppendUvarint(b, uint64(v))
	}
	return b
}

func appendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

// fields takes values from the front of a blob. After the first that is not there
// it has failed, and all that follows is zero.
type fields struct {
	rest   []byte
	failed bool
}

func (in *fields) take(n int) []byte {
	if in.failed || n > len(in.rest) {
		in.failed = true
		return nil
	}
	taken := in.rest[:n]
	in.rest = in.rest[n:]
	return taken
}

// number takes a number that is at most some value.
func (in *fields) number(most int) int {
	v, n := binary.Uvarint(in.rest)
	if in.failed || n <= 0 || v > uint64(most) {
		in.failed = true
		return 0
	}
	in.rest = in.rest[n:]
	return int(v)
}

func (in *fields) bool() bool { return in.number(1) == 1 }
