package slurm

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/running/executor"
)

// verdict looks for probes that failed. It reports that one has ended whose word may
// still come, and as an error what one found out, or that it left no word.
func (e *Executor) verdict(w executor.Wave, all entries, ended bool) (wait bool, err error) {
	for _, p := range e.probes(w) {
		ok, said, words := p.found(w.Job)
		if ok {
			continue
		}
		if said {
			return false, fmt.Errorf("class %q: %s", p.class, words)
		}
		late, err := e.silent(w, p, all.of(p.name), ended)
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
