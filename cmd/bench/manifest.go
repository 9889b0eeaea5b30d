package main

import (
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
func (s *session) writeManifest(out string, p *prepare.Prepared, old *store.Manifest,
	left remaining) (store.Manifest, error) {
	m := provenance()
	switch {
	case old != nil && left.cells == 0:
		m = *old
	case old != nil && len(left.done) > 0:
		m.GoOn(*old)
	}
	m.File = filepath.Base(s.file.Path)
	return m, folder.Write(out, &m, p.Resolved(), p.Plan)
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
