// Package tree holds the files of an artefact in memory. What it writes depends on the files and a given time only:
// not on a clock, an owner, a umask or the order of a folder.
package tree

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The permissions that files of artefacts have.
const (
	Plain   = 0o644
	Program = 0o755
)

// File is a file, a link or a folder of an artefact.
type File struct {
	Path string // with slashes; that of a folder ends in one
	Mode int64  // permissions, as tar has them
	Data []byte
	Link string // what a symbolic link names; "" for others
}

// Tree is a list of files.
type Tree []File

// Of makes a tree of texts by path.
func Of(texts map[string]string) Tree {
	var t Tree
	for name, text := range texts {
		t = append(t, File{Path: name, Mode: Plain, Data: []byte(text)})
	}
	return t.sorted()
}

// Read reads a folder. Permissions become Program for what somebody may execute and else Plain.
func Read(dir string) (Tree, error) {
	var t Tree
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		below, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		file, err := read(name, d)
		file.Path = filepath.ToSlash(below)
		t = append(t, file)
		return err
	})
	return t, err
}

func read(name string, d fs.DirEntry) (file File, err error) {
	if d.Type() == fs.ModeSymlink {
		file.Mode = 0o777
		file.Link, err = os.Readlink(name)
		return file, err
	}
	info, err := d.Info()
	if err != nil {
		return file, err
	}
	file.Mode = Plain
	if info.Mode()&0o111 != 0 {
		file.Mode = Program
	}
	file.Data, err = os.ReadFile(name)
	return file, err
}

// Join puts trees together, in the order of their paths.
func Join(trees ...Tree) Tree { return slices.Concat(trees...).sorted() }

// Under puts all files into a folder.
func (t Tree) Under(folder string) Tree {
	out := slices.Clone(t)
	for i := range out {
		out[i].Path = path.Join(folder, out[i].Path) + strings.Repeat("/", isFolder(out[i]))
	}
	return out
}

func isFolder(f File) int { return len(f.Path) - len(strings.TrimSuffix(f.Path, "/")) }

// Select keeps the files for which keep is true.
func (t Tree) Select(keep func(File) bool) Tree {
	return slices.DeleteFunc(slices.Clone(t), func(f File) bool { return !keep(f) })
}

// Size is the number of bytes of all files.
func (t Tree) Size() (n int) {
	for _, f := range t {
		n += len(f.Data)
	}
	return n
}

func (t Tree) sorted() Tree {
	return slices.SortedFunc(slices.Values(t), func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
}

// folders adds the folders that hold the files.
func (t Tree) folders() Tree {
	out, have := slices.Clone(t), map[string]bool{".": true}
	for _, f := range t {
		have[strings.TrimSuffix(f.Path, "/")] = true
	}
	for _, f := range t {
		for dir := path.Dir(strings.TrimSuffix(f.Path, "/")); !have[dir]; dir = path.Dir(dir) {
			have[dir] = true
			out = append(out, File{Path: dir + "/", Mode: Program})
		}
	}
	return out
}

// Tar writes the files, with their folders, as a tar file whose names begin with a prefix.
func (t Tree) Tar(w io.Writer, prefix string, when time.Time) error {
	out := tar.NewWriter(w)
	for _, f := range t.folders().sorted() {
		header := &tar.Header{Name: prefix + f.Path, Mode: f.Mode, Size: int64(len(f.Data)), ModTime: when.UTC(),
			Typeflag: tar.TypeReg, Linkname: f.Link}
		switch {
		case f.Link != "":
			header.Typeflag = tar.TypeSymlink
		case isFolder(f) > 0:
			header.Typeflag = tar.TypeDir
		}
		if err := out.WriteHeader(header); err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		if _, err := out.Write(f.Data); err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	return out.Close()
}

// Archive is Tar, packed by gzip.
func (t Tree) Archive(prefix string, when time.Time) ([]byte, error) {
	var plain bytes.Buffer
	if err := t.Tar(&plain, prefix, when); err != nil {
		return nil, err
	}
	return Gzip(plain.Bytes())
}

// Gzip packs bytes. No name and no time is written. The best level takes three times as long for a third of a percent
// of what bench takes.
func Gzip(data []byte) ([]byte, error) { return packed(data, gzip.DefaultCompression) }

func packed(data []byte, level int) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, level)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// Packed is the file as gzip writes it at best, as Debian asks of pages, with the ending .gz.
func (f File) Packed() (File, error) {
	data, err := packed(f.Data, gzip.BestCompression)
	return File{Path: f.Path + ".gz", Mode: f.Mode, Data: data}, err
}
