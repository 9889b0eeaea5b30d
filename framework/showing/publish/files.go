package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/describe"
)

// described is the set that the report has written of the results folder.
func (in Input) described() (describe.Set, error) {
	at := filepath.Join(in.Dir, describe.PackageFile)
	f, err := os.Open(at)
	if err != nil {
		return describe.Set{}, err
	}
	defer f.Close()
	set, err := describe.Read(f)
	if err != nil {
		return set, fmt.Errorf("%s: %w", at, err)
	}
	set.Title = in.Title
	return set, nil
}

// copied lists the files that are taken over: those of the report, the experiment file with what belongs to it, and
// the record of the run. Others in the results folder are somebody's own.
func (in Input) copied() ([]string, error) {
	var names []string
	for name := range maps.Keys(in.Manifest.Files) {
		if name != describe.PackageFile && name != describe.CroissantFile {
			names = append(names, name)
		}
	}
	folders := []string{"experiment", "code"}
	if in.Journal {
		folders = append(folders, store.JournalDir)
	}
	for _, name := range folders {
		if _, err := os.Stat(filepath.Join(in.Dir, name)); err != nil {
			continue
		}
		err := fs.WalkDir(os.DirFS(in.Dir), name, func(at string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() && !strings.HasPrefix(path.Base(at), ".") {
				names = append(names, at)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(names)
	return names, nil
}

// files are the files so far with what is known of them.
func (f *folder) files(reported []describe.File) []describe.File {
	known := map[string]describe.File{}
	for _, file := range reported {
		known[file.Name] = file
	}
	var list []describe.File
	for _, name := range slices.Sorted(maps.Keys(f.digests)) {
		file := known[name]
		file.Name, file.Bytes, file.SHA256 = name, f.sizes[name], f.digests[name]
		if file.Doc == "" {
			file.Doc = describe.Doc(name)
		}
		list = append(list, file)
	}
	return list
}

// note adds a file that is written already.
func (f *folder) note(name string) error {
	b, err := os.ReadFile(filepath.Join(f.dir, name))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(b)
	f.digests[name], f.sizes[name] = hex.EncodeToString(sum[:]), int64(len(b))
	return nil
}
