package report

import (
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/picture"
)

// PictureFormats are the formats of WritePictures.
var PictureFormats = picture.Formats

// WritePictures writes the pictures of [WriteAll] into a folder, which it makes if needed, in
// one of PictureFormats, and returns the names of the files in the order of the alphabet. It
// fails when stored results cannot be read or do not fit the plan, or files cannot be
// written.
func WritePictures(dir string, in Input, format string) ([]string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of pictures: %w", err)
	}
	rows, err := score.Compute(in.Input)
	if err != nil {
		return nil, err
	}
	var names []string
	f := emptyFolder(func(name string, write func(io.Writer) error) error {
		if path.Dir(name) != plotsFolder {
			return nil // a table
		}
		names = append(names, path.Base(name))
		return store.WriteFile(filepath.Join(dir, path.Base(name)), write)
	})
	f.format = format
	_, _, err = writeLabelled(f, in, rows)
	slices.Sort(names)
	return names, err
}
