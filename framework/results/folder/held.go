package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/results/store"
)

// Contents are the files of a results folder that bench wrote, by their names with slashes, each list in order. Beside
// them the folder has the manifest, what plugins printed, locks, and what other people put there.
type Contents struct {
	Reported []string // tables, pictures and pages of the last report
	Source   []string // the experiment file with its lock file, and the files that it names besides data
	Record   []string // the plan, the journals, and the files that these name
}

// Held lists what a results folder holds whose manifest was read. A link among the files is an error: what is handed
// on must not be a file from elsewhere.
func Held(dir string, m store.Manifest) (c Contents, err error) {
	c.Reported = slices.Sorted(maps.Keys(m.Files))
	for _, in := range []string{sourceFolder, codeFolder} {
		found, err := visible(dir, in)
		if err != nil {
			return c, err
		}
		c.Source = append(c.Source, found...)
	}
	slices.Sort(c.Source)
	c.Record, err = visible(dir, store.JournalDir)
	c.Record = slices.DeleteFunc(c.Record, func(name string) bool { // plans of earlier runs
		return strings.HasPrefix(path.Base(name), planStart) && path.Base(name) != filepath.Base(m.Plan)
	})
	return c, err
}

// visible lists the files below a folder of a results folder, without hidden ones; none if there is no such folder.
func visible(dir, in string) (names []string, err error) {
	err = fs.WalkDir(os.DirFS(dir), in, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir() || strings.HasPrefix(path.Base(name), "."):
		case !d.Type().IsRegular():
			return fmt.Errorf("%s is not a regular file: put the file itself there, or remove it",
				filepath.Join(dir, filepath.FromSlash(name)))
		default:
			names = append(names, name)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // an experiment without code
	}
	return names, err
}
