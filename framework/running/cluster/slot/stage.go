// Package slot is what a slot of a cluster does with a job: it copies what the job
// needs to its node, and takes one chunk of the wave after the other.
package slot

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/running/cluster/depot"
	"github.com/manyclass/bench/framework/running/cluster/job"
)

// Staged is where a node has what a job needs.
type Staged struct {
	File    string            // the experiment file
	Moved   map[string]string // files and plugins that it names, by absolute path
	Plugins string            // folder of the plugins that stand beside bench elsewhere
	Code    string            // folder of the code that the file names by relative paths
}

// Stage copies what a job needs to this node, unless it is there. Its error is for the
// user: this node does not take part.
func Stage(j *job.Job) (Staged, error) {
	node := filepath.Join(j.Node, "store")
	s := Staged{Moved: map[string]string{}}
	self, err := os.Executable()
	if err != nil {
		return s, err
	}
	if own, err := depot.FileEntry(self); err != nil || own.Digest != j.Program.Digest {
		return s, fmt.Errorf("the program that runs here is not the one that the job was made with: SHA-256 %s, not %s: %w",
			own.Digest, j.Program.Digest, errors.Join(depot.ErrOther, err))
	}
	if s.File, err = j.File.Fetch(node, j.Depot, nil); err != nil {
		return s, err
	}
	if j.Adapter != nil {
		at, err := j.Adapter.Fetch(node, j.Depot, nil)
		if err == nil {
			err = os.Setenv(host.AdapterVariable, at) // what it is hashed into comes later
		}
		if err != nil {
			return s, err
		}
	}
	for path, moved := range j.Moved {
		var digest func(string) (string, error)
		if moved.Plugin != "" {
			digest = packageDigest(moved.Plugin)
		}
		if s.Moved[path], err = moved.Fetch(node, j.Depot, digest); err != nil {
			return s, err
		}
	}
	if err := s.linkOwn(j, self); err != nil {
		return s, err
	}
	s.Plugins = filepath.Join(j.Node, "plugins-"+filepath.Base(j.Dir))
	if err := os.MkdirAll(s.Plugins, 0o755); err != nil {
		return s, err
	}
	for name, entry := range j.Plugins {
		at, err := entry.Fetch(node, j.Depot, packageDigest(name))
		if err != nil {
			return s, err
		}
		if err := link(at, filepath.Join(s.Plugins, name)); err != nil {
			return s, err
		}
	}
	s.Code = filepath.Join(j.Node, "code-"+filepath.Base(j.Dir))
	return s, stageCode(j, node, s.Code)
}

// linkOwn makes links to this program for the required plugins that it holds.
func (s Staged) linkOwn(j *job.Job, self string) error {
	folder := filepath.Join(j.Node, "own-"+filepath.Base(j.Dir))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, path := range j.Own {
		s.Moved[path] = filepath.Join(folder, filepath.Base(path))
		if err := link(self, s.Moved[path]); err != nil {
			return err
		}
	}
	return nil
}

// stageCode makes a folder in which code lies as in that of the experiment file.
func stageCode(j *job.Job, node, folder string) error {
	digest := func(path string) (string, error) {
		c, err := host.OpenCode(path)
		return c.Digest, err
	}
	for relative, entry := range j.Code {
		at, err := entry.Fetch(node, j.Depot, digest)
		if err != nil {
			return err
		}
		path := filepath.Join(folder, relative)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := link(at, path); err != nil {
			return err
		}
	}
	return nil
}

// link lets something be found at another path, unless it is already.
func link(at, path string) error {
	if err := os.Symlink(at, path); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// packageDigest computes the digest of the package of a plugin.
func packageDigest(plugin string) func(path string) (string, error) {
	return func(path string) (string, error) {
		p, err := host.OpenPackage(plugin, path)
		return p.Digest, err
	}
}
