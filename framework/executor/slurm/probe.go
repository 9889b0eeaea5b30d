package slurm

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/executor"
)

// probeDir is the folder, in that of a job, of what probes found out: a file for each
// choice of options, "ok NODE" or why the node cannot work.
const probeDir = "probe"

// probe is a job that finds out whether the nodes that some options ask for can work.
// Slots with these options wait for it.
type probe struct {
	name    string // of the job
	key     string // of the options, and the name of the file
	class   string // the first one with these options
	options []string
}

// probes are those of a wave, one for all classes with the same options.
func (e *Executor) probes(w executor.Wave) []probe {
	var all []probe
	for _, a := range w.Arrays {
		key := e.key(a.Options)
		if slices.ContainsFunc(all, func(p probe) bool { return p.key == key }) {
			continue
		}
		name := w.Name + "-probe"
		if len(all) > 0 {
			name += fmt.Sprintf("+%d", len(all))
		}
		all = append(all, probe{name, key, a.Class, a.Options})
	}
	return all
}

// found is what a probe said: ok, or why not; said is false while there is no word.
func (p probe) found(job string) (ok, said bool, words string) {
	folder := filepath.Join(job, probeDir)
	_, _ = os.ReadDir(folder) // makes a network file system look anew
	text, err := os.ReadFile(filepath.Join(folder, p.key))
	if err != nil {
		return false, false, ""
	}
	words = strings.TrimSpace(string(text))
	return words == "ok" || strings.HasPrefix(words, "ok "), true, words
}

// verdict looks for probes that failed. It reports that one has ended whose word may
// still come, and as an error what one found out, or that it left no word.
func (e *Executor) verdict(w executor.Wave, jobs entries, ended bool) (wait bool, err error) {
	for _, p := range e.probes(w) {
		ok, said, words := p.found(w.Job)
		if ok {
			continue
		}
		if said {
			return false, fmt.Errorf("class %q: %s", p.class, words)
		}
		late, err := e.silent(w, p, jobs.of(p.name), ended)
		if err != nil {
			return false, err
		}
		wait = wait || late
	}
	return wait, nil
}

// silent judges a probe that has left no word.
func (e *Executor) silent(w executor.Wave, p probe, ran entries, ended bool) (wait bool, err error) {
	if len(ran) == 0 || slices.ContainsFunc(ran, func(x entry) bool { return !x.ended() }) {
		return false, nil
	}
	last := slices.MaxFunc(ran, func(a, b entry) int { return cmp.Compare(a.job, b.job) })
	switch end := ends[last.state]; {
	case end == executor.Lost || end == executor.Cancelled || end == executor.Completed && !ended:
		return false, nil
	case end != executor.Failed && end != executor.Completed:
		return false, fmt.Errorf("class %q: its probe job ended on node %s as %s", p.class, last.node, last.state)
	}
	if e.waiting(p.name) {
		return true, nil
	}
	return false, fmt.Errorf("class %q: node %s does not see %s as this machine does: shared_dir must be a folder that "+
		"all nodes and this machine share under one path (the probe job ended as %s, %s, and left no word); nothing was "+
		"computed", p.class, last.node, w.Job, last.state, last.reason)
}

// waiting reports whether a probe ended so lately that its word may still come.
func (e *Executor) waiting(name string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, known := e.ended[name]; !known {
		e.ended[name] = time.Now()
	}
	return time.Since(e.ended[name]) < e.grace
}
