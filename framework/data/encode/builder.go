package encode

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// builder makes a Fitted.
type builder struct {
	*Fitted
	table   *data.Table
	rows    []int // training rows, ascending
	seed    uint64
	groups  []int  // of each row of the table; nil if rows are not grouped
	nonzero int    // at most this number of features of a row are not zero
	last    func() // called after the last column of an encoder; nil for nothing
}

// feature appends a feature that is not scaled.
func (b *builder) feature(name, kind string) {
	b.Columns = append(b.Columns, contract.Column{Name: name, Kind: kind})
	b.Shift = append(b.Shift, 0)
	b.Scale = append(b.Scale, 1)
}

// source appends what makes the latest features.
func (b *builder) source(s source, nonzero int) {
	b.sources = append(b.sources, s)
	b.nonzero += nonzero
}

// distinct refuses features of the same name, which two parts of a composed
// encoder may make.
func (b *builder) distinct() error {
	seen := make(map[string]bool, len(b.Columns))
	for _, c := range b.Columns {
		if seen[c.Name] {
			return fmt.Errorf("there are two features %q: two columns have the same name, or two parts encode one column "+
				"in the same way", c.Name)
		}
		seen[c.Name] = true
	}
	return nil
}

// finish finds out which form suits the matrix, and makes the layout.
func (b *builder) finish() {
	b.MostlyZero = 2*b.nonzero <= len(b.Columns)
	b.Sparse = b.MostlyZero && float64(b.table.Rows)*float64(len(b.Columns)) > largeDense
	if b.Sparse && b.shifted() {
		b.bake()
	}
	d := digest{sha256.New()}
	for _, s := range b.sources {
		s.identify(d, b.table)
	}
	b.Layout = hex.EncodeToString(d.Sum(nil))
	b.dropIdentity()
}

// bake makes shift and scale part of the filled matrix: a learner that shifted a
// compressed one would fill its zeros.
func (b *builder) bake() {
	for _, s := range b.sources {
		if n, ok := s.(*number); ok {
			n.shift, n.scale = b.Shift[n.feature], b.Scale[n.feature]
		}
	}
	b.Shift, b.Scale = nil, nil
}
