package export

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/results/plan"
)

// Code is the code matrix of a reduction on a dataset: Matrix[k][l] is the entry
// of class k in binary problem l, one of -1, 0 and 1. A code that was made from the
// training rows of a cell names the cell.
type Code struct {
	Reduction, Dataset string
	Matrix             [][]int8
	Cell               *plan.Cell // nil if the code is the same in all cells
}

// Codes is the table of code matrices: one row per entry, class by class.
// Classes and columns count from 0. If a code is that of a cell, columns for the
// encoder, learner, repeat and fold come last; in the rows of other codes the
// former are empty and the latter NaN.
func Codes(codes []Code) Table {
	columns := schema("reduction dataset class:integer column:integer entry:integer")
	ofCells := slices.ContainsFunc(codes, func(c Code) bool { return c.Cell != nil })
	if ofCells {
		columns = append(columns, schema("encoder learner repeat:number fold:number")...)
	}
	return Table{columns, codeRows(codes, ofCells)}
}

func codeRows(codes []Code, ofCells bool) iter.Seq2[[]Value, error] {
	return func(yield func([]Value, error) bool) {
		var r row
		for _, c := range codes {
			for k, entries := range c.Matrix {
				for l, e := range entries {
					r = r[:0]
					r.text(c.Reduction, c.Dataset)
					r.integer(k, l, int(e))
					if ofCells {
						r.made(c.Cell)
					}
					if !yield(r, nil) {
						return
					}
				}
			}
		}
	}
}

// made says which cell a code is that of.
func (r *row) made(in *plan.Cell) {
	if in == nil {
		r.text("", "")
		r.number(math.NaN(), math.NaN())
		return
	}
	r.text(in.Encoder, in.Learner)
	r.number(float64(in.Repeat), float64(in.Fold))
}

// Design is the design matrix of one fold: what a learner gets.
type Design struct {
	Features []string // names of the columns
	Rows     []int    // ids of the dataset's rows
	Test     []bool   // for each of Rows: whether the fold tests it; it trains otherwise
	// Fill writes the features of some rows, row-major, len(rows) × len(Features).
	Fill func(rows []int, out []float64) error
}

// designBlock is how many rows of a design matrix are in memory at a time.
const designBlock = 256

// Features is the table of a design matrix: the row's id, its part (train or
// test) and a column per feature. A feature whose name is taken gets a number:
// "row" becomes "row.2".
func Features(d Design) Table {
	columns := schema("row:integer part")
	taken := map[string]bool{"row": true, "part": true}
	for _, name := range d.Features {
		unique := name
		for i := 2; taken[unique]; i++ {
			unique = fmt.Sprintf("%s.%d", name, i)
		}
		taken[unique] = true
		columns = append(columns, Column{Name: unique, Kind: Number})
	}
	return Table{columns, d.rows()}
}

func (d Design) rows() iter.Seq2[[]Value, error] {
	return func(yield func([]Value, error) bool) {
		width := len(d.Features)
		x := make([]float64, min(designBlock, len(d.Rows))*width)
		var r row
		for start := 0; start < len(d.Rows); start += designBlock {
			ids := d.Rows[start:min(start+designBlock, len(d.Rows))]
			if err := d.Fill(ids, x[:len(ids)*width]); err != nil {
				yield(nil, err)
				return
			}
			for i, id := range ids {
				r = r[:0]
				r.integer(id)
				r.text(map[bool]string{false: "train", true: "test"}[d.Test[start+i]])
				if r.number(x[i*width : (i+1)*width]...); !yield(r, nil) {
					return
				}
			}
		}
	}
}
