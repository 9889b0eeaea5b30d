package folder

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/results/seal"
	"github.com/manyclass/bench/framework/results/store"
)

// The folders in a results folder that hold the experiment file with its lock file, and the
// other files that it names.
const (
	sourceFolder = "experiment"
	codeFolder   = "code"
)

// Source is an experiment file with all that belongs to it but data and plugins.
type Source struct {
	Name    string // of the file
	Text    []byte
	Lock    map[string][]byte // the lock file by its name, if there is one
	Seal    []byte            // nil unless it is sealed
	Dir     string            // absolute: the folder in which the file stood
	Code    map[string][]byte // the files that it names besides data, by their paths as written
	Command []string          // with which it was run
	Vars    map[string]string
	copies  map[string]string // where Code was read, by paths as written
}

// keep writes a source into a results folder, in the place of the one before, and into the
// manifest what is not in files.
func (s Source) keep(out string, m *store.Manifest) error {
	dir, err := relative(out, s.Dir)
	if err != nil {
		return err
	}
	m.File, m.Source = s.Name, &store.Source{Command: s.Command, Vars: s.Vars, Folder: dir}
	files := map[string][]byte{path.Join(sourceFolder, s.Name): s.Text}
	for name, text := range s.Lock {
		files[path.Join(sourceFolder, name)] = text
	}
	if s.Seal != nil {
		files[SealOf(*m)] = s.Seal
	}
	for i, written := range slices.Sorted(maps.Keys(s.Code)) {
		// Its name stays, which identities of cells hold.
		name := path.Join(codeFolder, strconv.Itoa(i+1), filepath.Base(written))
		files[name] = s.Code[written]
		if m.Source.Code == nil {
			m.Source.Code = map[string]string{}
		}
		m.Source.Code[written] = name
	}
	for name, text := range files {
		at := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return fmt.Errorf("keeping the experiment file: %w", err)
		}
		if err := store.WriteFile(at, bytesTo(text)); err != nil {
			return err
		}
	}
	return errors.Join(removeOthers(out, sourceFolder, files), removeOthers(out, codeFolder, files))
}

func bytesTo(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
}

// removeOthers removes what earlier runs have left in a folder of copies.
func removeOthers(out, name string, files map[string][]byte) error {
	err := fs.WalkDir(os.DirFS(out), name, func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || files[at] != nil {
			return err
		}
		return os.Remove(filepath.Join(out, filepath.FromSlash(at)))
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// relative is the path from a results folder to another, by which both can be moved together.
func relative(out, dir string) (string, error) {
	var real [2]string
	for i, name := range []string{out, dir} {
		at, err := filepath.Abs(name)
		if err != nil {
			return "", err
		}
		if real[i], err = filepath.EvalSymlinks(at); err != nil {
			real[i] = at // a folder that was left behind
		}
	}
	rel, err := filepath.Rel(real[0], real[1])
	return filepath.ToSlash(rel), err
}

// ReadSource reads the experiment file that a results folder holds, and all that belongs to it.
func ReadSource(dir string) (Source, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return Source{}, err
	}
	if m.Source == nil {
		return Source{}, fmt.Errorf("%s holds no experiment file: it was made by an earlier release, or merged of parts "+
			"with other files. Name the file itself: bench run FILE -out %s", dir, dir)
	}
	s := Source{Name: filepath.Base(m.File), Command: m.Source.Command, Vars: m.Source.Vars, Code: map[string][]byte{},
		Lock: map[string][]byte{}, copies: map[string]string{}}
	if s.Dir, err = originOf(dir, *m.Source); err != nil {
		return Source{}, err
	}
	if err := s.readTexts(dir); err != nil {
		return Source{}, err
	}
	for written, name := range m.Source.Code {
		at, err := copied(dir, name)
		if err != nil {
			return Source{}, err
		}
		if s.Code[written], err = os.ReadFile(at); err != nil {
			return Source{}, err
		}
		s.copies[written] = at
	}
	if s.Text == nil {
		return Source{}, fmt.Errorf("%s: %s is missing", filepath.Join(dir, sourceFolder), s.Name)
	}
	return s, nil
}

// readTexts reads the experiment file and its lock file.
func (s *Source) readTexts(dir string) error {
	entries, err := os.ReadDir(filepath.Join(dir, sourceFolder))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, sourceFolder, e.Name()))
		switch {
		case err != nil:
			return err
		case e.Name() == s.Name:
			s.Text = text
		case e.Name() == seal.Path(s.Name):
			s.Seal = text
		default:
			s.Lock[e.Name()] = text
		}
	}
	return nil
}

// originOf is the folder in which the experiment file of a results folder stood.
func originOf(dir string, s store.Source) (string, error) {
	at, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(at); err == nil {
		at = real
	}
	return filepath.Join(at, filepath.FromSlash(s.Folder)), nil
}

// copied is where a results folder holds a file.
func copied(dir, name string) (string, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", fmt.Errorf("%s names %q, which is not in the folder", filepath.Join(dir, store.ManifestFile), name)
	}
	return filepath.Join(dir, filepath.FromSlash(name)), nil
}

// SealOf is where a results folder holds the seal of the experiment file, if that is sealed.
func SealOf(m store.Manifest) string {
	return path.Join(sourceFolder, seal.Path(filepath.Base(m.File)))
}

// Path is where a results folder holds the experiment file.
func (s Source) Path(dir string) string { return filepath.Join(dir, sourceFolder, s.Name) }

// Moved says where a results folder holds the files that the experiment file names, by their
// absolute paths.
func (s Source) Moved() map[string]string {
	moved := map[string]string{}
	for written, at := range s.copies {
		if !filepath.IsAbs(written) {
			written = filepath.Join(s.Dir, written)
		}
		moved[filepath.Clean(written)] = at
	}
	return moved
}

// Write writes the experiment file as it was.
func (s Source) Write(w io.Writer) error { return bytesTo(s.Text)(w) }

// same reports whether two parts were made by the same file.
func (s Source) same(o Source) bool {
	return s.Name == o.Name && bytes.Equal(s.Text, o.Text) && maps.Equal(s.Vars, o.Vars) &&
		maps.EqualFunc(s.Lock, o.Lock, bytes.Equal) && maps.EqualFunc(s.Code, o.Code, bytes.Equal)
}

// keepMerged writes the experiment file of merged folders, if all have the same.
func keepMerged(out string, m *store.Manifest, parts []Part) error {
	m.Source = nil
	var first Source
	for i, p := range parts {
		if p.Manifest.Source == nil {
			return nil
		}
		s, err := ReadSource(p.Dir)
		if err != nil {
			return err
		}
		if i == 0 {
			first = s
		} else if !first.same(s) {
			return nil
		}
	}
	return first.keep(out, m)
}
