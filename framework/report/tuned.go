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

// tunedFile is the name of the list of tuned parameters.
const tunedFile = "tuned.csv"

// writeTuned writes the tuned parameters into a results folder, or removes the
// list of an earlier report if there are none.
func writeTuned(dir string, cells []score.CellResult) error {
	path := filepath.Join(dir, tunedFile)
	if export.HasTuned(cells) {
		return store.WriteFile(path, func(w io.Writer) error { return export.WriteTuned(w, cells) })
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing the tuned parameters of an earlier report: %w", err)
	}
	return nil
}
