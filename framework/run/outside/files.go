package outside

import (
	"encoding/json"
	"os"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
)

// write writes training rows with what is known of them; their classes or labels only for
// encoders that learn from them.
func write(files *sealed.Folder, call *service.FitCall, t *data.Table, rows []int, target bool) (err error) {
	if call.Records, err = writeRecords(files, t, rows); err != nil {
		return err
	}
	put := func(path *string, write func(*os.File) error) {
		if err == nil {
			*path, err = file(files, "known.npy", write)
		}
	}
	if target {
		call.Classes, call.MultiLabel = t.Target.Names, t.Target.MultiLabel
		known, labels := classesOf(t, rows)
		put(&call.Target, func(f *os.File) error { return matrix.Write(f, len(rows), labels, known) })
	}
	if t.Weights != nil {
		weights := make([]float64, len(rows))
		for i, row := range rows {
			weights[i] = t.Weights[row]
		}
		put(&call.Weights, func(f *os.File) error { return matrix.Write(f, len(rows), 0, weights) })
	}
	if t.GroupOf != nil {
		groups := make([]int32, len(rows))
		for i, row := range rows {
			groups[i] = int32(t.GroupOf[row])
		}
		put(&call.Groups, func(f *os.File) error { return matrix.Write(f, len(rows), 0, groups) })
	}
	return err
}

// classesOf returns the class of each row, or its labels and how many there are.
func classesOf(t *data.Table, rows []int) (known []int32, labels int) {
	for _, row := range rows {
		if !t.Target.MultiLabel {
			known = append(known, int32(t.Truth.Class[row]))
			continue
		}
		labels = t.Target.K()
		for _, bit := range t.Truth.Labels(row, labels) {
			known = append(known, int32(bit))
		}
	}
	return known, labels
}

// writeRecords writes the columns of rows, which are those of a table that is not sparse.
func writeRecords(files *sealed.Folder, t *data.Table, rows []int) (r service.Features, err error) {
	r = service.Features{Rows: len(rows), Cols: len(t.Columns)}
	x := make([]float64, r.Rows*r.Cols)
	columns := make([]contract.Column, r.Cols)
	for j := range t.Columns {
		c := &t.Columns[j]
		columns[j] = contract.Column{Name: c.Name, Kind: contract.NumericColumn}
		if c.Kind == data.Categorical {
			columns[j].Kind, columns[j].Values = contract.NominalColumn, c.Levels
		}
		for i, row := range rows {
			if c.Kind == data.Categorical {
				x[i*r.Cols+j] = float64(c.Codes[row])
			} else {
				x[i*r.Cols+j] = c.Values[row]
			}
		}
	}
	r.Dense, err = file(files, "records.npy", func(f *os.File) error { return matrix.Write(f, r.Rows, r.Cols, x) })
	if err != nil {
		return r, err
	}
	text, err := json.Marshal(columns)
	if err != nil {
		return r, err
	}
	r.Columns, err = file(files, "columns.json", func(f *os.File) error {
		_, err := f.Write(text)
		return err
	})
	return r, err
}

// file makes a sealed file.
func file(files *sealed.Folder, name string, write func(*os.File) error) (string, error) {
	paths, err := files.Make(func(f []*os.File) error { return write(f[0]) }, name)
	if err != nil {
		return "", err
	}
	return paths[0], nil
}
