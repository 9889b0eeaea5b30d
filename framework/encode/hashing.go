package encode

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/data"
)

// hashed is the source of hashing: variables that share features.
type hashed struct {
	variables []hashedVariable
	feature   int // of the first bucket
	buckets   int
	signed    bool
}

// hashedVariable is a variable whose values are hashed.
type hashedVariable struct {
	variable
	hashes []uint32 // of the values; nil if there are too many
	seen   *lookup  // values of the training rows; nil if unseen ones are no errors
}

// addHashing appends the buckets that variables share.
func (b *builder) addHashing(variables []variable, e *encoder) {
	s := &hashed{feature: len(b.Columns), buckets: e.Buckets, signed: e.Signed}
	for _, v := range variables {
		h := hashedVariable{variable: v, hashes: v.hashes(b.table)}
		if e.Unseen == "error" {
			seen := newLookup(v.size)
			for _, row := range b.rows {
				seen.set(v.at(b.table, row), 0)
			}
			h.seen = &seen
		}
		s.variables = append(s.variables, h)
	}
	b.Columns = slices.Grow(b.Columns, s.buckets)
	b.Shift, b.Scale = slices.Grow(b.Shift, s.buckets), slices.Grow(b.Scale, s.buckets)
	for bucket := range s.buckets {
		b.feature(e.bucketName+"="+strconv.Itoa(bucket), "numeric")
	}
	b.source(s, min(len(variables), s.buckets))
}

// entry is a value of a row in compressed form.
type entry struct {
	feature int
	value   float64
}

func (s *hashed) each(v view, row int, yield func(int, float64)) error {
	var room [48]entry
	entries := room[:0]
	for i := range s.variables {
		h := &s.variables[i]
		value := h.at(v.table, row)
		if h.missing(v.table, value) {
			continue
		}
		if h.seen != nil && h.seen.get(value) < 0 {
			return unseenError(&h.variable, v.table, row, value)
		}
		entries = append(entries, s.entry(h, v.table, value))
	}
	join(entries, yield)
	return nil
}

// entry returns what a value adds.
func (s *hashed) entry(h *hashedVariable, t *data.Table, value int) entry {
	var hash uint32
	if h.hashes != nil {
		hash = h.hashes[value]
	} else {
		hash = h.hash(t, value)
	}
	index, sign := bucket(hash, s.buckets)
	if !s.signed {
		sign = 1
	}
	return entry{s.feature + index, sign}
}

// join yields the sums of entries of one feature that are not zero, in order.
func join(entries []entry, yield func(int, float64)) {
	slices.SortFunc(entries, func(a, b entry) int { return a.feature - b.feature })
	for start := 0; start < len(entries); {
		sum, end := 0.0, start
		for ; end < len(entries) && entries[end].feature == entries[start].feature; end++ {
			sum += entries[end].value
		}
		if sum != 0 {
			yield(entries[start].feature, sum)
		}
		start = end
	}
}

func (s *hashed) identify(d digest, _ *data.Table) {
	d.text(fmt.Sprint(s.buckets, s.signed))
	for i := range s.variables {
		h := &s.variables[i]
		d.text(h.name)
		if h.seen != nil {
			for _, value := range h.seen.keys() {
				d.number(uint64(value))
			}
		}
	}
}
