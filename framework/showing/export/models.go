package export

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/columns"
)

// HasModels reports whether some cell has counts of binary models.
func HasModels(cells []score.Cell) bool {
	return slices.ContainsFunc(cells, score.Cell.HasModels)
}

// Binary is the table of binary.csv: one row per cell and binary model, cells in
// plan order, models in the order of the code's columns, which count from 0.
// Problem is the column: one of +, - and 0 a class, in class order. Rows are the
// test rows in which the model takes part, errors those on which it is wrong;
// corrected are the rows on which it is wrong and the prediction is right, spoiled
// those on which it is right and the prediction is wrong. The learner that trained the
// model is the cell's own unless the column has another.
func Binary(cells []score.Cell) Table {
	return Table{
		Columns: columns.Binary.Fields,
		Rows: modelRows(cells, func(c score.Cell, b diagnose.Binary, yield func(row) bool) bool {
			var r row
			for l, m := range b.Columns {
				r = r[:0]
				r.cell(c.Cell)
				r.integer(l)
				r.text(m.Column)
				r.integer(m.Rows, m.Errors, m.Corrected, m.Spoiled)
				if r.text(cmp.Or(c.TrainedBy[m.Column], c.Learner)); !yield(r) {
					return false
				}
			}
			return true
		}),
	}
}

// Decoding is the table of decoding.csv: one row per cell with binary models, in
// plan order. Rows are the test rows, wrong those on which some model that takes
// part is wrong, corrected those of them that are predicted right; spoiled are the
// rows on which all models that take part are right and the prediction is wrong.
// Silent and several count the rows on which no model and on which more than one
// fires, NaN unless each class has a model of its own.
func Decoding(cells []score.Cell) Table {
	return Table{
		Columns: columns.Decoding.Fields,
		Rows: modelRows(cells, func(c score.Cell, b diagnose.Binary, yield func(row) bool) bool {
			var r row
			r.cell(c.Cell)
			r.integer(b.Rows, b.Wrong, b.Corrected, b.Spoiled)
			r.number(counted(b.Silent), counted(b.Several))
			return yield(r)
		}),
	}
}

// counted is a number of rows, NaN where they were not counted.
func counted(n *int) float64 {
	if n == nil {
		return math.NaN()
	}
	return float64(*n)
}

// modelRows gives the rows that fill makes of each cell with counts of binary
// models. Fill ends the table by returning false.
func modelRows(
	cells []score.Cell, fill func(score.Cell, diagnose.Binary, func(row) bool) bool,
) iter.Seq2[[]Value, error] {
	return func(yield func([]Value, error) bool) {
		for _, c := range cells {
			if !c.HasModels() {
				continue
			}
			b, err := c.Models()
			if err != nil {
				yield(nil, err)
				return
			}
			if !fill(c, b, func(r row) bool { return yield(r, nil) }) {
				return
			}
		}
	}
}
