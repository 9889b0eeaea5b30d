package report

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/export"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
)

// Names of the files that some results have.
const (
	tunedFile    = "tuned.csv"
	binaryFile   = "binary.csv"
	decodingFile = "decoding.csv"
)

// optionalFiles are the files that are there if some cell has something to say in
// them.
var optionalFiles = []struct {
	name  string
	has   func([]score.Cell) bool
	table func([]score.Cell) export.Table
}{
	{tunedFile, export.HasTuned, export.Tuned},
	{binaryFile, export.HasModels, export.Binary},
	{decodingFile, export.HasModels, export.Decoding},
}

// writeOptional writes the optional files into a results folder, and removes those
// of an earlier report that have nothing to say any more.
func writeOptional(dir string, cells []score.Cell) error {
	for _, file := range optionalFiles {
		path := filepath.Join(dir, file.name)
		if file.has(cells) {
			write := func(w io.Writer) error { return export.Write(w, file.table(cells), export.CSV) }
			if err := store.WriteFile(path, write); err != nil {
				return err
			}
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing %s of an earlier report: %w", file.name, err)
		}
	}
	return nil
}
