// Package handover hands an experiment over to a cluster: it puts the program, the files and
// the plugins that slots need into the shared depot, and describes the job.
package handover

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/cluster/depot"
	"github.com/manyclass/bench/framework/running/cluster/job"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/prepare"
)

// Job describes an experiment whose plugins run, and puts what the slots need into the
// shared depot.
func Job(s *launch.Session, p *prepare.Prepared, hosts bool) (*job.Job, error) {
	e := s.Experiment.Executor
	j := &job.Job{
		Experiment: s.Experiment.Name, Folder: s.File.Files.Absolute("."), Vars: s.Vars, Kernels: launch.Kernels(),
		Depot: filepath.Join(e.SharedDir, "store"), Node: cmp.Or(e.LocalDir, fmt.Sprintf("/tmp/bench-%d", os.Getuid())),
		Hosts: hosts, Moved: map[string]job.Moved{}, Plugins: map[string]depot.Entry{}, Setup: e.Setup,
		Cells: job.OrderSum(job.Order(p.Plan)),
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if j.Program, err = put(j, self); err != nil {
		return nil, err
	}
	if j.File, err = put(j, s.File.Path); err != nil {
		return nil, err
	}
	named := s.File.Files.Named
	for _, path := range slices.Sorted(maps.Keys(named)) {
		entry, err := put(j, named[path].Located)
		if err != nil {
			return nil, err
		}
		j.Moved[path] = job.Moved{Entry: entry}
	}
	if err := putPlugins(s, j); err != nil {
		return nil, err
	}
	j.Dir = filepath.Join(e.SharedDir, "jobs", j.Name())
	return j, nil
}

// put puts a file into the depot.
func put(j *job.Job, path string) (depot.Entry, error) {
	entry, err := depot.FileEntry(path)
	if err == nil {
		err = entry.Put(j.Depot, path)
	}
	return entry, err
}

// putPlugins puts the plugins that are needed, and what they load, into the depot.
func putPlugins(s *launch.Session, j *job.Job) error {
	for _, d := range s.Described {
		if err := putPlugin(s, j, d); err != nil {
			return err
		}
	}
	if err := putCode(s, j); err != nil {
		return err
	}
	adapted := func(d host.Described) bool { return d.Manifest != nil && d.Manifest.Adapter }
	if !slices.ContainsFunc(s.Described, adapted) {
		return nil
	}
	path, err := host.Adapter()
	if err != nil || path == "" {
		return err
	}
	entry, err := put(j, path)
	j.Adapter = &entry
	return err
}

// Create writes the folder of a job, and notes it in the results folder out.
func Create(j *job.Job, out string, p *prepare.Prepared, m store.Manifest) error {
	m.Files, m.Source = nil, nil // the job has neither tables nor a copy of the file
	if err := folder.Write(j.Dir, &m, p.Resolved(), p.Plan); err != nil {
		return err
	}
	if err := j.Create(); err != nil {
		return err
	}
	return job.Remember(out, j.Dir)
}

// putPlugin puts a plugin that takes part into the depot, unless bench itself holds it.
func putPlugin(s *launch.Session, j *job.Job, d host.Described) error {
	uses := func(c contract.Component) bool { return s.Experiment.Uses(c.Kind, c.Name) }
	required := s.Requires(d.Package.Name)
	switch {
	case !required && !slices.ContainsFunc(d.Components, uses):
		return nil
	case d.Attached != nil:
		return fmt.Errorf("plugin %s is attached, and runs on this machine only", d.Package.Name)
	case d.Own():
		if required {
			j.Own = append(j.Own, d.Root)
		}
		return nil
	}
	entry := depot.Entry{Digest: d.Digest, Base: filepath.Base(d.Root)}
	if err := entry.Put(j.Depot, d.Root); err != nil {
		return err
	}
	if required {
		key, elsewhere := s.Elsewhere(d.Package.Name)
		if !elsewhere {
			key = d.Root
		}
		j.Moved[key] = job.Moved{Entry: entry, Plugin: d.Package.Name}
	} else {
		j.Plugins[d.Package.Name] = entry
	}
	return nil
}

// putCode puts what plugins load from the folder of the experiment file into the depot.
// Other code must be where it is on the nodes too, or the slots there find other cells.
func putCode(s *launch.Session, j *job.Job) error {
	for _, c := range s.Pool.Code() {
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
