//go:build !linux

package main

import (
	"context"
	"errors"

	"github.com/manyclass/bench/framework/contract"
)

// share refuses: no other system than Linux has memory that belongs to no process.
func share(settings, context.Context, contract.Problem) (contract.Model, error) {
	return nil, errors.ErrUnsupported
}
