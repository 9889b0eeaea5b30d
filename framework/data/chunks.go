package data

import "slices"

// chunks collects values whose number is not known. Growing copies nothing and
// leaves at most a quarter of the room unused, so that little more than the
// values is in use.
type chunks[T any] struct {
	full  [][]T
	last  []T
	count int // values in full
}

const (
	firstChunk   = 64
	largestChunk = 1 << 16
)

func (c *chunks[T]) add(value T) {
	if len(c.last) == cap(c.last) {
		c.grow()
	}
	c.last = append(c.last, value)
}

func (c *chunks[T]) grow() {
	if len(c.last) > 0 {
		c.full = append(c.full, c.last)
		c.count += len(c.last)
	}
	c.last = make([]T, 0, min(max(firstChunk, c.count/4), largestChunk))
}

func (c *chunks[T]) len() int { return c.count + len(c.last) }

// reserve makes room for a number of values that are expected in all.
func (c *chunks[T]) reserve(n int) {
	if c.len() == 0 {
		c.last = make([]T, 0, n)
	}
}

// join returns the values in one piece, and empties the chunks. It copies nothing
// if they lie together with little room unused.
func (c *chunks[T]) join() []T {
	if len(c.full) == 0 && cap(c.last)-len(c.last) <= cap(c.last)/8 {
		all := c.last
		*c = chunks[T]{}
		return slices.Clip(all)
	}
	all := make([]T, 0, c.len())
	for i, chunk := range c.full {
		all = append(all, chunk...)
		c.full[i] = nil
	}
	all = append(all, c.last...)
	*c = chunks[T]{}
	return all
}
