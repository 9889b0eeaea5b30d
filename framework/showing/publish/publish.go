// Package publish makes of a results folder the folder that a repository for research data takes: what bench
// recorded and reported, with a page that explains it, the authors and the licence, and digests of everything.
// It computes nothing, and invents no name.
package publish

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/describe"
)

// Input is what is published.
type Input struct {
	Dir string // the results folder
	score.Input
	Manifest store.Manifest
	Title    string // "" for that of the experiment
	describe.Publication
	Journal bool // whether the record of the run is part of it
}

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

func (in *Input) check(out string) error {
	again := "bench report " + wording.ShellWord(in.Dir)
	in.Title = cmp.Or(in.Title, in.Plan.Title)
	switch {
	case in.Manifest.Files[describe.PackageFile] == "":
		return fmt.Errorf("%s holds no complete report of this release: run %s first", in.Dir, again)
	case in.Title == "":
		return errors.New("the results have no title: write -title, or title in the experiment block and run it again")
	case len(in.Authors) == 0:
		return errors.New(`the results have no author: write -author "Family name, Given name" for each of them`)
	}
	altered, err := in.Manifest.Altered(in.Dir)
	if err != nil {
		return err
	}
	if len(altered) > 0 {
		return fmt.Errorf("%s: %s; %s writes it again", in.Dir, altered[0], again)
	}
	entries, err := os.ReadDir(out)
	if err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty: name another folder with -out", out)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// remarks names what readers will miss.
func (in Input) remarks() []string {
	var list []string
	if in.Licence == "" {
		list = append(list, "no licence is stated, so nobody may reuse the files: choose one with -licence, "+
			"such as CC-BY-4.0")
	}
	if in.Date == "" {
		list = append(list, "no date of publication is stated: write -date YYYY-MM-DD if you know it")
	}
	for _, a := range in.Authors {
		if a.Given == "" && strings.Contains(a.Family, " ") {
			list = append(list, fmt.Sprintf("%s is written as the name of an organisation, because it has no comma", a.Family))
		}
	}
	if text := in.missing(); text != "" {
		list = append(list, text)
	}
	return list
}

// missing says which cells have no result.
func (in Input) missing() string {
	counts := map[store.Status]int{}
	for _, c := range in.Cells {
		counts[c.Status()]++
	}
	var parts []string
	for _, s := range []struct {
		status store.Status
		words  string
	}{{store.Failed, "failed"}, {store.Timeout, "exceeded their time limit"}, {store.OutOfMemory, "ran out of memory"},
		{store.Skipped, "cannot be computed and were skipped"}, {"", "were not run"}} {
		if n := counts[s.status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s.words))
		}
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("of %s, %s", wording.Count(len(in.Cells), "cell"), wording.And(parts))
}

// folder is the folder in the making.
type folder struct {
	dir     string
	sizes   map[string]int64 // of the files, by names with slashes
	digests map[string]string
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

// finish writes the manifest, with the digests of the descriptions as they are here, and the digests of all files.
func (f *folder) finish(m store.Manifest) error {
	m.Files = maps.Clone(m.Files)
	for _, name := range []string{describe.PackageFile, describe.CroissantFile} {
		m.Files[name] = f.digests[name]
	}
	var text bytes.Buffer
	if err := store.WriteJSON(filepath.Join(f.dir, store.ManifestFile), m); err != nil {
		return err
	}
	if err := f.note(store.ManifestFile); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(f.digests)) {
		fmt.Fprintf(&text, "%s  %s\n", f.digests[name], name)
	}
	return f.write("SHA256SUMS", func(w io.Writer) error {
		_, err := text.WriteTo(w)
		return err
	})
}

// copy takes over a file of the results folder.
func (f *folder) copy(dir, name string) error {
	from, _, err := inputfile.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	defer from.Close()
	return f.write(name, func(w io.Writer) error {
		_, err := io.Copy(w, from)
		return err
	})
}

func (f *folder) write(name string, write func(io.Writer) error) error {
	at := filepath.Join(f.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return err
	}
	digest, err := store.WriteHashed(at, write)
	if err != nil {
		return err
	}
	f.digests[name] = digest
	info, err := os.Stat(at)
	if err == nil {
		f.sizes[name] = info.Size()
	}
	return err
}
