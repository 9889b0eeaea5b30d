package progress

import (
	"fmt"
	"maps"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/launch"
)

// Watcher tells how far a wave is.
type Watcher struct {
	Note    func(line string)
	bar     Teller // nil, like what follows, where nothing waits
	journal *store.Follower
	cells   map[string]plan.Cell
	done    map[string]bool
	Failed  func()                     // is called for a cell that failed; may be nil
	Over    func(w executor.Wave) bool // reports whether all slots have ended; may be nil
	said    string
}

// Teller hears of cells and says lines.
type Teller interface {
	launch.Progress
	Note(line string)
}

// NewWatcher watches the cells of a job in a folder, of which some are done.
func NewWatcher(bar Teller, dir string, cells []plan.Cell, done map[string]bool) *Watcher {
	w := &Watcher{
		Note: bar.Note, bar: bar, journal: store.Follow(dir), cells: map[string]plan.Cell{}, done: maps.Clone(done),
	}
	for _, c := range cells {
		w.cells[c.Key] = c
	}
	return w
}

// Watch counts new results, and says what has changed with the slots.
func (w *Watcher) Watch(wave executor.Wave, s executor.State, err error) (over bool) {
	for _, r := range w.news() {
		if c, ok := w.cells[r.Key]; ok && !w.done[r.Key] {
			w.done[r.Key] = true
			w.bar.Finished(c, r)
			if w.Failed != nil && r.Status != store.OK && r.Status != store.Skipped {
				w.Failed()
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
		w.Note(line)
	}
	return w.Over != nil && w.Over(wave)
}

// news are the results since it was asked before.
func (w *Watcher) news() []store.Result {
	if w.journal == nil {
		return nil
	}
	list, _ := w.journal.New() // what cannot be read now is read later
	return list
}
