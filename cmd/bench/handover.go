package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/cluster/depot"
	"github.com/manyclass/bench/framework/cluster/job"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/prepare"
)

// job describes the experiment and puts what its slots need into the shared depot.
func (s *session) job(e experiment.Executor, p *prepare.Prepared, hosts bool) (*job.Job, error) {
	j := &job.Job{
		Experiment: s.experiment.Name, Folder: s.file.Absolute("."), Vars: s.vars, Kernels: kernels(),
		Depot: filepath.Join(e.SharedDir, "store"), Node: cmp.Or(e.LocalDir, fmt.Sprintf("/tmp/bench-%d", os.Getuid())),
		Hosts: hosts, Moved: map[string]job.Moved{}, Plugins: map[string]depot.Entry{}, Setup: e.Setup,
		Cells: job.OrderSum(job.Order(p.Plan)),
	}
	var err error
	put := func(path string) (entry depot.Entry) {
		if err == nil {
			if entry, err = depot.FileEntry(path); err == nil {
				err = entry.Put(j.Depot, path)
			}
		}
		return entry
	}
	self, failure := os.Executable()
	if failure != nil {
		return nil, failure
	}
	j.Program, j.File = put(self), put(s.file.Path)
	files := s.file.Files()
	for _, path := range slices.Sorted(maps.Keys(files)) {
		j.Moved[path] = job.Moved{Entry: put(files[path].Located)}
	}
	if err != nil {
		return nil, err
	}
	for _, d := range s.described {
		if err := s.putPlugin(j, d); err != nil {
			return nil, err
		}
	}
	if err := s.putCode(j); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(s.described, func(d host.Described) bool { return d.Manifest != nil && d.Manifest.Adapter }) {
		path, err := host.Adapter()
		if err != nil {
			return nil, err
		}
		entry, err := depot.FileEntry(path)
		if err := errors.Join(err, entry.Put(j.Depot, path)); err != nil {
			return nil, err
		}
		j.Adapter = &entry
	}
	j.Dir = filepath.Join(e.SharedDir, "jobs", j.Name())
	return j, nil
}

// putPlugin puts a plugin that takes part into the depot.
func (s *session) putPlugin(j *job.Job, d host.Described) error {
	uses := func(c contract.Component) bool { return s.experiment.Uses(c.Kind, c.Name) }
	required := s.required.origin[d.Package.Name] != nil
	switch {
	case !required && !slices.ContainsFunc(d.Components, uses):
		return nil
	case d.Attached != nil:
		return fmt.Errorf("plugin %s is attached, and runs on this machine only", d.Package.Name)
	}
	entry := depot.Entry{Digest: d.Digest, Base: filepath.Base(d.Root)}
	if err := entry.Put(j.Depot, d.Root); err != nil {
		return err
	}
	if required {
		j.Moved[d.Root] = job.Moved{Entry: entry, Plugin: d.Package.Name}
	} else {
		j.Plugins[d.Package.Name] = entry
	}
	return nil
}

// putCode puts what plugins load from the folder of the experiment file into the depot.
// Other code must be where it is on the nodes too, or the slots there find other cells.
func (s *session) putCode(j *job.Job) error {
	for _, c := range s.pool.Code() {
		relative, err := filepath.Rel(j.Folder, c.Path)
		if err != nil || !filepath.IsLocal(relative) {
			continue
		}
		entry := depot.Entry{Digest: c.Digest, Base: filepath.Base(c.Path)}
		if err := entry.Put(j.Depot, c.Path); err != nil {
			return err
		}
		if j.Code == nil {
			j.Code = map[string]depot.Entry{}
		}
		j.Code[relative] = entry
	}
	return nil
}
