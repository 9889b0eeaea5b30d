package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/describe"
)

// folder is the folder in the making.
type folder struct {
	dir     string
	sizes   map[string]int64 // of the files, by names with slashes
	digests map[string]string
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
