package blocks

import (
	"path/filepath"
)

// Files are the files that an experiment file names.
type Files struct {
	Dir   string            // absolute; relative paths start here
	Moved map[string]string // where the bytes of files are, by absolute path, if not there
	Named map[string]Named  // those that datasets and attributes name, by absolute paths
	// Nowhere is a folder that does not exist, in which all files lie that are not moved: an experiment of somebody
	// else opens no others of this machine. It is "" where they lie at their paths.
	Nowhere string
}

// Named is a file that an experiment file names.
type Named struct {
	Written string // its path as written
	Located string // where its bytes are
	Data    bool   // whether it holds rows of a dataset
}

// Absolute makes a path of the experiment file absolute.
func (f *Files) Absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(f.Dir, path)
}

// Located is where the bytes of an absolute path are.
func (f *Files) Located(path string) string {
	if elsewhere, ok := f.Moved[path]; ok {
		return elsewhere
	}
	if f.Nowhere != "" {
		return filepath.Join(f.Nowhere, filepath.Base(path))
	}
	return path
}

// Resolve finds a file that a dataset or an attribute names, and notes it in Named.
func (f *Files) Resolve(path string, data bool) string {
	absolute := f.Absolute(path)
	at := f.Located(absolute)
	f.Named[absolute] = Named{path, at, data || f.Named[absolute].Data}
	return at
}

// Cached finds a file of rows by its digest: where it belongs in the cache of this machine, or where an experiment
// that was taken elsewhere has it. It notes it in Named.
func (f *Files) Cached(digest, path string) string {
	name := "/cache/sha256/" + digest // the same on all machines
	at := path
	if elsewhere, moved := f.Moved[name]; moved {
		at = elsewhere
	}
	f.Named[name] = Named{digest, at, true}
	return at
}
