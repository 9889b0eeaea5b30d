package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/manyclass/bench/framework/folder"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/store"
)

// writeManifest writes plan and manifest of an experiment. If nothing is going
// to run, the manifest goes on naming the program and the time of the results that
// are there; if some of them count, it names the runs that they are from, too.
func (s *session) writeManifest(ctx context.Context, out string, p *prepare.Prepared,
	left remaining) (m store.Manifest, err error) {
	m = provenance()
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
		m.File = filepath.Base(s.file.Path)
		return folder.Write(out, &m, p.Resolved(), p.Plan)
	})
	return m, err
}

// provenance is what a manifest says of this program and its machine.
func provenance() store.Manifest {
	hostname, err := os.Hostname()
	if err != nil {
		hostname = ""
	}
	return store.Manifest{
		Bench: build(), Kernels: kernels(), Started: time.Now().UTC(),
		Host: store.Host{Name: hostname, OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()},
	}
}
