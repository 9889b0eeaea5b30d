package run

import (
	"encoding/json"
	"os"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
)

// mostNames bounds the features whose names are sent to learners.
const mostNames = 1 << 17

// form is a matrix in one of its two forms, as files.
type form struct {
	service.Features
	files   *sealed.Folder
	writing sync.Once
	err     error
}

func (f *form) remove() { f.files.Close() }

// write makes the files of a form. The matrix itself is left to values.
func (b *block) write(f *form, fitted *encode.Fitted, parts []encodedRows, values func(*form, *encode.Fitted, []encodedRows) error) (err error) {
	f.Features = service.Features{Rows: len(b.rows), Cols: len(fitted.Columns)}
	if f.files, err = sealed.New(b.dir, "features-"); err != nil {
		return &scratchError{err}
	}
	if len(fitted.Columns) <= mostNames {
		if err := f.writeColumns(fitted.Columns); err != nil {
			return err
		}
	}
	return values(f, fitted, parts)
}

func (f *form) writeColumns(columns []contract.Column) error {
	content, err := json.Marshal(columns)
	if err != nil {
		return err
	}
	paths, err := inputs(f.files, func(open []*os.File) error {
		if _, err := open[0].Write(content); err != nil {
			return &scratchError{err}
		}
		return nil
	}, "columns.json")
	if err == nil {
		f.Columns = paths[0]
	}
	return err
}

func (b *block) writeDense(f *form, fitted *encode.Fitted, parts []encodedRows) error {
	if fitted.MostlyZero {
		if err := encode.CheckDense(f.Rows, f.Cols); err != nil {
			return err
		}
	}
	paths, err := inputs(f.files, func(open []*os.File) error {
		x, err := matrix.Fill(open[0], f.Rows, f.Cols)
		if err != nil {
			return &scratchError{err}
		}
		defer x.Close()
		return b.fillDense(x, parts)
	}, "X.npy")
	if err == nil {
		f.Dense = paths[0]
	}
	return err
}

func (b *block) fillDense(x *matrix.Mapped, parts []encodedRows) error {
	if b.given != nil {
		copy(x.Data, b.given.of(b.rows).values)
		return nil
	}
	at, cols := 0, x.Cols
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
		columns := f.Columns
		written, err := b.given.of(b.rows).write(f.files, "X")
		f.Features, f.Columns = written, columns
		return err
	}
	indptr, err := b.indptr(parts)
	if err != nil {
		return err
	}
	f.Features.Data, f.Indices, f.Indptr, err = sparseInput(f.files, "X", len(b.rows), int(indptr[len(b.rows)]), func(x *matrix.CSR) error {
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
	})
	return err
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
