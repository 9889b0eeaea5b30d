package service

import "context"

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
	Truth         string // int32; of multi-label data rows × K, 1 or 0
	Predictions   string // likewise
	Scores        string // float64, rows × K
	Probabilities string // float64, rows × K, or ""
	Weights       string // float64, or ""
	Groups        string // int32, or ""
	// Ends cuts the rows into parts of which a value each is wanted: those before the
	// first end, those from there to before the second, and so on. The last is the number
	// of rows.
	Ends []int
}

// Computed is the value on a part of the rows, or why there is none.
type Computed struct {
	Value float64 // NaN if it is undefined
	Err   error
}
