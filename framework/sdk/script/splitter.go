package script

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// splitter asks a script for folds.
type splitter struct{ configured }

type splitRequest struct {
	request
	Rows       int      `json:"rows"`
	Columns    int      `json:"columns"` // of X
	Classes    []string `json:"classes"` // names; of multi-label data the labels
	MultiLabel bool     `json:"multi_label"`
	Seed       int      `json:"seed"`
}

// foldColumns are repeat, fold, row, and whether it is tested.
const foldColumns = 4

// Split implements contract.Splitter.
func (s splitter) Split(u contract.Undivided) ([][]contract.Fold, []contract.Diagnostic) {
	repeats, said, err := s.ask(u)
	if err != nil {
		said = append(said, contract.Errorf(nil, "The rows cannot be divided", "%v.", err))
	}
	return repeats, said
}

func (s splitter) ask(u contract.Undivided) (repeats [][]contract.Fold, said []contract.Diagnostic, err error) {
	call, x := s.call("split"), u.Features
	defer call.end()
	shown := service.SplitCall{Classes: u.Classes, MultiLabel: u.MultiLabel}
	call.arrays(shown.Arrays(&u), u.Rows())
	dense := x.Dense
	if x.CSR != nil {
		dense = contract.SparseMatrix{Rows: x.Rows, Cols: x.Cols, CSR: *x.CSR}.Unpacked().Data
	}
	if x.Cols > 0 {
		call.table("X", x.Rows, x.Cols, dense)
	} else {
		call.file("X", "", nil)
	}
	call.names(x.Columns)
	output := call.output("output", "folds")
	var answer struct {
		Rows        int          `json:"rows"` // of the output
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	fields := splitRequest{call.request, u.Rows(), x.Cols, u.Classes, u.MultiLabel, seed(u.Seed)}
	if err := call.ask(context.Background(), fields, &answer); err != nil {
		return nil, nil, err
	}
	said = diagnostics(answer.Diagnostics)
	if contract.FirstError(said) != nil {
		return nil, said, nil
	}
	if answer.Rows < 0 {
		return nil, said, fmt.Errorf("the script says that it has written %d rows", answer.Rows)
	}
	rows, err := call.read(output, answer.Rows, foldColumns)
	if err != nil {
		return nil, said, err
	}
	repeats, err = folds(rows.Data)
	return repeats, said, err
}

// folds gathers the rows of folds. A fold that lists none to train on trains on all that
// it does not test.
func folds(values []float64) ([][]contract.Fold, error) {
	var repeats [][]contract.Fold
	most := float64(len(values)) // there is a row for each repeat and fold
	made := 0
	for i := 0; i < len(values); i += foldColumns {
		entry := values[i : i+foldColumns]
		for at, v := range entry {
			whole := v >= 0 && v == float64(int64(v)) && v < 1<<31
			if !whole || at < 2 && v >= most || at == 3 && v > 1 {
				return nil, fmt.Errorf("row %d of the folds is %v; it has repeat, fold and row, counted from 0, and 1 for a "+
					"row that is tested or 0 for one that trains", i/foldColumns, entry)
			}
		}
		for len(repeats) <= int(entry[0]) {
			repeats = append(repeats, nil)
		}
		of := &repeats[int(entry[0])]
		for len(*of) <= int(entry[1]) {
			*of = append(*of, contract.Fold{})
			if made++; made > len(values) {
				return nil, fmt.Errorf("row %d of the folds is %v; most folds before it have no rows", i/foldColumns, entry)
			}
		}
		fold := &(*of)[int(entry[1])]
		if entry[3] == 1 {
			fold.Test = append(fold.Test, int(entry[2]))
		} else {
			fold.Train = append(fold.Train, int(entry[2]))
		}
	}
	return repeats, nil
}
