package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/inputfile"
)

// Altered is a file of a results folder that is not as bench wrote it.
type Altered struct {
	Name    string `json:"name"` // with slashes, in the results folder
	Missing bool   `json:"missing,omitempty"`
}

func (a Altered) String() string {
	if a.Missing {
		return a.Name + " is missing"
	}
	return a.Name + " was changed after bench wrote it"
}

// Altered compares the files of the last report with the digests in the manifest of their
// folder, in the order of their names. A manifest of an earlier release, or of a report that
// was interrupted, has no digests, and nothing is known to be altered.
func (m Manifest) Altered(dir string) ([]Altered, error) {
	var list []Altered
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		if !filepath.IsLocal(name) {
			return nil, fmt.Errorf("%s names %q, which is not in the folder", filepath.Join(dir, ManifestFile), name)
		}
		_, sum, err := inputfile.Sum(filepath.Join(dir, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			list = append(list, Altered{name, true})
		case errors.Is(err, fs.ErrPermission):
			return nil, err
		case err != nil || sum != m.Files[name]: // a pipe or a folder in its place, too
			list = append(list, Altered{Name: name})
		}
	}
	return list, nil
}

// Keep copies an altered file of a results folder beside itself, so that it may be written
// anew, and returns the name of the copy. What is not a regular file has none.
func (a Altered) Keep(dir string) (copied string, err error) {
	path := filepath.Join(dir, filepath.FromSlash(a.Name))
	f, _, err := inputfile.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	for n := 1; ; n++ {
		copied = a.Name + ".changed"
		if n > 1 {
			copied = fmt.Sprintf("%s-%d", copied, n)
		}
		err := WriteNew(filepath.Join(dir, filepath.FromSlash(copied)), f)
		if !errors.Is(err, fs.ErrExist) {
			return copied, err
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return "", err
		}
	}
}

// WriteHashed is [WriteFile] that returns the SHA-256 of what was written.
func WriteHashed(path string, write func(io.Writer) error) (string, error) {
	sum := sha256.New()
	err := WriteFile(path, func(w io.Writer) error { return write(io.MultiWriter(w, sum)) })
	return hex.EncodeToString(sum.Sum(nil)), err
}
