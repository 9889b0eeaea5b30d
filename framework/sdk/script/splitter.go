package script

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// splitter asks a script for folds.
type splitter struct {
	script    *script
	component string
	config    contract.Config
}

type splitRequest struct {
	request
	Rows       int      `json:"rows"`
	Columns    int      `json:"columns"` // of X
	Classes    []string `json:"classes"` // names; of multi-label data the labels
	MultiLabel bool     `json:"multi_label"`
	Seed       int      `json:"seed"`
	Truth      string   `json:"truth"` // class numbers; of multi-label data rows × labels
	Quantity   string   `json:"quantity"`
	Groups     string   `json:"groups"`
	Weights    string   `json:"weights"`
	X          string   `json:"X"`
	Names      string   `json:"names"`
	Output     string   `json:"output"` // to be written: a row of foldColumns for each row of each fold
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
	f := s.script.files
	call := splitRequest{request: request{Call: "split", Component: s.component, Config: s.config},
		Rows: u.Rows(), Classes: u.Classes, MultiLabel: u.MultiLabel, Seed: seed(u.Seed), Output: f.name("folds")}
	written := []string{call.Output}
	defer func() {
		for _, path := range written {
			f.drop(path)
		}
	}()
	put := func(path *string, what string, x contract.Matrix) {
		if err != nil || x.Data == nil {
			return
		}
		if x.Cols == 1 {
			*path, err = f.vector(what, x.Data)
		} else {
			*path, err = f.matrix(what, x)
		}
		written = append(written, *path)
	}
	vector := func(values []float64) contract.Matrix { return contract.Matrix{Rows: call.Rows, Cols: 1, Data: values} }
	truth := vector(floats(u.Truth))
	if u.MultiLabel {
		truth.Cols = len(u.Classes)
	}
	put(&call.Truth, "truth", truth)
	put(&call.Quantity, "quantity", vector(u.Quantity))
	put(&call.Groups, "groups", vector(floats(u.Groups)))
	put(&call.Weights, "weights", vector(u.Weights))
	if x := u.Features; x.Cols > 0 {
		dense := contract.Matrix{Rows: x.Rows, Cols: x.Cols, Data: x.Dense}
		if x.CSR != nil {
			dense = contract.SparseMatrix{Rows: x.Rows, Cols: x.Cols, CSR: *x.CSR}.Unpacked()
		}
		call.Columns = x.Cols
		put(&call.X, "X", dense)
		if err == nil {
			call.Names, err = f.names(x.Columns)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	var answer struct {
		Rows        int          `json:"rows"` // of the output
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	if err := s.script.ask(call, &answer); err != nil {
		return nil, nil, err
	}
	said = diagnostics(answer.Diagnostics)
	if contract.FirstError(said) != nil {
		return nil, said, nil
	}
	if answer.Rows < 0 {
		return nil, said, fmt.Errorf("the script says that it has written %d rows", answer.Rows)
	}
	values, err := f.read(call.Output, answer.Rows, foldColumns)
	if err != nil {
		return nil, said, err
	}
	repeats, err = folds(values)
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
