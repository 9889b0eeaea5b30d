// Package export writes results as long tables for other programs: as CSV, JSON
// or Parquet, row by row, so that tables may be larger than memory.
package export

import (
	"iter"
	"strings"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/showing/columns"
)

// Kind is what the values of a column are.
type Kind = columns.Kind

// The kinds of columns.
const (
	Text    = columns.Text
	Integer = columns.Integer
	Number  = columns.Number
)

// Column is a column of a table. Names differ within a table.
type Column = columns.Field

// Value is one entry of a row; the kind of its column says which field holds it.
type Value struct {
	Text    string
	Integer int64
	Number  float64
}

// Table is a long table. Rows gives one value a column; a row is valid until the
// next one is asked for. An error ends the rows.
type Table struct {
	Columns []Column
	Rows    iter.Seq2[[]Value, error]
}

// schema makes columns from a list such as "dataset fold:integer value:number"; text is the
// default. The tables of results folders have described columns, see [columns.Files].
func schema(list string) []Column {
	kinds := map[string]Kind{"": Text, "integer": Integer, "number": Number}
	var columns []Column
	for word := range strings.FieldsSeq(list) {
		name, kind, _ := strings.Cut(word, ":")
		columns = append(columns, Column{Name: name, Kind: kinds[kind]})
	}
	return columns
}

// row collects the values of one row, in the order of the columns.
type row []Value

func (r *row) text(list ...string) {
	for _, s := range list {
		*r = append(*r, Value{Text: s})
	}
}

func (r *row) integer(list ...int) {
	for _, n := range list {
		*r = append(*r, Value{Integer: int64(n)})
	}
}

func (r *row) number(list ...float64) {
	for _, v := range list {
		*r = append(*r, Value{Number: v})
	}
}

// rowsOf gives one row for each element of a list, nil where there is none.
func rowsOf[T any](list []T, fill func(*row, T)) iter.Seq2[[]Value, error] {
	return func(yield func([]Value, error) bool) {
		var r row
		for _, one := range list {
			r = r[:0]
			if fill(&r, one); len(r) > 0 && !yield(r, nil) {
				return
			}
		}
	}
}

func (r *row) cell(c plan.Cell) {
	r.text(c.Division(), c.Encoder, c.Learner, c.Reduction)
	r.integer(c.Repeat, c.Fold)
}
