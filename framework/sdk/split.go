package sdk

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

func (a *adapter) Split(_ context.Context, call service.SplitCall) (sizes [][]service.FoldSize,
	ds []contract.Diagnostic, err error) {
	defer recovered(&err)
	splitter, err := built(a, call.Component, contract.Component.Splitter)
	if err != nil {
		return nil, nil, err
	}
	u := contract.Undivided{Classes: call.Classes, MultiLabel: call.MultiLabel, Seed: call.Seed}
	if _, _, err := call.Arrays(&u).Open(call.Rows); err != nil {
		return nil, nil, err
	}
	if f := call.Features; f.Cols > 0 {
		if f.Rows != call.Rows {
			return nil, nil, fmt.Errorf("the features have %d rows, and there are %d to divide", f.Rows, call.Rows)
		}
		var unmap func()
		if u.Features, unmap, err = openFeatures(f); err != nil {
			return nil, nil, err
		}
		defer unmap()
	}
	repeats, ds := splitter.Split(u)
	if contract.FirstError(ds) != nil {
		return nil, ds, nil
	}
	sizes, rows := written(repeats)
	return sizes, ds, call.Answer(&rows).Fill(len(rows))
}

// written is the rows of folds as a file has them. Numbers that no file holds are −1,
// which is not a row either.
func written(repeats [][]contract.Fold) (sizes [][]service.FoldSize, rows []int) {
	put := func(list []int) {
		for _, row := range list {
			if row < 0 || row > 1<<31-1 {
				row = -1
			}
			rows = append(rows, row)
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
