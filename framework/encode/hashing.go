package encode

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/contract"
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
	seen *lookup // values of the training rows; nil if unseen ones are no errors
}

// addHashing appends the buckets that variables share.
func (b *builder) addHashing(variables []variable, e *encoder) {
	s := &hashed{feature: len(b.Columns), buckets: e.Buckets, signed: e.Signed}
	for _, v := range variables {
		h := hashedVariable{variable: v}
		h.keepHashes(b.table)
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
		b.feature(e.bucketName+"="+strconv.Itoa(bucket), contract.NumericColumn)
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
	index, sign := bucket(h.hash(t, value), s.buckets)
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

// hashing hashes all categories to some features.
func hashing() kind {
	return kind{
		Component: contract.Component{
			Name: "hashing",
			Doc: "Numbers scaled, and then a fixed number of features `hash=0`, `hash=1`, … that all categorical columns " +
				"share: the text `col=value` is hashed by MurmurHash3 (32 bits, seed 0, taken as a signed number h), and " +
				"sign(h) is added to feature |h| mod buckets, as in scikit-learn's FeatureHasher. " +
				"Nothing is fitted to categories; a missing one adds nothing (Weinberger et al., Feature hashing for large " +
				"scale multitask learning, ICML 2009).",
			Params: scaled(
				contract.Param{Name: "buckets", Type: "number", Default: float64(1024), Integer: true, Min: contract.Bound(1),
					Max: contract.Bound(mostBuckets), Doc: "The number of features that values are hashed to."},
				contract.Param{Name: "signed", Type: "bool", Default: true,
					Doc: "Whether a value adds the sign of its hash, so that collisions cancel on average; false adds 1 always."},
				pairsParam,
				unseenParam("What becomes of a category that no training row has: it is hashed like any other (ignore, the "+
					"default), or an error.", "ignore", "error"),
			),
		},
		fit:    fitHashing,
		most:   func(*encoder, variable, int) (int, int) { return 0, 1 },
		shared: func(e *encoder) int { return e.Buckets },
	}
}

// fitHashing collects the variables, which share their features.
func fitHashing(b *builder, e *encoder) (take func(v variable), end func()) {
	var all []variable
	take = func(v variable) { all = append(all, v) }
	return take, func() {
		if len(all) > 0 {
			b.addHashing(all, e)
		}
	}
}

// murmur3 is MurmurHash3_x86_32 (Austin Appleby, public domain) with seed 0: the
// hash of scikit-learn's FeatureHasher.
func murmur3(key []byte) uint32 {
	const c1, c2 = 0xcc9e2d51, 0x1b873593
	h, length := uint32(0), uint32(len(key))
	for ; len(key) >= 4; key = key[4:] {
		k := binary.LittleEndian.Uint32(key) * c1
		h ^= bits.RotateLeft32(k, 15) * c2
		h = bits.RotateLeft32(h, 13)*5 + 0xe6546b64
	}
	var tail uint32
	for i, b := range key {
		tail |= uint32(b) << (8 * i)
	}
	h ^= bits.RotateLeft32(tail*c1, 15) * c2
	h ^= length
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	return h ^ h>>16
}

// bucket returns where a hash belongs among some buckets, and the sign that goes
// with it: |h| mod buckets and the sign of h, taken as a signed number, as in
// scikit-learn's FeatureHasher.
func bucket(hash uint32, buckets int) (index int, sign float64) {
	signed := int64(int32(hash))
	if signed < 0 {
		return int(-signed % int64(buckets)), -1
	}
	return int(signed % int64(buckets)), 1
}
