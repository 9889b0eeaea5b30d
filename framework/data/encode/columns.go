package encode

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// add appends the features that settings make of the columns of the table.
func (b *builder) add(by settings) error {
	if all, ok := by.(ofAll); ok {
		return all.add(b)
	}
	columns, err := by.common().selected(b.table)
	if err != nil {
		return err
	}
	b.last = nil
	take := by.fit(b)
	var buffer []float64 // one for all columns
	defer func() { mapped.Free(buffer) }()
	for _, i := range columns {
		c := &b.table.Columns[i]
		if c.Kind == data.Categorical {
			take(newVariable(b.table, i))
		} else {
			if buffer == nil {
				buffer = mapped.Make[float64](len(b.rows), mapped.Lists)
			}
			buffer = gather(buffer[:0], c, b.rows)
			if err := b.addNumeric(i, buffer, by); err != nil {
				return err
			}
		}
		if by.common().Indicator && slices.ContainsFunc(b.rows, c.Missing) {
			b.feature(c.Name+"="+missingName, contract.IndicatorColumn)
			b.source(&absence{i, len(b.Columns) - 1}, 1)
		}
	}
	if by.common().Pairs {
		for _, pair := range pairs(b.table, columns) {
			take(pair)
		}
	}
	if b.last != nil {
		b.last()
	}
	return nil
}

// addNumeric appends the feature of a numeric column, given its values in the
// training rows that are not missing.
func (b *builder) addNumeric(column int, present []float64, by settings) error {
	c, a := &b.table.Columns[column], by.common()
	imputed := impute(present, a.Impute)
	for len(present) < len(b.rows) {
		present = append(present, imputed)
	}
	n := &number{column: column, feature: len(b.Columns), imputed: imputed, scale: 1}
	if own, ok := by.(ofNumbers); ok {
		if !isFinite(imputed) || !isFinite(slices.Max(present)-slices.Min(present)) {
			return fmt.Errorf("values of column %q are too large to be divided into bins; rescale the column, or list it in "+
				"the dataset's drop", c.Name)
		}
		own.number(b, n, present)
		return nil
	}
	scaling := cmp.Or(a.Numeric, "standard")
	shift, scale := affine(present, scaling, a.Range)
	if !isFinite(imputed) || !isFinite(shift) || !isFinite(scale) {
		return fmt.Errorf("values of column %q are too large for numeric = %q; rescale the column, or list it in the "+
			"dataset's drop", c.Name, scaling)
	}
	b.feature(c.Name, contract.NumericColumn)
	b.Shift[n.feature], b.Scale[n.feature] = shift, scale
	b.source(n, 1)
	return nil
}
