package sdk

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

func (a *adapter) Split(_ context.Context, call service.SplitCall) (sizes [][]service.FoldSize,
	ds []contract.Diagnostic, err error) {
	defer recovered(&err)
	c, err := a.component(contract.KindValidation, call.Component.Name)
	if err != nil {
		return nil, nil, err
	}
	splitter, err := c.Splitter(call.Component.Config)
	if err != nil {
		return nil, nil, err
	}
	u, unmap, err := openUndivided(call)
	if err != nil {
		return nil, nil, err
	}
	defer unmap()
	repeats, ds := splitter.Split(u)
	if contract.FirstError(ds) != nil {
		return nil, ds, nil
	}
	sizes, rows := written(repeats)
	return sizes, ds, matrix.WriteInt32(call.Output, len(rows), 0, rows)
}

// openUndivided reads what a call names. The features are valid until the returned
// function is called.
func openUndivided(call service.SplitCall) (u contract.Undivided, unmap func(), err error) {
	u = contract.Undivided{Classes: call.Classes, MultiLabel: call.MultiLabel, Seed: call.Seed}
	unmap = func() {}
	if u.Truth, err = integers(call.Truth); err != nil {
		return u, unmap, err
	}
	n, entries := call.Rows, call.Rows
	if call.MultiLabel {
		entries *= len(call.Classes)
	}
	if u.Groups, u.Weights, err = readFacts(call.Groups, call.Weights, n); err != nil {
		return u, unmap, err
	}
	if call.Quantity != "" {
		if u.Quantity, err = readVector(call.Quantity); err != nil {
			return u, unmap, err
		}
	}
	if len(u.Truth) != entries || u.Quantity != nil && len(u.Quantity) != n ||
		call.Features.Cols > 0 && call.Features.Rows != n {
		return u, unmap, fmt.Errorf("the files that %s is to divide have other shapes than %d rows", call.Component.Name, n)
	}
	if call.Features.Cols > 0 {
		u.Features, unmap, err = openFeatures(call.Features)
	}
	return u, unmap, err
}

// written is the rows of folds as a file has them. Numbers that no file holds are −1,
// which is no row either.
func written(repeats [][]contract.Fold) (sizes [][]service.FoldSize, rows []int32) {
	put := func(list []int) {
		for _, row := range list {
			if row < 0 || row > 1<<31-1 {
				row = -1
			}
			rows = append(rows, int32(row))
		}
	}
	sizes = make([][]service.FoldSize, len(repeats))
	for r, folds := range repeats {
		for _, one := range folds {
			put(one.Train)
			put(one.Test)
			size := service.FoldSize{Train: len(one.Train), Test: len(one.Test), Others: one.Train == nil}
			sizes[r] = append(sizes[r], size)
		}
	}
	return sizes, rows
}
