package collect

import (
	"encoding/binary"
	"math/bits"
)

// mostRecent bounds the texts that are remembered of a column.
const mostRecent = 1 << 12

// recent remembers codes by the ends of their texts: of those with the same place the
// last one.
type recent []int32 // codes + 1

// code returns the code at the place of a text, −1 if there is none. It may be that of
// another text.
func (r recent) code(field []byte) int32 {
	if len(r) == 0 {
		return -1
	}
	return r[r.place(field)] - 1
}

// remember puts a code to its place; there are levels codes.
func (r *recent) remember(field []byte, code int32, levels int) {
	if len(*r) < min(2*levels, mostRecent) {
		*r = make(recent, 1<<bits.Len(uint(min(4*levels, mostRecent)-1)))
	}
	(*r)[r.place(field)] = code + 1
}

// place mixes the first and the last bytes of a text and its length.
func (r recent) place(field []byte) uint64 {
	n := len(field)
	first, last := uint64(0), uint64(0)
	switch {
	case n >= 8:
		first, last = binary.LittleEndian.Uint64(field), binary.LittleEndian.Uint64(field[n-8:])
	case n >= 4:
		first, last = uint64(binary.LittleEndian.Uint32(field)), uint64(binary.LittleEndian.Uint32(field[n-4:]))
	case n > 0:
		first, last = uint64(field[0]), uint64(field[n/2])|uint64(field[n-1])<<8
	}
	mixed := (first ^ bits.RotateLeft64(last, 23) ^ uint64(n)<<56) * 0x9e3779b97f4a7c15 // the golden ratio, as a fraction
	return mixed >> 40 & uint64(len(r)-1)
}
