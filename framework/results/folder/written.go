package folder

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// WriteRun is Write with the experiment file and all that belongs to it.
func WriteRun(out string, m *store.Manifest, s Source, r Experiment, p *plan.Plan) error {
	if err := s.keep(out, m); err != nil {
		return err
	}
	return Write(out, m, r, p)
}

// Write fills in what a manifest says of the experiment, and writes the
// plan, which never changes once written, and the manifest that names it.
func Write(out string, m *store.Manifest, r Experiment, p *plan.Plan) error {
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
	m.Plan = planName(hexSum(planBytes))
	m.Datasets, m.Classes, m.Labels = map[string]string{}, map[string][]string{}, nil
	for _, d := range p.Datasets {
		m.Datasets[d.Name] = d.SHA256
		if d.Origin != nil {
			if m.Origins == nil {
				m.Origins = map[string]named.Origin{}
			}
			m.Origins[d.Name] = *d.Origin
		}
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
	return writeManifest(out, *m)
}

// Finish notes in the manifest of a results folder when its run ended.
func Finish(dir string, at time.Time) error {
	m, err := ReadManifest(dir)
	if err != nil {
		return err
	}
	m.Finish(at)
	return writeManifest(dir, m)
}

// SetFiles notes in the manifest of a results folder which files a report has written, with
// their digests; none while it writes.
func SetFiles(dir string, digests map[string]string) error {
	m, err := ReadManifest(dir)
	if err != nil {
		return err
	}
	m.Files = digests
	return writeManifest(dir, m)
}

func writeManifest(dir string, m store.Manifest) error {
	return store.WriteJSON(filepath.Join(dir, store.ManifestFile), m)
}
