package store

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/named"
)

// ManifestFile is the name of the manifest in a results folder.
const ManifestFile = "manifest.json"

// Manifest says where results come from.
type Manifest struct {
	Bench   Build  `json:"bench"`
	Kernels string `json:"kernels"` // kernel class that the numbers depend on
	Asked
	Data
	Plugins  []service.Origin `json:"plugins"` // those that the cells of the plan depend on
	Plan     string           `json:"plan"`    // file in the journal folder
	Host     Host             `json:"host"`
	Started  time.Time        `json:"started"`
	Finished *time.Time       `json:"finished"` // null while running or if interrupted
	// Source is the experiment file that the folder holds; nil of earlier releases.
	Source *Source `json:"source,omitempty"`
	// Files holds the SHA-256 of every file that the last report wrote, by name with slashes.
	Files map[string]string `json:"files,omitempty"`
	Others
}

// Others says of results that are not of the run which the manifest was written for.
type Others struct {
	// Parts are the runs whose results are held, if folders were merged, a run went on elsewhere, or finished cells
	// were taken.
	Parts []Part `json:"parts,omitempty"`
	// Reused says which of the results were taken from elsewhere.
	Reused []Reused `json:"reused,omitempty"`
}

// Asked is the experiment of a run.
type Asked struct {
	Experiment  string          `json:"experiment"`
	File        string          `json:"file"`
	Resolved    json.RawMessage `json:"resolved"`        // the experiment with every default filled in
	ResolvedSum string          `json:"resolved_sha256"` // over the bytes of Resolved
	Seed        uint64          `json:"seed"`
	// Seal is that of the experiment file when the run began; nil without one.
	Seal *Sealed `json:"seal,omitempty"`
}

// Data are the datasets of a run, by name.
type Data struct {
	Datasets map[string]string   `json:"datasets"`         // digests
	Classes  map[string][]string `json:"classes"`          // class names, in the order of class numbers
	Labels   map[string][]string `json:"labels,omitempty"` // label names of the multi-label datasets, in order
	// Origins are of the datasets whose rows have a name.
	Origins map[string]named.Origin `json:"origins,omitempty"`
}

// Source says how the experiment file of a results folder was run.
type Source struct {
	Command []string          `json:"command"`
	Vars    map[string]string `json:"vars,omitempty"`
	Folder  string            `json:"folder"` // that held the file, from the results folder
	// Code holds copies of the files that it names besides data, by paths as written.
	Code map[string]string `json:"code,omitempty"`
}

// Sealed is what a run remembers of the seal of its experiment file.
type Sealed struct {
	SHA256 string    `json:"sha256"`
	Date   time.Time `json:"date"`
	Given  bool      `json:"date_given,omitempty"` // by -date, not by a clock
	// Run names this run among those that began with the seal; "" if none of its cells was
	// missing.
	Run  string      `json:"run,omitempty"`
	Runs []SealedRun `json:"runs,omitempty"` // that began with it before
}

// SealedRun is a run that began with a seal.
type SealedRun struct {
	Run   string    `json:"run"`
	Begun time.Time `json:"begun"`
	Cells int       `json:"cells"` // that were missing
}

// Part is one of the runs whose results are held.
type Part struct {
	Bench    Build      `json:"bench"`
	Kernels  string     `json:"kernels"`
	Host     Host       `json:"host"`
	Started  time.Time  `json:"started"`
	Finished *time.Time `json:"finished"`
}

// Reused says of cells that other people computed where they come from.
type Reused struct {
	// From is the digest of the capsule, or that of the manifest of the results folder: "capsule sha256:…",
	// "results sha256:…".
	From    string `json:"from"`
	Cells   int    `json:"cells"`   // that are held
	Checked int    `json:"checked"` // that were run again before any was taken, with equal results
	// First is when the first of the results was computed there, as far as their journals say.
	First time.Time `json:"first"`
	Runs  []Part    `json:"runs"` // that computed them
	// Keys are those of the cells. They are known by reading.
	Keys []string `json:"-"`
}

// Build identifies a bench executable.
type Build struct {
	Version  string `json:"version"`
	Revision string `json:"revision"` // of git, "" if unknown
	Go       string `json:"go"`
}

// ThisBuild identifies this executable, with the revision that Go knows unless another is said.
func ThisBuild(version, revision string) Build {
	b := Build{Version: version, Go: strings.TrimPrefix(runtime.Version(), "go"), Revision: revision}
	if info, ok := debug.ReadBuildInfo(); ok && b.Revision == "" {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				b.Revision = s.Value
			}
		}
	}
	return b
}

// Environment is what a journal says of the run: the experiment, which may hold codes of
// any size, is in the manifest alone.
func (m Manifest) Environment() Manifest {
	m.Resolved, m.Files, m.Source, m.Reused = nil, nil, nil, nil
	return m
}

// Runs lists the runs that the manifest tells of.
func (m Manifest) Runs() []Part {
	if len(m.Parts) > 0 {
		return m.Parts
	}
	return []Part{{Bench: m.Bench, Kernels: m.Kernels, Host: m.Host, Started: m.Started, Finished: m.Finished}}
}

// GoOn makes a manifest that of a run which goes on where others ended: if it is
// another program, kernel class or machine, all of them are named.
func (m *Manifest) GoOn(earlier Manifest) {
	now := m.Runs()[0]
	same := func(p Part) bool { return p.Bench == now.Bench && p.Kernels == now.Kernels && p.Host == now.Host }
	runs := earlier.Runs()
	if len(earlier.Parts) > 0 || !same(runs[0]) {
		m.Parts = append(slices.Clone(runs), now)
	}
}

// Reuse notes in a manifest that some of its results come from other people, whose runs it names before its own. With
// computes false no result is of the run that the manifest was written for.
func (m *Manifest) Reuse(list []Reused, computes bool) {
	m.Reused = list
	runs := m.Parts
	if len(runs) == 0 && len(list) > 0 && computes {
		runs = m.Runs()
	}
	var others []Part
	for _, r := range list {
		for _, run := range r.Runs {
			if !hasRun(others, run) && !hasRun(runs, run) {
				others = append(others, run)
			}
		}
	}
	if len(others) > 0 {
		m.Parts = append(others, runs...)
	}
}

// hasRun reports whether a list has a run.
func hasRun(list []Part, run Part) bool {
	for _, one := range list {
		if one.Bench == run.Bench && one.Kernels == run.Kernels && one.Host == run.Host && one.Started.Equal(run.Started) {
			return true
		}
	}
	return false
}

// Finish notes the end of the run that the manifest was written for.
func (m *Manifest) Finish(at time.Time) {
	m.Finished = &at
	if n := len(m.Parts); n > 0 {
		m.Parts[n-1].Finished = &at
	}
}

// Host is the machine of a run.
type Host struct {
	Name string `json:"name,omitempty"` // if it is to be published
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
}

// PlanPath returns the file that holds the plan of a results folder.
func PlanPath(dir string, m Manifest) string {
	return filepath.Join(dir, JournalDir, filepath.Base(m.Plan))
}
