package main

import (
	"fmt"
	"maps"

	"github.com/manyclass/bench/framework/executor"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/progress"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// watcher tells how far a wave is.
type watcher struct {
	note    func(line string)
	bar     *progress.Progress // with what follows nil where nobody waits
	journal *store.Follower
	cells   map[string]plan.Cell
	done    map[string]bool
	failed  func()                     // is called for a cell that failed; may be nil
	over    func(w executor.Wave) bool // reports whether all slots have ended
	said    string
}

func watch(bar *progress.Progress, dir string, cells []plan.Cell, done map[string]bool) *watcher {
	w := &watcher{
		note: bar.Note, bar: bar, journal: store.Follow(dir), cells: map[string]plan.Cell{}, done: maps.Clone(done),
	}
	for _, c := range cells {
		w.cells[c.Key] = c
	}
	return w
}

// Watch counts new results, and says what has changed with the slots.
func (w *watcher) Watch(wave executor.Wave, s executor.State, err error) (over bool) {
	for _, r := range w.news() {
		if c, ok := w.cells[r.Key]; ok && !w.done[r.Key] {
			w.done[r.Key] = true
			w.bar.Finished(c, r)
			if w.failed != nil && r.Status != store.OK && r.Status != store.Skipped {
				w.failed()
			}
		}
	}
	line := fmt.Sprintf("%s at work, %d waiting", wording.Count(s.Running, "slot"), s.Pending)
	if s.Reason != "" {
		line += " (" + s.Reason + ")"
	}
	if err != nil {
		line = err.Error() + "; asking again"
	}
	if line != w.said && !s.Ended {
		w.said = line
		w.note(line)
	}
	return w.over != nil && w.over(wave)
}

// news are the results since it was asked before.
func (w *watcher) news() []store.Result {
	if w.journal == nil {
		return nil
	}
	list, _ := w.journal.New() // what cannot be read now is read later
	return list
}
