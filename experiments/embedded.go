// Package experiments holds the quickstart inside the program, byte by byte as it is in this
// folder: who has installed bench and nothing else runs it as bench demo.
package experiments

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Quickstart is the name of the experiment file, and of its results folder below results.
const Quickstart = "quickstart.hcl"

//go:embed quickstart.hcl data/README.md data/digits.csv.gz data/glass.csv data/penguins.csv data/vehicle.csv
var files embed.FS

// Unpack writes the quickstart and its data into a folder, which it makes if needed, and
// returns the path of the experiment file. Files that are there already must be the same:
// what somebody has changed is not replaced.
func Unpack(dir string) (file string, err error) {
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return unpack(name, filepath.Join(dir, filepath.FromSlash(name)))
	})
	return filepath.Join(dir, Quickstart), err
}

// unpack writes one of the files to a path.
func unpack(name, path string) error {
	content, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	switch there, err := os.ReadFile(path); {
	case err == nil && bytes.Equal(there, content):
		return nil
	case err == nil:
		return fmt.Errorf("%s was changed, and bench demo replaces nothing: name another folder with -out, or run the "+
			"changed file with bench run", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}
