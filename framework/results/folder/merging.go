package folder

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// Join copies what results folders of one experiment hold into out, of which what is there already comes first, and
// writes plan and manifest of all of it. A folder that did not exist is not left behind by an error.
func Join(ctx context.Context, u User, out string, dirs []string) (err error) {
	isNew := !Holds(out)
	var lock *store.Lock
	if !isNew {
		if lock, err = u.Claim(out); err != nil {
			return err
		}
		dirs = append([]string{out}, dirs...)
	}
	defer func() { _ = lock.Release() }() // unless it was discarded
	merged, parts, err := readMerged(u, dirs)
	if err != nil {
		return err
	}
	if isNew {
		if lock, err = u.Claim(out); err != nil {
			return err
		}
	}
	skipped, err := store.GatherJournals(out, dirs)
	if err != nil {
		if isNew {
			return errors.Join(err, lock.Discard())
		}
		return err
	}
	for _, path := range skipped {
		u.Tell(fmt.Sprintf("warning: %s is not a regular file and was not copied", path))
	}
	return u.Alone(ctx, out, func() error { return writeMerged(out, merged, parts) })
}

// readMerged reads results folders and joins what they say of the experiment.
func readMerged(u User, dirs []string) (merged Part, parts []Part, err error) {
	for _, dir := range dirs {
		p, err := Read(dir)
		if err != nil {
			return merged, nil, err
		}
		parts = append(parts, p)
	}
	merged, warnings, err := merge(parts, dirs)
	for _, w := range warnings {
		u.Tell("warning: " + w)
	}
	return merged, parts, err
}

// merge joins what the parts say of their experiment, and warns of plugins that
// are not the same everywhere.
func merge(parts []Part, names []string) (merged Part, warnings []string, err error) {
	joined, err := plan.Merge(lists.Map(parts, func(p Part) *plan.Plan { return p.Plan }), names)
	if err != nil {
		return Part{}, nil, fmt.Errorf("%w; only parts of one experiment can be merged", err)
	}
	all, err := mergeExperiments(lists.Map(parts, func(p Part) Experiment { return p.Experiment }), names)
	if err != nil {
		return Part{}, nil, err
	}
	return Part{Plan: joined, Experiment: all}, pluginDifferences(parts), nil
}

// pluginDifferences says which plugins had other bytes or runtimes in some parts,
// a line a plugin, in the order of the manifests. A version that only one part names
// is of a configuration that only it has.
func pluginDifferences(parts []Part) []string {
	type builds struct {
		origins []service.Origin
		where   []string
	}
	var plugins grouped.By[string, builds]
	for _, p := range parts {
		for _, plugin := range p.Manifest.Plugins {
			of := plugins.At(plugin.Name)
			before := len(of.origins)
			if of.origins = service.Join(of.origins, plugin); len(of.origins) > before {
				of.where = append(of.where, fmt.Sprintf("%s in %s", madeOf(plugin), p.Dir))
			}
		}
	}
	var lines []string
	for name, of := range plugins.All() {
		if len(of.where) > 1 {
			lines = append(lines, fmt.Sprintf("plugin %s has the %s", name, strings.Join(of.where, ", ")))
		}
	}
	return lines
}

// madeOf says what a plugin is, briefly.
func madeOf(o service.Origin) string {
	text := "SHA-256 " + plan.Short(o.SHA256)
	if on := o.On(); on != "" {
		text += " on " + on
	}
	return text
}

// writeMerged writes plan and manifest of merged folders whose journals have
// been copied.
func writeMerged(out string, merged Part, parts []Part) error {
	m := parts[0].Manifest
	m.Parts, m.Finished = nil, nil
	if parts[0].Dir != out { // whose tables these are
		m.Files = nil
	}
	var finished *time.Time
	for _, p := range parts {
		for _, one := range p.Manifest.Runs() {
			m.Parts = appendNew(m.Parts, one)
		}
		if p.Manifest.Started.Before(m.Started) {
			m.Started = p.Manifest.Started
		}
		if f := p.Manifest.Finished; f != nil && (finished == nil || f.After(*finished)) {
			finished = f
		}
	}
	if err := keepMerged(out, &m, parts); err != nil {
		return err
	}
	results, err := store.ReadResults(out)
	if err != nil {
		return err
	}
	m.Reused = Reused(merged.Plan, results)
	if !slices.ContainsFunc(merged.Plan.Cells, func(c plan.Cell) bool { _, ok := results.ByKey[c.Key]; return !ok }) {
		m.Finished = finished
	}
	return Write(out, &m, merged.Experiment, merged.Plan)
}

// appendNew appends what is not in the list.
func appendNew[T any](list []T, one T) []T {
	if slices.ContainsFunc(list, func(old T) bool { return reflect.DeepEqual(old, one) }) {
		return list
	}
	return append(list, one)
}
