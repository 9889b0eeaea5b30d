package service

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
)

// Splitter divides the rows of datasets.
type Splitter interface {
	// Split writes the rows of folds to the file that the call names, and returns how many
	// each fold of each repeat has.
	Split(ctx context.Context, call SplitCall) ([][]FoldSize, []contract.Diagnostic, error)
}

// SplitCall asks for folds of some rows. The files have a row each.
type SplitCall struct {
	Component  ComponentRef
	Classes    []string // of multi-label data the labels
	MultiLabel bool
	Rows       int
	Truth      string // the files are those of Arrays
	Quantity   string
	Groups     string
	Weights    string
	Features   Features // the columns, if they were asked for
	Seed       uint64
	// Output is to be written: int32, the rows of one fold behind those of the other, those
	// that it trains on before those that it tests.
	Output string
}

// Arrays are those of the rows beside the features.
func (c *SplitCall) Arrays(u *contract.Undivided) Arrays {
	return Arrays{
		{"truth", &c.Truth, &u.Truth, ofLabels(c.MultiLabel, len(c.Classes)), false, false},
		{"quantity", &c.Quantity, &u.Quantity, 0, true, false},
		{"groups", &c.Groups, &u.Groups, 0, true, false},
		{"weights", &c.Weights, &u.Weights, 0, true, false},
	}
}

// Answer is the array that is to be written.
func (c *SplitCall) Answer(rows *[]int) Arrays {
	return Arrays{{"output", &c.Output, rows, 0, false, false}}
}

// FoldSize is how many rows of the output are those of a fold.
type FoldSize struct {
	Train, Test int
	Others      bool // it trains on all rows that it does not test, none of which is in the output
}
