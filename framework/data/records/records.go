// Package records writes rows of tables into files for plugins: their columns as they are,
// before they are encoded, and what is known of them.
package records

import (
	"os"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/data"
)

// Writer writes some rows of a table into a folder, and returns the paths of the files.
// Behind an error it writes no more, and paths are "".
type Writer struct {
	Files *sealed.Folder
	Table *data.Table
	Rows  []int
	Err   error // the first
}

// Truth is the class number of rows; of multi-label data n × K, 1 for a label that the row
// has and else 0.
func Truth(t *data.Table, rows []int) []int {
	if !t.Target.MultiLabel {
		return lists.Pick(t.Truth.Class, rows)
	}
	return lists.Map(t.Truth.Y.Pick(rows).Table(t.Target.K()), func(has int8) int { return int(has) })
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
