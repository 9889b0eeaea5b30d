package main

import (
	"encoding/json"
	"fmt"

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
