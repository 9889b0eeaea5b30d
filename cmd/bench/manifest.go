package main

import (
	"context"
	"os"
	"runtime"
	"time"

	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/prepare"
)

// writeManifest writes plan and manifest of an experiment. If nothing is going
// to run, the manifest goes on naming the program and the time of the results that
// are there; if some of them count, it names the runs that they are from, too.
func (s *session) writeManifest(ctx context.Context, o runOptions, p *prepare.Prepared,
	left launch.Missing) (m store.Manifest, err error) {
	m, out := provenance(o.hosts), o.out
	source, err := s.Stored()
	if err != nil {
		return m, err
	}
	err = alone(ctx, out, "bench run", func() error {
		if folder.Holds(out) {
			old, err := folder.ReadManifest(out)
			if err != nil {
				return err
			}
			m.Files = old.Files
			switch {
			case left.Cells == 0:
				m = old
			case len(left.Done) > 0:
				m.GoOn(old)
			}
		}
		return folder.WriteRun(out, &m, source, p.Resolved(), p.Plan)
	})
	return m, err
}

// provenance is what a manifest says of this program and its machine. Its name is published
// only where the user says so.
func provenance(named bool) store.Manifest {
	hostname := ""
	if named {
		hostname, _ = os.Hostname() // which then has none
	}
	return store.Manifest{
		Bench: build(), Kernels: launch.Kernels(), Started: time.Now().UTC(),
		Host: store.Host{Name: hostname, OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()},
	}
}
