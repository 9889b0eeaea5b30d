package script

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
)

// files are the matrices that go to and fro, all of float64. No name is used twice.
type files struct {
	folder string
	text   bool // lines of numbers instead of .npy
	made   int
	// last is the matrix that was shared last, and where.
	last     contract.Matrix
	lastPath string
	// named are the columns that were described last, and where.
	named     []contract.Column
	namedPath string
}

// name returns the path of a new file.
func (f *files) name(what string) string {
	f.made++
	suffix := ".npy"
	if f.text {
		suffix = ".txt"
	}
	return filepath.Join(f.folder, what+strconv.Itoa(f.made)+suffix)
}

// drop removes a file that may be there.
func (*files) drop(path string) { _ = os.Remove(path) }

// shared writes a matrix that may come again, as the features of many problems do: a
// file stays until there is another.
func (f *files) shared(x contract.Matrix) (path string, err error) {
	if f.lastPath != "" && len(x.Data) > 0 && len(f.last.Data) == len(x.Data) && &f.last.Data[0] == &x.Data[0] {
		return f.lastPath, nil
	}
	f.drop(f.lastPath)
	f.last, f.lastPath = x, ""
	path, err = f.write("X", x.Rows, x.Cols, x.Data)
	if err == nil {
		f.lastPath = path
	}
	return path, err
}

// names writes what columns are called; like a shared matrix it stays until there are
// others. Without columns the path is empty.
func (f *files) names(columns []contract.Column) (path string, err error) {
	if len(columns) == 0 {
		return "", nil
	}
	if f.namedPath != "" && slices.EqualFunc(f.named, columns, contract.Column.Equal) {
		return f.namedPath, nil
	}
	f.drop(f.namedPath)
	f.named, f.namedPath = columns, ""
	b, err := json.Marshal(columns)
	if err != nil {
		return "", err
	}
	f.made++
	path = filepath.Join(f.folder, "names"+strconv.Itoa(f.made)+".json")
	if err = os.WriteFile(path, b, 0o600); err == nil {
		f.namedPath = path
	}
	return path, err
}

// write writes a matrix, or a vector if cols is 0.
func (f *files) write(what string, rows, cols int, values []float64) (path string, err error) {
	path = f.name(what)
	if f.text {
		return path, writeText(path, contract.Matrix{Rows: rows, Cols: max(cols, 1), Data: values})
	}
	return path, matrix.WriteFloat64(path, rows, cols, values)
}

// read reads rows × cols numbers that the script has written.
func (f *files) read(path string, rows, cols int) ([]float64, error) {
	read := matrix.ReadAnswer[float64]
	if f.text {
		read = matrix.ReadAnswerText
	}
	values, err := read(path, rows, cols)
	if err != nil {
		return nil, fmt.Errorf("what the script wrote: %w", err)
	}
	return values, nil
}

// writeText writes a line of numbers a row.
func writeText(path string, x contract.Matrix) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	for i := range x.Rows {
		for j, v := range x.Row(i) {
			if j > 0 {
				_ = w.WriteByte(' ') // Flush reports it
			}
			_, _ = w.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
		}
		_ = w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return file.Close()
}
