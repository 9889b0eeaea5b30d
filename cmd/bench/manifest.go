package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/store"
)

// writeManifest writes the plan, which never changes once written, and the
// manifest that names it. If nothing is going to run, the manifest goes on
// naming the program, the plugins and the time of the results that are there.
func (s *session) writeManifest(out string, p *prepare.Prepared, old *store.Manifest, running bool) (store.Manifest, error) {
	resolved, err := json.Marshal(p.Resolved())
	if err != nil {
		return store.Manifest{}, err
	}
	planBytes, err := json.Marshal(p.Plan)
	if err != nil {
		return store.Manifest{}, err
	}
	m := s.provenance()
	if old != nil && !running {
		m = *old
	}
	m.Experiment, m.File, m.Seed = s.experiment.Name, filepath.Base(s.file.Path), s.experiment.Seed
	m.Resolved, m.ResolvedSum = resolved, hexSum(resolved)
	m.Plan = "plan-" + hexSum(planBytes)[:16] + ".json"
	m.Datasets, m.Classes = map[string]string{}, map[string][]string{}
	for _, d := range p.Plan.Datasets {
		m.Datasets[d.Name], m.Classes[d.Name] = d.SHA256, d.Classes
	}
	if err := os.MkdirAll(filepath.Join(out, store.JournalDir), 0o755); err != nil {
		return m, err
	}
	if err := store.WriteJSON(store.PlanPath(out, m), p.Plan); err != nil {
		return m, err
	}
	return m, store.WriteJSON(filepath.Join(out, store.ManifestFile), m)
}

// provenance is what a manifest says of this program, its plugins and machine.
func (s *session) provenance() store.Manifest {
	hostname, err := os.Hostname()
	if err != nil {
		hostname = ""
	}
	m := store.Manifest{
		Bench: build(), Kernels: kernels, Started: time.Now().UTC(),
		Host: store.Host{Name: hostname, OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()},
	}
	for _, d := range s.described {
		m.Plugins = append(m.Plugins, store.Plugin{Name: d.Description.Name, Version: d.Version, SHA256: d.Digest, Runtimes: d.Runtimes})
	}
	return m
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
