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
	Target     string // int32; of multi-label data rows × K, 1 or 0; "" without Classes
	Weights    string // float64, or ""
	Groups     string // int32, or ""
	Seed       uint64
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
