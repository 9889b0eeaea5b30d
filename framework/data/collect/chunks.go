package collect

import "slices"

// Chunks collects values whose number is not known. Growing copies nothing and
// leaves at most a quarter of the room unused, so that little more than the
// values is in use.
type Chunks[T any] struct {
	full  [][]T
	last  []T
	count int // values in full
}

const (
	firstChunk   = 64
	largestChunk = 1 << 16
)

// Add appends a value.
func (c *Chunks[T]) Add(value T) {
	if len(c.last) == cap(c.last) {
		c.grow()
	}
	c.last = append(c.last, value)
}

func (c *Chunks[T]) grow() {
	if len(c.last) > 0 {
		c.full = append(c.full, c.last)
		c.count += len(c.last)
	}
	c.last = make([]T, 0, min(max(firstChunk, c.count/4), largestChunk))
}

// Len is the number of values.
func (c *Chunks[T]) Len() int { return c.count + len(c.last) }

// reserve makes room for a number of values that are expected in all.
func (c *Chunks[T]) reserve(n int) {
	if c.Len() == 0 {
		c.last = make([]T, 0, n)
	}
}

// Join returns the values in one piece, and empties the chunks. It copies nothing
// if they lie together with little room unused.
func (c *Chunks[T]) Join() []T {
	if len(c.full) == 0 && cap(c.last)-len(c.last) <= cap(c.last)/8 {
		all := c.last
		*c = Chunks[T]{}
		return slices.Clip(all)
	}
	all := make([]T, 0, c.Len())
	for i, chunk := range c.full {
		all = append(all, chunk...)
		c.full[i] = nil
	}
	all = append(all, c.last...)
	*c = Chunks[T]{}
	return all
}
