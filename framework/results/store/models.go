package store

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
)

// The columns of a code are stored as digits of base 3, five a byte, the lowest
// first: 0 for a zero entry, 1 for +1 and 2 for −1; what is left of the last byte
// is 0.
const (
	entriesPerByte = 5
	entryLimit     = 3 * 3 * 3 * 3 * 3
	entrySigns     = "0+-" // as in code.Signs
)

// appendEntries appends a column.
func appendEntries(b []byte, column code.Signs) []byte {
	for start := 0; start < len(column); start += entriesPerByte {
		packed, digit := byte(0), byte(1)
		for _, sign := range []byte(column[start:min(start+entriesPerByte, len(column))]) {
			switch sign {
			case '+':
				packed += digit
			case '-':
				packed += 2 * digit
			}
			digit *= 3
		}
		b = append(b, packed)
	}
	return b
}

// entries takes a column of some classes.
func (in *fields) entries(classes int) code.Signs {
	bytes := in.take((classes + entriesPerByte - 1) / entriesPerByte)
	if in.failed {
		return ""
	}
	column := make([]byte, 0, classes)
	for _, packed := range bytes {
		in.failed = in.failed || packed >= entryLimit
		for range entriesPerByte {
			if len(column) < classes {
				column = append(column, entrySigns[packed%3])
			} else if packed%3 != 0 {
				in.failed = true
			}
			packed /= 3
		}
	}
	return code.Signs(column)
}

// encodeBinary writes numbers in the variable-length form of encoding/binary: the
// classes and the columns; rows, wrong, corrected, spoiled; whether firing models
// are counted and if so silent and several; then for each column its entries,
// rows, errors, corrected and spoiled.
func encodeBinary(d *diagnose.Binary) []byte {
	classes := 0
	if len(d.Columns) > 0 {
		classes = len(d.Columns[0].Column)
	}
	b := appendNumbers(nil, classes, len(d.Columns), d.Rows, d.Wrong, d.Corrected, d.Spoiled)
	if (d.Silent == nil) != (d.Several == nil) {
		panic("store: silent rows are counted without those on which several models fire, or these without them")
	}
	if b = appendBool(b, d.Silent != nil); d.Silent != nil {
		b = appendNumbers(b, *d.Silent, *d.Several)
	}
	for _, c := range d.Columns {
		if len(c.Column) != classes {
			panic(fmt.Sprintf("store: columns of %d and of %d classes", classes, len(c.Column)))
		}
		b = appendNumbers(appendEntries(b, code.Signs(c.Column)), c.Rows, c.Errors, c.Corrected, c.Spoiled)
	}
	return b
}

func decodeBinary(b []byte) (diagnose.Binary, error) {
	in := &fields{rest: b}
	classes, columns := in.codeSize(len(b))
	d := diagnose.Binary{Rows: in.count(), Wrong: in.count(), Corrected: in.count(), Spoiled: in.count()}
	if in.bool() {
		silent, several := in.count(), in.count()
		d.Silent, d.Several = &silent, &several
	}
	for range columns {
		if in.failed {
			break
		}
		d.Columns = append(d.Columns, diagnose.Column{
			Column: string(in.entries(classes)), Rows: in.count(), Errors: in.count(), Corrected: in.count(),
			Spoiled: in.count(),
		})
	}
	if in.failed || len(in.rest) > 0 {
		return diagnose.Binary{}, fmt.Errorf("%d bytes are not counts of binary models", len(b))
	}
	return d, nil
}

// count takes a number of rows.
func (in *fields) count() int { return in.number(math.MaxInt32) }

// codeSize takes the numbers of classes and of columns. Every entry takes a part of
// a byte, so larger ones have no room in what is left.
func (in *fields) codeSize(most int) (classes, columns int) {
	classes = in.number(most * entriesPerByte)
	return classes, in.number(most)
}

// encodeCode writes the classes and the columns, then the entries of each column.
func encodeCode(c contract.Dense) []byte {
	b := appendNumbers(nil, len(c), c.Columns())
	for l := range c.Columns() {
		b = appendEntries(b, code.SignsOf(c.Column(l)))
	}
	return b
}

func decodeCode(b []byte) (contract.Dense, error) {
	in := &fields{rest: b}
	classes, columns := in.codeSize(len(b))
	var list []code.Signs
	for range columns {
		if in.failed {
			break
		}
		list = append(list, in.entries(classes))
	}
	if in.failed || len(in.rest) > 0 || classes == 0 || columns == 0 {
		return nil, fmt.Errorf("%d bytes are not a code", len(b))
	}
	c := lists.Table[int8](classes, columns)
	for l, signs := range list {
		column, err := signs.Entries()
		if err != nil {
			return nil, err
		}
		for k, m := range column {
			c[k][l] = m
		}
	}
	return c, nil
}
