package run

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
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
func (b *block) write(f *form, fitted *encode.Fitted, parts []encodedRows, values func(*form, *encode.Fitted, []encodedRows) error) (err error) {
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
	return values(f, fitted, parts)
}

func (b *block) writeDense(f *form, fitted *encode.Fitted, parts []encodedRows) error {
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
		copy(x.Data, b.given.of(b.rows).values)
		return nil
	}
	at := 0
	for _, p := range parts {
		for rows := range slices.Chunk(p.rows, max(1, mostFilled/max(1, cols))) {
			if err := p.by.Fill(b.Dataset.Table, rows, x.Data[at*cols:(at+len(rows))*cols]); err != nil {
				return err
			}
			if err := x.Release(at, at+len(rows)); err != nil {
				return &scratchError{err}
			}
			at += len(rows)
		}
	}
	return nil
}

// mostFilled is the number of values that are filled in at a time, before the
// memory behind them is given back: 64 MiB.
const mostFilled = 1 << 23

func (b *block) writeSparse(f *form, _ *encode.Fitted, parts []encodedRows) error {
	if b.given != nil {
		written, err := b.given.of(b.rows).write(filepath.Join(f.folder, "X"))
		if err != nil {
			return &scratchError{err}
		}
		written.Columns = f.features.Columns
		f.features = written
		return nil
	}
	indptr, err := b.indptr(parts)
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
	at := 0
	for _, p := range parts {
		part := contract.CSR{Data: x.Data, Indices: x.Indices, Indptr: x.Indptr[at : at+len(p.rows)+1]}
		if err := p.by.FillCSR(b.Dataset.Table, p.rows, part); err != nil {
			return err
		}
		at += len(p.rows)
	}
	return nil
}

// indptr returns where each row of the compressed matrix begins.
func (b *block) indptr(parts []encodedRows) ([]int64, error) {
	all := make([]int64, 1, len(b.rows)+1)
	for _, p := range parts {
		ends, err := p.by.Indptr(b.Dataset.Table, p.rows)
		if err != nil {
			return nil, err
		}
		before := all[len(all)-1]
		for _, end := range ends[1:] {
			all = append(all, before+end)
		}
	}
	return all, nil
}
