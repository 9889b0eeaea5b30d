package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/columns"
	"golang.org/x/sync/errgroup"
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
	placing errgroup.Group
	mu      sync.Mutex              // of digests, sizes and tables
	digests map[string]string       // of the files that are on the disk, by name
	sizes   map[string]int64        // of the same, in bytes
	tables  map[string]columns.File // CSV files with their columns, by name
}

// mostPlaced is how many files are placed on the disk at a time, in the background.
const mostPlaced = 8

// place makes a file, and has it placed while others are made.
func (f *folder) place(name string, write func(io.Writer) error) error {
	at := filepath.Join(f.dir, filepath.FromSlash(name))
	var content bytes.Buffer
	if err := write(&content); err != nil {
		return fmt.Errorf("writing %s: %w", at, err)
	}
	f.placing.Go(func() error {
		return f.stream(name, func(w io.Writer) error {
			_, err := content.WriteTo(w)
			return err
		})
	})
	return nil
}

// stream writes a file to the disk while it is made.
func (f *folder) stream(name string, write func(io.Writer) error) error {
	var size counted
	digest, err := store.WriteHashed(filepath.Join(f.dir, filepath.FromSlash(name)), func(w io.Writer) error {
		return write(io.MultiWriter(w, &size))
	})
	f.mu.Lock()
	defer f.mu.Unlock()
	f.digests[name], f.sizes[name] = digest, int64(size)
	return err
}

// counted counts the bytes that are written to it.
type counted int64

func (c *counted) Write(b []byte) (int, error) {
	*c += counted(len(b))
	return len(b), nil
}

// placed waits until the files are on the disk. Its error is the first.
func (f *folder) placed() error { return f.placing.Wait() }

func newFolder(dir string) (*folder, error) {
	f := emptyFolder(nil)
	f.dir, f.put = dir, f.place
	f.placing.SetLimit(mostPlaced)
	for name := range made {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			return nil, fmt.Errorf("making the results folder: %w", err)
		}
	}
	return f, nil
}

// emptyFolder is a folder whose files are put somewhere.
func emptyFolder(put func(name string, write func(io.Writer) error) error) *folder {
	f := &folder{put: put, written: map[string]bool{}, names: map[string]fileNames{}, format: "svg",
		digests: map[string]string{}, sizes: map[string]int64{}, tables: map[string]columns.File{}}
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
// other names, and what a killed one left unfinished.
func (f *folder) removeOld() error {
	for _, name := range []string{".", tablesFolder, plotsFolder} {
		if err := store.RemoveUnfinished(filepath.Join(f.dir, name)); err != nil {
			return err
		}
	}
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

// removeFile removes a file of an earlier report, if it is there.
func removeFile(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing %s of an earlier report: %w", filepath.Base(path), err)
	}
	return nil
}
