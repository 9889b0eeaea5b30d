package service

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
)

// Plugin is one running plugin.
type Plugin interface {
	Describe(ctx context.Context) (Description, error)
	// Validate asks what a component says of a complete configuration.
	Validate(ctx context.Context, c ComponentRef) (contract.Verdict, error)
	Learner
	Reducer
	Metric
	Encoder
	Splitter
}
