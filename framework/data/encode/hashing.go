package encode

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
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
	places []int32 // of the values, where they were not too many to list
	seen   *lookup // values of the training rows; nil if unseen values are allowed
}

// add appends the buckets that variables share.
func (h *hashing) add(b *builder, variables []variable) {
	s := &hashed{feature: len(b.Columns), buckets: h.Buckets, signed: h.Signed}
	for _, v := range variables {
		one := hashedVariable{variable: v}
		one.keepHashes(b.table)
		one.places = lists.Map(one.hashes, s.place)
		one.hashes = nil
		if h.Unseen == "error" {
			seen := newLookup(v.size)
			for _, row := range b.rows {
				seen.set(v.at(b.table, row), 0)
			}
			one.seen = &seen
		}
		s.variables = append(s.variables, one)
	}
	b.Columns = slices.Grow(b.Columns, s.buckets)
	b.Shift, b.Scale = slices.Grow(b.Shift, s.buckets), slices.Grow(b.Scale, s.buckets)
	for bucket := range s.buckets {
		b.feature("hash"+h.suffix+"="+strconv.Itoa(bucket), contract.NumericColumn)
	}
	b.source(s, min(len(variables), s.buckets))
}

// place is twice the number of the feature that a hash belongs to among the buckets, and 1 more if it takes 1 away.
func (s *hashed) place(hash uint32) int32 {
	index, sign := bucket(hash, s.buckets)
	if s.signed && sign < 0 {
		return int32(2*index + 1)
	}
	return int32(2 * index)
}

func (s *hashed) each(v view, row int, yield func(int, float64)) error {
	var room [48]int32
	places := room[:0]
	for i := range s.variables {
		h := &s.variables[i]
		value := h.at(v.table, row)
		if h.missing(v.table, value) {
			continue
		}
		if h.seen != nil && h.seen.get(value) < 0 {
			return unseenError(&h.variable, v.table, row, value)
		}
		if h.places != nil {
			places = append(places, h.places[value])
		} else {
			places = append(places, s.place(h.hash(v.table, value)))
		}
	}
	slices.Sort(places)
	s.join(places, yield)
	return nil
}

// join yields the sums of places of one feature that are not zero, in order.
func (s *hashed) join(places []int32, yield func(int, float64)) {
	for start := 0; start < len(places); {
		feature, sum, end := places[start]>>1, int32(0), start
		for ; end < len(places) && places[end]>>1 == feature; end++ {
			sum += 1 - places[end]&1*2
		}
		if sum != 0 {
			yield(s.feature+int(feature), float64(sum))
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
type hashing struct {
	attributes
	Signed bool `json:"signed"`
}

func hashingKind() kind {
	return kind{contract.Component{Name: "hashing", Params: scaled(
		contract.Param{Name: "buckets", Type: "number", Default: float64(1024), Integer: true, Min: contract.Bound(1),
			Max: contract.Bound(mostBuckets), Doc: "The number of features that values are hashed to."},
		contract.Param{Name: "signed", Type: "bool", Default: true,
			Doc: "Whether a value adds the sign of its hash, so that collisions cancel on average; false always adds 1."},
		pairsParam,
		unseenParam("it is hashed like any other (ignore, the default), or it is an error.", "ignore", "error"),
	)}, func() settings { return &hashing{} }}
}

// fit collects the variables, which share their features.
func (h *hashing) fit(b *builder) func(v variable) {
	var all []variable
	b.last = func() {
		if len(all) > 0 {
			h.add(b, all)
		}
	}
	return func(v variable) { all = append(all, v) }
}

func (*hashing) most(variable, int) (width, nonzero int) { return 0, 1 }

func (h *hashing) mostShared() int { return h.Buckets }
