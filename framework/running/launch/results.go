package launch

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
)

// FolderOf is the results folder of an experiment that has none of its own.
func FolderOf(experiment string) string { return filepath.Join("results", experiment) }

// Out is the results folder of the experiment.
func (s *Session) Out() string { return cmp.Or(s.Results, FolderOf(s.Experiment.Name)) }

// SlotsAhead is how many of the workers will need processes, as far as can be told before the
// plan: one if there are results, which may be all. Out is the results folder, "" for that of
// the experiment.
func SlotsAhead(out string, workers int) func(*experiment.File) int {
	return func(file *experiment.File) int {
		out := out
		if out == "" {
			name := file.Names("experiment")
			if len(name) == 0 {
				return 1
			}
			out = FolderOf(name[0])
		}
		if folder.Holds(out) {
			return 1
		}
		return workers
	}
}

// Before reads the results of a folder, which need not exist.
func (s *Session) Before(dir string) (store.Results, error) {
	if folder.Holds(dir) {
		m, err := folder.ReadManifest(dir)
		if err != nil {
			return store.Results{}, err
		}
		if m.Experiment != s.Experiment.Name {
			s.Tell(fmt.Sprintf("warning: %s holds the results of experiment %q; its tables are replaced, its cells are kept",
				dir, m.Experiment))
		}
	}
	return store.ReadIntact(dir)
}

// Provenance is what a manifest says of this program and its machine. Its name is published
// only where the user says so.
func (o Options) Provenance(named bool) store.Manifest {
	hostname := ""
	if named {
		hostname, _ = os.Hostname() // which then has none
	}
	return store.Manifest{
		Bench: o.Build, Kernels: Kernels(), Started: time.Now().UTC(),
		Host: store.Host{Name: hostname, OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()},
	}
}

// Record writes plan and manifest of a run into a results folder. If nothing is going
// to run, the manifest goes on naming the program and the time of the results that
// are there; if some of them count, it names the runs that they are from, too.
func (s *Session) Record(ctx context.Context, by folder.User, out string, p *prepare.Prepared, left Missing,
	named bool) (m store.Manifest, err error) {
	m = s.Provenance(named)
	source, err := s.Stored()
	if err != nil {
		return m, err
	}
	if m.Seal, err = s.sealed(p, out, left.Cells); err != nil {
		return m, err
	}
	err = by.Alone(ctx, out, func() error {
		if folder.Holds(out) {
			old, err := folder.ReadManifest(out)
			if err != nil {
				return err
			}
			m = goneOn(m, old, left)
		} else if left.Cells == 0 { // all was computed by other people
			m.Finish(m.Started)
		}
		m.Reuse(left.Reused, left.Cells > 0)
		return folder.WriteRun(out, &m, source, p.Resolved(), p.Plan)
	})
	return m, err
}

// goneOn is the manifest of a run into a folder that has one.
func goneOn(m, old store.Manifest, left Missing) store.Manifest {
	m.Files = old.Files
	switch {
	case left.Cells == 0:
		if m.Seal != nil {
			old.Seal = m.Seal
		}
		return old
	case len(left.Done) > 0:
		m.GoOn(old)
	}
	return m
}
