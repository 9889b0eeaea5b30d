package service

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
)

// Encoder makes features of the columns of tables.
type Encoder interface {
	Fit(ctx context.Context, call FitCall) (Learnt, error)
	// Transform writes its answer to the file that the call names.
	Transform(ctx context.Context, call TransformCall) error
}

// FitCall shows an encoder training rows. The files have a row each. Records are dense, as
// contract.Records says.
type FitCall struct {
	Component  ComponentRef
	Records    Features
	Classes    []string // of multi-label data the labels; nil for encoders that do not learn from them
	MultiLabel bool
	Target     string // "" without Classes; the files are those of Arrays
	Weights    string
	Groups     string
	Seed       uint64
}

// Arrays are those of the rows beside the records.
func (c *FitCall) Arrays(t *contract.TrainingRecords) Arrays {
	return Arrays{
		{"target", &c.Target, &t.Target, ofLabels(c.MultiLabel, len(c.Classes)), true, false},
		{"weights", &c.Weights, &t.Weights, 0, true, false},
		{"groups", &c.Groups, &t.Groups, 0, true, false},
	}
}

// Learnt is what an encoder has learnt, and the features that it makes.
type Learnt struct {
	State   []byte
	Columns []contract.Column
}

// TransformCall asks for the features of rows.
type TransformCall struct {
	Component ComponentRef
	State     []byte
	Records   Features
	Output    string // to be written: float64, rows × features
}

// Answer is the array that is to be written.
func (c *TransformCall) Answer(x *contract.Matrix) Arrays {
	return Arrays{{"output", &c.Output, x, 0, false, false}}
}
