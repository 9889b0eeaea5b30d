package rows

import (
	"encoding/json"
	"os"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/encode"
)

// countedRows is the number of rows whose values are counted together.
const countedRows = 1 << 14

// mostNames bounds the features whose names are sent to learners.
const mostNames = 1 << 17

// layout is a matrix that every fold with the same fitted categories and
// imputed values shares, in the forms that learners take. Encoders that look at
// classes have one for each fold.
type layout struct {
	dense, sparse form
	open          int // items still to be done with it
}

func (l *layout) remove() {
	l.dense.files.Close()
	l.sparse.files.Close()
}

// form is a matrix in one of its two forms, as files.
type form struct {
	service.Features
	files        *sealed.Folder
	writing      sync.Once
	standardised bool // shift and scale are applied
	err          error
}

// write writes the files of a form into a folder of their own.
func (f *form) write(dir string, c content, sparse bool) (err error) {
	f.Features = service.Features{Rows: len(c.ids), Cols: len(c.fitted.Columns)}
	if f.files, err = sealed.New(dir, "features-"); err != nil {
		return fault.Scratch(err)
	}
	if len(c.fitted.Columns) <= mostNames {
		if err := f.writeColumns(c.fitted.Columns); err != nil {
			return err
		}
	}
	if sparse {
		return f.writeSparse(c)
	}
	return f.writeDense(c)
}

func (f *form) writeColumns(columns []contract.Column) error {
	content, err := json.Marshal(columns)
	if err != nil {
		return err
	}
	paths, err := inputs(f.files, func(open []*os.File) error {
		if _, err := open[0].Write(content); err != nil {
			return fault.Scratch(err)
		}
		return nil
	}, "columns.json")
	if err == nil {
		f.Columns = paths[0]
	}
	return err
}

func (f *form) writeDense(c content) error {
	if c.fitted.MostlyZero {
		if err := encode.CheckDense(f.Rows, f.Cols); err != nil {
			return err
		}
	}
	paths, err := inputs(f.files, func(open []*os.File) error {
		x, err := matrix.Lay(open[0], f.Rows, f.Cols)
		if err != nil {
			return fault.Scratch(err)
		}
		defer x.Close()
		return c.fillDense(x)
	}, "X.npy")
	if err == nil {
		f.Dense = paths[0]
	}
	return err
}

// fillDense fills the dense matrix.
func (c content) fillDense(x *matrix.Laid) error {
	if c.derived == nil {
		return c.scatter(x)
	}
	for i, id := range c.ids {
		row, err := x.Row(i)
		if err != nil {
			return fault.Scratch(err)
		}
		c.derived.fill(row, id)
	}
	return nil
}

func (f *form) writeSparse(c content) error {
	if c.derived != nil {
		columns := f.Columns
		written, err := c.derived.of(c.ids).write(f.files, "X")
		f.Features, f.Columns = written, columns
		return err
	}
	indptr, err := c.indptr()
	defer mapped.Free(indptr)
	if err != nil {
		return err
	}
	nonzeros := int(indptr[len(c.ids)])
	f.Data, f.Indices, f.Indptr, err = sparseInput(f.files, "X", len(c.ids), nonzeros, func(x *matrix.CSR) error {
		copy(x.Indptr, indptr)
		at := 0
		for _, p := range c.parts {
			part := contract.CSR{Data: x.Data, Indices: x.Indices, Indptr: x.Indptr[at : at+len(p.rows)+1]}
			if err := c.by(p.trains).FillCSR(c.table, p.rows, part); err != nil {
				return err
			}
			at += len(p.rows)
		}
		return nil
	})
	return err
}

// indptr returns where each row of the compressed matrix begins. The list is to be given up by mapped.Free.
func (c content) indptr() ([]int64, error) {
	all := mapped.Make[int64](len(c.ids)+1, mapped.Lists)
	at := 0
	for _, p := range c.parts {
		for rows := range slices.Chunk(p.rows, countedRows) {
			ends, err := c.by(p.trains).Indptr(c.table, rows)
			if err != nil {
				return all, err
			}
			for i, end := range ends[1:] {
				all[at+i+1] = all[at] + end
			}
			at += len(rows)
		}
	}
	return all, nil
}
