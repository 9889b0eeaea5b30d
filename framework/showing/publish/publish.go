// Package publish makes of a results folder the folder that a repository for research data takes: what bench
// recorded and reported, with a page that explains it, the authors and the licence, and digests of everything.
// It computes nothing, and invents no name.
package publish

import (
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/describe"
)

// Published says what was written.
type Published struct {
	Files   int
	Bytes   int64
	Remarks []string // what a reader will miss
}

// Write writes the folder, which must be empty or not be there: it appears complete or not at all, and the same
// input gives the same bytes. It fails if the files of the report are not as bench wrote them, and without a
// title or an author.
func Write(out string, in Input) (p Published, err error) {
	if err := in.check(out); err != nil {
		return p, err
	}
	out = filepath.Clean(out)
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return p, err
	}
	staged, err := os.MkdirTemp(filepath.Dir(out), ".publishing-*")
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(staged)) }()
	f := &folder{dir: staged, sizes: map[string]int64{}, digests: map[string]string{}}
	if err := f.fill(in); err != nil {
		return p, err
	}
	if err := os.Chmod(staged, 0o755); err != nil {
		return p, err
	}
	if err := os.Remove(out); err != nil && !errors.Is(err, os.ErrNotExist) { // an empty folder
		return p, err
	}
	p = Published{Files: len(f.sizes), Remarks: in.remarks()}
	for _, size := range f.sizes {
		p.Bytes += size
	}
	return p, os.Rename(staged, out)
}

// fill writes all files, those last that speak of others.
func (f *folder) fill(in Input) error {
	set, err := in.described()
	if err != nil {
		return err
	}
	names, err := in.copied()
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := f.copy(in.Dir, name); err != nil {
			return err
		}
	}
	set.Publication = in.Publication
	set.CiteAs = in.citation(set.Name)
	if err := f.write("CITATION.cff", in.citationFile); err != nil {
		return err
	}
	page := in.page(set, f)
	if err := f.write("README.md", func(w io.Writer) error { return page.write(w) }); err != nil {
		return err
	}
	// The record of the run is for bench alone; programs take JSON lines for tables.
	set.Files = lists.Filter(f.files(set.Files), func(file describe.File) bool {
		return path.Dir(file.Name) != store.JournalDir
	})
	err = errors.Join(f.write(describe.PackageFile, set.DataPackage), f.write(describe.CroissantFile, set.Croissant))
	if err != nil {
		return err
	}
	return f.finish(in.Manifest)
}
