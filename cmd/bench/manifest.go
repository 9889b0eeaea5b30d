package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/store"
)

// writeManifest writes plan and manifest of an experiment. If nothing is going
// to run, the manifest goes on naming the program and the time of the results that
// are there; if some of them count, it names the runs that they are from, too.
func (s *session) writeManifest(out string, p *prepare.Prepared, old *store.Manifest, left remaining) (store.Manifest, error) {
	m := provenance()
	switch {
	case old != nil && left.cells == 0:
		m = *old
	case old != nil && len(left.done) > 0:
		m.GoOn(*old)
	}
	m.File = filepath.Base(s.file.Path)
	return m, writePlanned(out, &m, p.Resolved(), p.Plan)
}

// writePlanned fills in what a manifest says of the experiment, and writes the
// plan, which never changes once written, and the manifest that names it.
func writePlanned(out string, m *store.Manifest, r prepare.Resolved, p *plan.Plan) error {
	resolved, err := json.Marshal(r)
	if err != nil {
		return err
	}
	planBytes, err := json.Marshal(p)
	if err != nil {
		return err
	}
	m.Experiment, m.Seed, m.Plugins = p.Experiment, p.Seed, p.Plugins()
	m.Resolved, m.ResolvedSum = resolved, hexSum(resolved)
	m.Plan = "plan-" + hexSum(planBytes)[:16] + ".json"
	m.Datasets, m.Classes, m.Labels = map[string]string{}, map[string][]string{}, nil
	for _, d := range p.Datasets {
		m.Datasets[d.Name] = d.SHA256
		if !d.Target.MultiLabel {
			m.Classes[d.Name] = d.Target.Names
			continue
		}
		if m.Labels == nil {
			m.Labels = map[string][]string{}
		}
		m.Labels[d.Name] = d.Target.Names
	}
	if err := os.MkdirAll(filepath.Join(out, store.JournalDir), 0o755); err != nil {
		return err
	}
	if err := store.WriteJSON(store.PlanPath(out, *m), p); err != nil {
		return err
	}
	return store.WriteJSON(filepath.Join(out, store.ManifestFile), m)
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

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
