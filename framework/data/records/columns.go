package records

import (
	"encoding/json"
	"os"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data"
)

// mostNames is how many columns of a sparse table are described.
const mostNames = 1 << 17

// Columns writes the columns of the table as they are: numbers, NaN where one is missing,
// and of nominal columns the numbers of their values, negative where one is missing.
func (w *Writer) Columns() service.Features {
	t := w.Table
	if t.Sparse != nil {
		return w.sparse()
	}
	f := service.Features{Rows: len(w.Rows), Cols: len(t.Columns)}
	if f.Cols > 0 {
		f.Columns = w.described(lists.Map(t.Columns, description))
		f.Dense = w.make(func(f []*os.File) error { return fillDense(f[0], t, w.Rows) }, "X.npy")[0]
	}
	return f
}

// Dense is Columns as dense rows, of sparse tables too.
func (w *Writer) Dense() service.Features {
	s := w.Table.Sparse
	if s == nil || s.Cols == 0 {
		return w.Columns()
	}
	f := service.Features{Rows: len(w.Rows), Cols: s.Cols, Columns: w.described(s.Columns())}
	f.Dense = w.make(func(f []*os.File) error { return unpack(f[0], s, w.Rows) }, "X.npy")[0]
	return f
}

func (w *Writer) sparse() service.Features {
	s := w.Table.Sparse
	f := service.Features{Rows: len(w.Rows), Cols: s.Cols}
	if s.Cols == 0 {
		return f
	}
	if columns := s.Columns(); len(columns) <= mostNames {
		f.Columns = w.described(columns)
	}
	paths := w.make(func(f []*os.File) error {
		return fillSparse(matrix.CSRFiles{Data: f[0], Indices: f[1], Indptr: f[2]}, s, w.Rows)
	}, "data.npy", "indices.npy", "indptr.npy")
	f.Data, f.Indices, f.Indptr = paths[0], paths[1], paths[2]
	return f
}

// described writes descriptions of columns.
func (w *Writer) described(columns []contract.Column) string {
	return w.make(func(f []*os.File) error { return json.NewEncoder(f[0]).Encode(columns) }, "columns.json")[0]
}

// description is that of a column of a table that is not sparse.
func description(c data.Column) contract.Column {
	if c.Kind == data.Categorical {
		return contract.Column{Name: c.Name, Kind: contract.NominalColumn, Values: c.Levels}
	}
	return contract.Column{Name: c.Name, Kind: contract.NumericColumn}
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

// unpack writes rows of a sparse table as dense ones.
func unpack(f *os.File, s *data.Sparse, rows []int) error {
	x, err := matrix.Lay(f, len(rows), s.Cols)
	if err != nil {
		return err
	}
	defer x.Close()
	for i, id := range rows {
		row, err := x.Row(i) // of zeros
		if err != nil {
			return err
		}
		columns, values := s.Row(id)
		for at, j := range columns {
			row[j] = values[at]
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
		of, values := s.Row(id)
		copy(x.Data[at:], values)
		copy(x.Indices[at:], of)
		at += len(values)
		x.Indptr[i+1] = int64(at)
	}
	return nil
}
