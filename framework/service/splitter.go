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
	Truth      string   // int32; of multi-label data rows × K, 1 or 0
	Quantity   string   // float64, or ""
	Groups     string   // int32, or ""
	Weights    string   // float64, or ""
	Features   Features // the columns, if they were asked for
	Seed       uint64
	// Output is to be written: int32, the rows of one fold behind those of the other, those
	// that it trains on before those that it tests.
	Output string
}

// FoldSize is how many rows of the output are those of a fold.
type FoldSize struct {
	Train, Test int
	Others      bool // it trains on all rows that it does not test, none of which is in the output
}
