package data

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/base/target"
)

// contentVersion changes when the same content gets another digest.
const contentVersion = 1

// ContentDigest returns the hex SHA-256 of what a table holds: names, kinds and
// values of the features in their order, and of each row class or labels, part,
// fold, group and weight. How it is stored, and what was left out of it, does
// not count.
//
// It is the digest of a list of numbers and texts, each number as eight bytes,
// the lowest first, but 0 and 1 of labels and parts as one, each text and each
// list behind its length. A feature stands in the list by
// the digest of its values, so that several can be computed at the same time.
func (t *Table) ContentDigest() string {
	c := newContent()
	c.number(contentVersion)
	c.number(uint64(t.Rows))
	c.number(uint64(len(t.Columns)))
	for _, sum := range t.columnDigests() {
		c.hash.Write(sum)
	}
	if s := t.Sparse; s != nil {
		c.number(uint64(s.Cols))
		c.number(uint64(s.First))
		c.texts(s.Names)
		integers(c, s.Indptr)
		integers(c, s.Indices)
		c.floats(s.Data)
	}
	classes, labels := t.Target.Names, []string(nil)
	if t.Target.MultiLabel {
		classes, labels = labels, classes
	}
	c.texts(classes)
	c.texts(labels)
	integers(c, t.Truth.Class)
	c.labels(t.Truth.Y, t.Target.K())
	c.bits(t.Part)
	c.texts(t.FoldNames)
	integers(c, t.FoldOf)
	c.texts(t.GroupNames)
	integers(c, t.GroupOf)
	c.floats(t.Weights)
	if t.Quantity != nil {
		c.floats(t.Quantity)
	}
	return hex.EncodeToString(c.sum())
}

// columnDigests returns the digest of each column.
func (t *Table) columnDigests() [][]byte {
	sums := make([][]byte, len(t.Columns))
	workers := min(runtime.GOMAXPROCS(0), len(sums))
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			c := newContent()
			for j := w; j < len(sums); j += workers {
				sums[j] = c.column(&t.Columns[j])
			}
		})
	}
	all.Wait()
	return sums
}

// content computes a digest of numbers and texts.
type content struct {
	hash   hash.Hash
	buffer []byte
}

// contentBuffer is how many numbers are given to the hash at once.
const contentBuffer = 1 << 10

func newContent() *content {
	return &content{hash: sha256.New(), buffer: make([]byte, 8*contentBuffer)}
}

// column returns the digest of one column.
func (c *content) column(column *Column) []byte {
	c.text(column.Name)
	c.number(uint64(column.Kind))
	c.texts(column.Levels)
	c.floats(column.Values)
	integers(c, column.Codes)
	return c.sum()
}

// sum returns the digest of what was added since the last one.
func (c *content) sum() []byte {
	sum := c.hash.Sum(nil)
	c.hash.Reset()
	return sum
}

func (c *content) number(v uint64) {
	c.hash.Write(binary.LittleEndian.AppendUint64(c.buffer[:0], v))
}

func (c *content) text(text string) {
	c.number(uint64(len(text)))
	c.hash.Write([]byte(text))
}

func (c *content) texts(list []string) {
	c.number(uint64(len(list)))
	for _, text := range list {
		c.text(text)
	}
}

// floats adds the bits of numbers; all missing values are the same one.
func (c *content) floats(values []float64) {
	c.number(uint64(len(values)))
	for part := range slices.Chunk(values, contentBuffer) {
		for i, v := range part {
			if v != v {
				v = math.NaN()
			}
			binary.LittleEndian.PutUint64(c.buffer[8*i:], math.Float64bits(v))
		}
		c.hash.Write(c.buffer[:8*len(part)])
	}
}

func integers[T int | int32 | int64](c *content, values []T) {
	c.number(uint64(len(values)))
	for part := range slices.Chunk(values, contentBuffer) {
		for i, v := range part {
			binary.LittleEndian.PutUint64(c.buffer[8*i:], uint64(v))
		}
		c.hash.Write(c.buffer[:8*len(part)])
	}
}

// labels adds for each row and each of k labels whether the row has it: 1, or 0.
func (c *content) labels(l target.Labels, k int) {
	c.number(uint64(l.Rows()) * uint64(k))
	y := make([]byte, k)
	for row := range l.Rows() {
		for _, label := range l.Row(row) {
			y[label] = 1
		}
		c.hash.Write(y)
		for _, label := range l.Row(row) {
			y[label] = 0
		}
	}
}

// bits adds numbers that are 0 or 1.
func (c *content) bits(values []int8) {
	c.number(uint64(len(values)))
	for part := range slices.Chunk(values, contentBuffer) {
		for i, v := range part {
			c.buffer[i] = byte(v)
		}
		c.hash.Write(c.buffer[:len(part)])
	}
}

// Identify sets the digest, a list of numbers as that of ContentDigest is.
func (s *Splits) Identify() {
	c := newContent()
	c.number(uint64(len(s.Repeats)))
	for _, folds := range s.Repeats {
		c.number(uint64(len(folds)))
		for _, one := range folds {
			integers(c, one.Train)
			integers(c, one.Test)
		}
	}
	s.SHA256 = hex.EncodeToString(c.sum())
}
