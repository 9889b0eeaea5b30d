package main

import (
	"context"
	"os"
	"runtime"
	"time"

	"github.com/manyclass/bench/framework/folder"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/store"
)

// writeManifest writes plan and manifest of an experiment. If nothing is going
// to run, the manifest goes on naming the program and the time of the results that
// are there; if some of them count, it names the runs that they are from, too.
func (s *session) writeManifest(ctx context.Context, o runOptions, p *prepare.Prepared,
	left remaining) (m store.Manifest, err error) {
	m, out := provenance(o.hosts), o.out
	source, err := s.source()
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
			case left.cells == 0:
				m = old
			case len(left.done) > 0:
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
		Bench: build(), Kernels: kernels(), Started: time.Now().UTC(),
		Host: store.Host{Name: hostname, OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()},
	}
}
