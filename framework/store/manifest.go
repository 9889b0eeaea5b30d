package store

import (
	"encoding/json"
	"path/filepath"
	"time"
)

// ManifestFile is the name of the manifest in a results folder.
const ManifestFile = "manifest.json"

// Manifest says where results come from.
type Manifest struct {
	Bench       Build               `json:"bench"`
	Kernels     string              `json:"kernels"` // kernel class that the numbers depend on
	Experiment  string              `json:"experiment"`
	File        string              `json:"file"`
	Resolved    json.RawMessage     `json:"resolved"`        // the experiment with every default filled in
	ResolvedSum string              `json:"resolved_sha256"` // over the bytes of Resolved
	Seed        uint64              `json:"seed"`
	Datasets    map[string]string   `json:"datasets"`         // digest by name
	Classes     map[string][]string `json:"classes"`          // class names by dataset, in the order of class numbers
	Labels      map[string][]string `json:"labels,omitempty"` // label names of the multi-label datasets, in order
	Plugins     []Plugin            `json:"plugins"`
	Plan        string              `json:"plan"` // file in the journal folder
	Host        Host                `json:"host"`
	Started     time.Time           `json:"started"`
	Finished    *time.Time          `json:"finished"`        // null while running or if interrupted
	Parts       []Part              `json:"parts,omitempty"` // of merged folders: the runs that they hold
}

// Part is one of the runs whose results were merged.
type Part struct {
	Bench    Build      `json:"bench"`
	Kernels  string     `json:"kernels"`
	Host     Host       `json:"host"`
	Started  time.Time  `json:"started"`
	Finished *time.Time `json:"finished"`
}

// Build identifies a bench executable.
type Build struct {
	Version  string `json:"version"`
	Revision string `json:"revision"` // of git, "" if unknown
	Go       string `json:"go"`
}

// Plugin identifies a plugin that took part.
type Plugin struct {
	Name     string            `json:"name"`
	Version  string            `json:"version"`
	SHA256   string            `json:"sha256"` // over the whole package
	Runtimes map[string]string `json:"runtimes"`
}

// Host is the machine of a run.
type Host struct {
	Name string `json:"name"`
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
}

// PlanPath returns the file that holds the plan of a results folder.
func PlanPath(dir string, m Manifest) string {
	return filepath.Join(dir, JournalDir, filepath.Base(m.Plan))
}
