package service

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
)

// Metric makes numbers of what models predict.
type Metric interface {
	// Compute returns a value for each entry of Ends.
	Compute(ctx context.Context, call ComputeCall) ([]Computed, error)
}

// ComputeCall asks for values of a metric on some rows. The files have a row each.
type ComputeCall struct {
	Component     ComponentRef
	Classes       []string // of multi-label data the labels
	MultiLabel    bool
	Truth         string // the files are those of Arrays
	Predictions   string
	Scores        string
	Probabilities string
	Weights       string
	Groups        string
	// Ends cuts the rows into parts of which a value each is wanted: those before the
	// first end, those from there to before the second, and so on. The last is the number
	// of rows.
	Ends []int
}

// Arrays are those of the rows.
func (c *ComputeCall) Arrays(o *contract.Outcome) Arrays {
	k := len(c.Classes)
	return Arrays{
		{"truth", &c.Truth, &o.Truth, ofLabels(c.MultiLabel, k), false, false},
		{"predictions", &c.Predictions, &o.Predicted, ofLabels(c.MultiLabel, k), false, false},
		{"scores", &c.Scores, &o.Scores, k, false, false},
		{"probabilities", &c.Probabilities, &o.Probabilities, k, true, false},
		{"weights", &c.Weights, &o.Weights, 0, true, false},
		{"groups", &c.Groups, &o.Groups, 0, true, false},
	}
}

// Computed is the value on a part of the rows, or why there is none.
type Computed struct {
	Value float64 // NaN if it is undefined
	Err   error
}
