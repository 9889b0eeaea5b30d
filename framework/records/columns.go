package splitting

import (
	"encoding/json"
	"os"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
)

// writer writes the files of a call. Behind an error it writes no more.
type writer struct {
	files *sealed.Folder
	err   error
}

// make makes files and returns their paths.
func (w *writer) make(fill func([]*os.File) error, names ...string) []string {
	paths := make([]string, len(names))
	if w.err != nil {
		return paths
	}
	made, err := w.files.Make(fill, names...)
	if w.err = err; err != nil {
		return paths
	}
	return made
}

// write writes an array of rows × cols, or a vector if there are no columns.
func write[T matrix.Element](w *writer, values []T, rows, cols int) string {
	return w.make(func(f []*os.File) error { return matrix.Write(f[0], rows, cols, values) }, "rows.npy")[0]
}

// mostNames is how many columns are described.
const mostNames = 1 << 17

// features writes the columns of a table as they are.
func (w *writer) features(t *data.Table, rows []int) service.Features {
	f := service.Features{Rows: len(rows), Cols: len(t.Columns)}
	columns := described(t)
	if t.Sparse != nil {
		f.Cols, columns = t.Sparse.Cols, t.Sparse.Columns()
	}
	if f.Cols == 0 {
		return f
	}
	if len(columns) <= mostNames {
		f.Columns = w.make(func(f []*os.File) error { return json.NewEncoder(f[0]).Encode(columns) }, "columns.json")[0]
	}
	if t.Sparse == nil {
		f.Dense = w.make(func(f []*os.File) error { return fillDense(f[0], t, rows) }, "X.npy")[0]
		return f
	}
	paths := w.make(func(f []*os.File) error {
		return fillSparse(matrix.CSRFiles{Data: f[0], Indices: f[1], Indptr: f[2]}, t.Sparse, rows)
	}, "data.npy", "indices.npy", "indptr.npy")
	f.Data, f.Indices, f.Indptr = paths[0], paths[1], paths[2]
	return f
}

// described names the columns of a table that is not sparse.
func described(t *data.Table) []contract.Column {
	return lists.Map(t.Columns, func(c data.Column) contract.Column {
		if c.Kind == data.Categorical {
			return contract.Column{Name: c.Name, Kind: contract.NominalColumn, Values: c.Levels}
		}
		return contract.Column{Name: c.Name, Kind: contract.NumericColumn}
	})
}

func fillDense(f *os.File, t *data.Table, rows []int) error {
	x, err := matrix.Lay(f, len(rows), len(t.Columns))
	if err != nil {
		return err
	}
	defer x.Close()
	for i, id := range rows {
		row, err := x.Row(i)
		if err != nil {
			return err
		}
		for j := range t.Columns {
			if c := &t.Columns[j]; c.Kind == data.Categorical {
				row[j] = float64(c.Codes[id])
			} else {
				row[j] = c.Values[id]
			}
		}
	}
	return nil
}

func fillSparse(files matrix.CSRFiles, s *data.Sparse, rows []int) error {
	nonzeros := 0
	for _, id := range rows {
		nonzeros += int(s.Indptr[id+1] - s.Indptr[id])
	}
	x, err := matrix.FillCSR(files, len(rows), nonzeros)
	if err != nil {
		return err
	}
	defer x.Close()
	at := 0
	for i, id := range rows {
		values, of := s.Data[s.Indptr[id]:s.Indptr[id+1]], s.Indices[s.Indptr[id]:s.Indptr[id+1]]
		copy(x.Data[at:], values)
		copy(x.Indices[at:], of)
		at += len(values)
		x.Indptr[i+1] = int64(at)
	}
	return nil
}
