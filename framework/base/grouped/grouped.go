// Package grouped gathers things by a key, in the order in which keys first appear.
package grouped

import (
	"fmt"
	"iter"
	"strings"
)

// By holds a value for each key. Its zero value holds none.
type By[K comparable, V any] struct {
	keys   []K
	values map[K]*V
}

// At returns the value of a key, to be changed in place: the zero value where the key
// is new.
func (b *By[K, V]) At(key K) *V {
	v := b.values[key]
	if v == nil {
		if b.values == nil {
			b.values = map[K]*V{}
		}
		v = new(V)
		b.keys, b.values[key] = append(b.keys, key), v
	}
	return v
}

// Len is the number of keys.
func (b *By[K, V]) Len() int { return len(b.keys) }

// All gives the keys with their values, in the order of their first appearance.
func (b *By[K, V]) All() iter.Seq2[K, *V] {
	return func(yield func(K, *V) bool) {
		for _, key := range b.keys {
			if !yield(key, b.values[key]) {
				return
			}
		}
	}
}

// Counts says how often each of some texts was added.
type Counts struct{ By[string, int] }

// Add counts a text.
func (c *Counts) Add(text string) { *c.At(text)++ }

// String is "2 failed, 1 not run".
func (c *Counts) String() string {
	var parts []string
	for text, n := range c.All() {
		parts = append(parts, fmt.Sprintf("%d %s", *n, text))
	}
	return strings.Join(parts, ", ")
}
