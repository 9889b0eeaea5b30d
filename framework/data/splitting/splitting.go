// Package splitting asks splitters of plugins how the rows of a dataset are divided, and
// checks what they answer. The answer is what a split file says.
package splitting

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/records"
)

// Asked is a splitter with what it is asked for.
type Asked struct {
	Plugin    service.Splitter
	Component service.ComponentRef
	Features  bool // it is shown the columns
	Seed      uint64
	Once      bool // it is not asked the same again, to see that it answers the same
}

// Of has the splitter divide the rows of a table. With an error among the diagnostics,
// which are the splitter's, there are no folds. The error is that of the call, of what it
// answered, of the scratch folder, or the context's.
func (a Asked) Of(ctx context.Context, t *data.Table) (s *data.Splits, said []contract.Diagnostic, err error) {
	folder, err := scratch.Matrices(a.size(t))
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, folder.Remove()) }()
	files, err := sealed.New(folder.Path, "split-")
	if err != nil {
		return nil, nil, err
	}
	defer files.Close()
	rows := usable(t)
	call, err := a.call(files, t, rows)
	if err != nil {
		return nil, nil, err
	}
	s, said, err = a.ask(ctx, call, rows)
	if s == nil || err != nil {
		return nil, said, err
	}
	if a.Once {
		return s, said, files.Check()
	}
	again, _, err := a.ask(ctx, call, rows)
	switch {
	case err != nil:
		return nil, said, err
	case again == nil || again.SHA256 != s.SHA256:
		return nil, said, errors.New("it gave other folds when it was asked the same again: the same rows and seed must " +
			"give the same folds, or no run could be continued")
	}
	return s, said, files.Check()
}

// ask makes the call and reads the answer. It removes the file of an earlier one.
func (a Asked) ask(ctx context.Context, call service.SplitCall, rows []int) (s *data.Splits, said []contract.Diagnostic,
	err error) {
	if err := os.Remove(call.Output); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, err
	}
	sizes, said, err := a.Plugin.Split(ctx, call)
	if err != nil || contract.FirstError(said) != nil {
		return nil, said, err
	}
	err = service.Contained(func() (err error) {
		s, err = read(call.Output, sizes, rows)
		return err
	})
	return s, said, err
}

// usable are the rows that folds may use.
func usable(t *data.Table) (rows []int) {
	for row, class := range t.Truth.Class {
		if class >= 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// size is about how many bytes the files of a call take.
func (a Asked) size(t *data.Table) int64 {
	const number = 8
	columns := 4 + t.Target.K()
	if a.Features {
		columns += len(t.Columns)
	}
	return number * int64(t.Rows) * int64(columns)
}

// call writes the files of a call.
func (a Asked) call(files *sealed.Folder, t *data.Table, rows []int) (call service.SplitCall, err error) {
	call = service.SplitCall{
		Component: a.Component, Classes: t.Target.Names, MultiLabel: t.Target.MultiLabel, Rows: len(rows), Seed: a.Seed,
		Output: filepath.Join(files.Path, "folds.npy"),
	}
	shown := contract.Undivided{Truth: records.Truth(t, rows), Quantity: lists.Pick(t.Quantity, rows),
		Groups: lists.Pick(t.GroupOf, rows), Weights: lists.Pick(t.Weights, rows)}
	if err := call.Arrays(&shown).Write(len(rows), files.Put); err != nil {
		return call, err
	}
	w := records.Writer{Files: files, Table: t, Rows: rows}
	if a.Features {
		call.Features = w.Columns()
	}
	return call, w.Err
}

// most bounds the rows of all folds together.
const most = 1 << 28

// read reads folds of a size, whose rows are numbered among some of the dataset.
func read(path string, sizes [][]service.FoldSize, among []int) (*data.Splits, error) {
	listed, err := countListed(sizes, len(among))
	if err != nil {
		return nil, err
	}
	rows, err := matrix.ReadAnswer[int32](path, listed, 1)
	if err != nil {
		return nil, err
	}
	s := &data.Splits{}
	tested := make([]bool, len(among))
	for r, folds := range sizes {
		s.Repeats = append(s.Repeats, nil)
		for f, size := range folds {
			clear(tested)
			train, test := rows[:size.Train], rows[size.Train:size.Train+size.Test]
			rows = rows[size.Train+size.Test:]
			one, err := fold(train, test, size.Others, among, tested)
			if err != nil {
				return nil, fmt.Errorf("fold %d of repeat %d %w", f, r, err)
			}
			s.Repeats[r] = append(s.Repeats[r], one)
		}
	}
	s.Identify()
	return s, nil
}

// countListed counts the rows that the answer lists, and checks the number of rows of all
// folds.
func countListed(sizes [][]service.FoldSize, among int) (listed int, err error) {
	all := 0
	for r, folds := range sizes {
		if len(folds) == 0 {
			return 0, fmt.Errorf("repeat %d has no folds", r)
		}
		for _, one := range folds {
			listed, all = listed+one.Train+one.Test, all+one.Train+one.Test
			if one.Others {
				all += max(0, among-one.Test)
			}
			if all > most {
				return 0, fmt.Errorf("its folds have more than %d rows together", most)
			}
		}
	}
	if all == 0 {
		return 0, errors.New("it names no folds")
	}
	return listed, nil
}

// fold checks a fold. In tested, which is false, it notes which rows are.
func fold(train, test []int32, others bool, among []int, tested []bool) (one data.Split, err error) {
	for _, row := range slices.Concat(train, test) {
		if row < 0 || int(row) >= len(among) {
			return one, fmt.Errorf("has the row %d, which is not in 0 to %d", row, len(among)-1)
		}
	}
	for _, row := range test {
		if tested[row] {
			return one, fmt.Errorf("tests row %d twice", row)
		}
		tested[row] = true
		one.Test = append(one.Test, among[row])
	}
	for _, row := range train {
		if tested[row] {
			return one, fmt.Errorf("tests row %d and trains on it", row)
		}
		one.Train = append(one.Train, among[row])
	}
	for row := range among {
		if others && !tested[row] {
			one.Train = append(one.Train, among[row])
		}
	}
	slices.Sort(one.Test)
	slices.Sort(one.Train)
	switch {
	case len(one.Test) == 0:
		return one, errors.New("tests no row")
	case len(one.Train) == 0:
		return one, errors.New("trains on no row")
	}
	return one, nil
}
