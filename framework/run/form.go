package run

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

// mostNames bounds the features whose names are sent to learners.
const mostNames = 1 << 17

// form is a matrix in one of its two forms, as files.
type form struct {
	writing  sync.Once
	err      error
	folder   string
	features service.Features
}

func (f *form) remove() {
	if f.folder != "" {
		_ = os.RemoveAll(f.folder)
	}
}

// write makes the files of a form. The matrix itself is left to values.
func (b *block) write(f *form, fitted *encode.Fitted, values func(*form, *encode.Fitted) error) (err error) {
	f.features = service.Features{Rows: len(b.rows), Cols: len(fitted.Columns)}
	if f.folder, err = os.MkdirTemp(b.dir, "features-"); err != nil {
		return &scratchError{err}
	}
	if len(fitted.Columns) <= mostNames {
		f.features.Columns = filepath.Join(f.folder, "columns.json")
		columns, err := json.Marshal(fitted.Columns)
		if err != nil {
			return err
		}
		if err := os.WriteFile(f.features.Columns, columns, 0o600); err != nil {
			return &scratchError{err}
		}
	}
	return values(f, fitted)
}

func (b *block) writeDense(f *form, fitted *encode.Fitted) error {
	rows, cols := f.features.Rows, f.features.Cols
	if fitted.MostlyZero {
		if err := encode.CheckDense(rows, cols); err != nil {
			return err
		}
	}
	f.features.Dense = filepath.Join(f.folder, "X.npy")
	x, err := matrix.Create(f.features.Dense, rows, cols)
	if err != nil {
		return &scratchError{err}
	}
	defer x.Close()
	if b.given != nil {
		b.given.fill(b.rows, x.Data)
		return nil
	}
	return fitted.Fill(b.Dataset.Table, b.rows, x.Data)
}

func (b *block) writeSparse(f *form, fitted *encode.Fitted) error {
	indptr, err := fitted.Indptr(b.Dataset.Table, b.rows)
	if err != nil {
		return err
	}
	paths := matrix.CSRPaths{
		Data: filepath.Join(f.folder, "data.npy"), Indices: filepath.Join(f.folder, "indices.npy"), Indptr: filepath.Join(f.folder, "indptr.npy"),
	}
	f.features.Data, f.features.Indices, f.features.Indptr = paths.Data, paths.Indices, paths.Indptr
	x, err := matrix.CreateCSR(paths, len(b.rows), int(indptr[len(b.rows)]))
	if err != nil {
		return &scratchError{err}
	}
	defer x.Close()
	copy(x.Indptr, indptr)
	return fitted.FillCSR(b.Dataset.Table, b.rows, contract.CSR{Data: x.Data, Indices: x.Indices, Indptr: x.Indptr})
}
