package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/store"
)

// part is what a results folder says of the experiment it was made for.
type part struct {
	dir      string
	manifest store.Manifest
	plan     *plan.Plan
	resolved prepare.Resolved
}

func readPart(dir string) (part, error) {
	p := part{dir: dir, plan: &plan.Plan{}}
	var err error
	if p.manifest, err = readManifest(dir); err != nil {
		return p, err
	}
	if err := store.ReadJSON(store.PlanPath(dir, p.manifest), p.plan); err != nil {
		return p, err
	}
	if err := json.Unmarshal(p.manifest.Resolved, &p.resolved); err != nil {
		return p, fmt.Errorf("%s holds an experiment of another release: %w", dir, err)
	}
	return p, nil
}

// plugin returns the digests that a manifest has for a plugin: more than one if
// folders were merged.
func (p part) plugin(name string) []string {
	var digests []string
	for _, plugin := range p.manifest.Plugins {
		if plugin.Name == name && !slices.Contains(digests, plugin.SHA256) {
			digests = append(digests, plugin.SHA256)
		}
	}
	return digests
}

// short abbreviates a hash.
func short(digest string) string {
	if len(digest) > 12 {
		return digest[:12] + "…"
	}
	return digest
}

// shortAll abbreviates hashes.
func shortAll(digests []string) string {
	list := make([]string, len(digests))
	for i, d := range digests {
		list[i] = short(d)
	}
	return strings.Join(list, ", ")
}
