package cart

import "math"

// keyed is a row with a key by which it is sorted.
type keyed struct {
	key uint64
	row int32
}

// ascending is a key that ascends with a number, and is the same for 0 and −0.
func ascending(v float64) uint64 {
	const sign = 1 << 63
	bits := math.Float64bits(v + 0) // −0 + 0 is 0
	if bits&sign != 0 {
		return ^bits
	}
	return bits | sign
}

// byKey sorts rows by their keys with a radix sort: byte by byte from the lowest, without comparisons. Rows of
// the same key keep their order. Both slices have the same length and are overwritten; the first that is
// returned has the rows.
func byKey(rows, other []keyed) (sorted, free []keyed) {
	var counts [8][256]int32
	for _, r := range rows {
		for b := range counts {
			counts[b][byte(r.key>>(8*b))]++
		}
	}
	for b := range counts {
		next := &counts[b] // of each value of the byte: the rows with it, then the place of the next one
		if len(rows) == 0 || int(next[byte(rows[0].key>>(8*b))]) == len(rows) {
			continue // one value
		}
		at := int32(0)
		for v, n := range next {
			next[v] = at
			at += n
		}
		for _, r := range rows {
			v := byte(r.key >> (8 * b))
			other[next[v]] = r
			next[v]++
		}
		rows, other = other, rows
	}
	return rows, other
}
