package mapped

import "slices"

// Chunks collects values whose number is not known. Growing copies nothing and
// leaves at most a quarter of the room unused, so that little more than the
// values is in use. Spilled ones go to a file, a chunk after the other.
type Chunks[T Number] struct {
	full  [][]T
	last  []T
	count int      // values in full or in the file
	file  *File[T] // nil as long as the values are in memory
	err   error    // of writing the file
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
	size := min(max(firstChunk, c.Len()/4), largestChunk)
	switch {
	case c.file != nil:
		c.write()
		if cap(c.last) >= size {
			return
		}
	case len(c.last) > 0:
		c.full = append(c.full, c.last)
		c.count += len(c.last)
	}
	c.last = make([]T, 0, size)
}

// write moves the values of the last chunk to the file.
func (c *Chunks[T]) write() {
	if c.err == nil {
		c.err = c.file.Append(c.last)
	}
	c.count += len(c.last)
	c.last = c.last[:0]
}

// Len is the number of values.
func (c *Chunks[T]) Len() int { return c.count + len(c.last) }

// Reserve makes room for a number of values that are expected in all.
func (c *Chunks[T]) Reserve(n int) {
	if c.Len() == 0 && c.file == nil {
		c.last = make([]T, 0, n)
	}
}

// Spill moves the values to a file, where later ones follow. It returns the first error of writing it.
func (c *Chunks[T]) Spill() error {
	if c.file != nil {
		return c.err
	}
	if c.file, c.err = Create[T](); c.err != nil {
		return c.err
	}
	last := c.last
	c.count = 0
	for i, chunk := range c.full {
		c.last = chunk
		c.write()
		c.full[i] = nil
	}
	c.last = last
	c.write()
	c.full, c.last = nil, nil
	return c.err
}

// Drop gives up all values.
func (c *Chunks[T]) Drop() {
	if c.file != nil {
		c.file.Close()
	}
	*c = Chunks[T]{}
}

// Join returns the values in one piece, and empties the chunks. It copies nothing
// if they lie together with little room unused. The error is that of writing a file.
func (c *Chunks[T]) Join() ([]T, error) {
	if c.file != nil {
		return c.joinFile()
	}
	if len(c.full) == 0 && cap(c.last)-len(c.last) <= cap(c.last)/8 {
		all := c.last
		*c = Chunks[T]{}
		return slices.Clip(all), nil
	}
	all := make([]T, 0, c.Len())
	for i, chunk := range c.full {
		all = append(all, chunk...)
		c.full[i] = nil
	}
	all = append(all, c.last...)
	*c = Chunks[T]{}
	return all, nil
}

func (c *Chunks[T]) joinFile() ([]T, error) {
	c.write()
	file, err := c.file, c.err
	*c = Chunks[T]{}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file.Slice()
}
