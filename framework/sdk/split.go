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
	if call.Groups != "" {
		if u.Groups, err = integers(call.Groups); err != nil {
			return u, unmap, err
		}
	}
	for _, file := range []struct {
		path string
		into *[]float64
	}{{call.Quantity, &u.Quantity}, {call.Weights, &u.Weights}} {
		if file.path == "" {
			continue
		}
		if *file.into, err = readVector(file.path); err != nil {
			return u, unmap, err
		}
	}
	n, entries := call.Rows, call.Rows
	if call.MultiLabel {
		entries *= len(call.Classes)
	}
	wrong := func(rows int, there bool) bool { return there && rows != n }
	if len(u.Truth) != entries || wrong(len(u.Groups), u.Groups != nil) || wrong(len(u.Weights), u.Weights != nil) ||
		wrong(len(u.Quantity), u.Quantity != nil) || wrong(call.Features.Rows, call.Features.Cols > 0) {
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
