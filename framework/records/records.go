// Package records writes rows of tables into files for plugins: their columns as they are,
// before they are encoded, and what is known of them.
package records

import (
	"os"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/sealed"
)

// Writer writes some rows of a table into a folder, and returns the paths of the files.
// Behind an error it writes no more, and paths are "".
type Writer struct {
	Files *sealed.Folder
	Table *data.Table
	Rows  []int
	Err   error // the first
}

// Truth writes the class number of each row; of multi-label data n × K, 1 for a label that
// the row has and else 0.
func (w *Writer) Truth() string {
	truth := w.Table.Truth
	if !w.Table.Target.MultiLabel {
		return w.whole(truth.Class)
	}
	k := w.Table.Target.K()
	labels := make([]int32, 0, len(w.Rows)*k)
	for _, row := range w.Rows {
		for _, has := range truth.Labels(row, k) {
			labels = append(labels, int32(has))
		}
	}
	return write(w, labels, k)
}

// Groups writes the group of each row; "" where there are none.
func (w *Writer) Groups() string { return w.whole(w.Table.GroupOf) }

// Weights writes the weight of each row; "" where there are none.
func (w *Writer) Weights() string { return w.numbers(w.Table.Weights) }

// Quantity writes the number that the class of each row was made of; "" where there is none.
func (w *Writer) Quantity() string { return w.numbers(w.Table.Quantity) }

// numbers writes what some values of all rows are of these; "" without values.
func (w *Writer) numbers(values []float64) string {
	if values == nil {
		return ""
	}
	return write(w, pick(values, w.Rows, func(v float64) float64 { return v }), 0)
}

// whole is numbers for numbers without fraction.
func (w *Writer) whole(values []int) string {
	if values == nil {
		return ""
	}
	return write(w, pick(values, w.Rows, func(v int) int32 { return int32(v) }), 0)
}

// pick takes the values of some rows, in another form.
func pick[T, U any](values []T, rows []int, form func(T) U) []U {
	list := make([]U, len(rows))
	for i, row := range rows {
		list[i] = form(values[row])
	}
	return list
}

// write writes an array with some columns a row, or a vector if there are none.
func write[T matrix.Element](w *Writer, values []T, cols int) string {
	return w.make(func(f []*os.File) error { return matrix.Write(f[0], len(w.Rows), cols, values) }, "rows.npy")[0]
}

// make makes files and returns their paths.
func (w *Writer) make(fill func([]*os.File) error, names ...string) []string {
	paths := make([]string, len(names))
	if w.Err != nil {
		return paths
	}
	made, err := w.Files.Make(fill, names...)
	if w.Err = err; err != nil {
		return paths
	}
	return made
}
