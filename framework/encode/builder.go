package encode

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// builder makes a Fitted.
type builder struct {
	*Fitted
	table   *data.Table
	rows    []int // training rows, ascending
	seed    uint64
	groups  []int // of each row of the table; nil if rows stand alone
	nonzero int   // at most so many features of a row are not zero
}

// add appends the features of an encoder that is no composed one.
func (b *builder) add(e *encoder) error {
	if e.kind.whole != nil {
		return e.kind.whole(b, e)
	}
	columns, err := e.selected(b.table)
	if err != nil {
		return err
	}
	take, end := e.kind.fit(b, e)
	var buffer []float64 // one for all columns
	for _, i := range columns {
		c := &b.table.Columns[i]
		if c.Kind == data.Categorical {
			take(newVariable(b.table, i))
		} else {
			buffer = gather(slices.Grow(buffer[:0], len(b.rows)), c, b.rows)
			if err := b.addNumeric(i, buffer, e); err != nil {
				return err
			}
		}
		if e.Indicator && slices.ContainsFunc(b.rows, c.Missing) {
			b.feature(c.Name+"="+missingName, contract.IndicatorColumn)
			b.source(&absence{i, len(b.Columns) - 1}, 1)
		}
	}
	if e.Pairs {
		for _, pair := range pairs(b.table, columns) {
			take(pair)
		}
	}
	end()
	return nil
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

// addNumeric appends the feature of a numeric column, given its values in the
// training rows that are not missing.
func (b *builder) addNumeric(column int, present []float64, e *encoder) error {
	c := &b.table.Columns[column]
	imputed := impute(present, e.Impute)
	for len(present) < len(b.rows) {
		present = append(present, imputed)
	}
	n := &number{column: column, feature: len(b.Columns), imputed: imputed, scale: 1}
	if e.kind.number != nil {
		if !isFinite(imputed) || !isFinite(slices.Max(present)-slices.Min(present)) {
			return fmt.Errorf("values of column %q are too large for encoder type %s; rescale the column, or list it in the "+
				"dataset's drop", c.Name, e.kind.Name)
		}
		e.kind.number(b, e, n, present)
		return nil
	}
	scaling := cmp.Or(e.Numeric, "standard")
	shift, scale := affine(present, scaling, e.Range)
	if !isFinite(imputed) || !isFinite(shift) || !isFinite(scale) {
		return fmt.Errorf("values of column %q are too large for numeric = %q; rescale the column, or list it in the "+
			"dataset's drop", c.Name, scaling)
	}
	b.feature(c.Name, contract.NumericColumn)
	b.Shift[n.feature], b.Scale[n.feature] = shift, scale
	b.source(n, 1)
	return nil
}

// distinct refuses features of the same name, which two parts of a composed
// encoder may make.
func (b *builder) distinct() error {
	seen := make(map[string]bool, len(b.Columns))
	for _, c := range b.Columns {
		if seen[c.Name] {
			return fmt.Errorf("there are two features %q: two columns are called alike, or two parts encode one column in "+
				"the same way", c.Name)
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

// each is how types fit variables that have nothing to do with each other.
func each(add func(b *builder, v variable, e *encoder)) func(*builder, *encoder) (func(variable), func()) {
	return func(b *builder, e *encoder) (func(variable), func()) {
		return func(v variable) { add(b, v, e) }, func() {}
	}
}

// oneEach is most for types that make one feature of a variable.
func oneEach(*encoder, variable, int) (width, nonzero int) { return 1, 1 }
