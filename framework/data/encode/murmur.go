package encode

import (
	"encoding/binary"
	"math/bits"
)

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
