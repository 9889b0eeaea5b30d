package report

import (
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/store"
)

const (
	tablesFolder = "tables"
	plotsFolder  = "plots"
)

// made are the files that a report leaves in folders of its own. Others are not
// touched.
var made = map[string][]string{
	tablesFolder: {".md", ".tex", ".typ", ".csv", ".html"},
	plotsFolder:  {".svg"},
}

// folder is a results folder that a report is written to. Names of files have
// slashes and begin in the folder.
type folder struct {
	dir     string
	put     func(name string, write func(io.Writer) error) error // puts a file there, complete or not at all
	written map[string]bool
	names   map[string]fileNames // of files without extension, by folder
	format  string               // of pictures
}

func newFolder(dir string) (*folder, error) {
	f := emptyFolder(func(name string, write func(io.Writer) error) error {
		return store.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), write)
	})
	f.dir = dir
	for name := range made {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			return nil, fmt.Errorf("making the results folder: %w", err)
		}
	}
	return f, nil
}

// emptyFolder is a folder whose files are put somewhere.
func emptyFolder(put func(name string, write func(io.Writer) error) error) *folder {
	f := &folder{put: put, written: map[string]bool{}, names: map[string]fileNames{}, format: "svg"}
	for name := range made {
		f.names[name] = fileNames{}
	}
	return f
}

// unique returns a name without extension, made of parts, that no other file of a
// folder has.
func (f *folder) unique(in string, parts ...string) string { return f.names[in].next(parts...) }

// write writes a file, complete or not at all.
func (f *folder) write(name string, write func(io.Writer) error) error {
	f.written[name] = true
	return f.put(name, write)
}

// removeOld removes tables and plots of an earlier report, which may have had
// other names.
func (f *folder) removeOld() error {
	for name, extensions := range made {
		entries, err := os.ReadDir(filepath.Join(f.dir, name))
		if err != nil {
			return fmt.Errorf("looking for files of an earlier report: %w", err)
		}
		for _, e := range entries {
			if f.written[path.Join(name, e.Name())] || !slices.Contains(extensions, path.Ext(e.Name())) {
				continue
			}
			if err := os.Remove(filepath.Join(f.dir, name, e.Name())); err != nil {
				return fmt.Errorf("removing a file of an earlier report: %w", err)
			}
		}
	}
	return nil
}

// fileNames makes names of tables and plots into names of files, each once.
type fileNames map[string]bool

// next returns the file name of parts joined by dashes, with a number if it was
// given before (also in other case): names of plots can meet, and tables of
// folders that were merged.
func (taken fileNames) next(parts ...string) string {
	name := plan.FileName(strings.Join(parts, "-"))
	unique := name
	for i := 2; taken[strings.ToLower(unique)]; i++ {
		unique = fmt.Sprintf("%s_%d", name, i)
	}
	taken[strings.ToLower(unique)] = true
	return unique
}
