package serve

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/results/estimate"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/report"
)

// watcher knows what a results folder holds, and reads only what is new.
type watcher struct {
	dir string
	// others are folders with more journals of the same run, such as that of a
	// cluster's job.
	others   func() []string
	manifest store.Manifest
	plan     *plan.Plan // nil as long as there is none
	problem  error      // why the folder cannot be read now
	stamp    stamp
	results  map[string]store.Result // by key, without what blobs hold
	cells    map[string]*plan.Cell   // by key, the first of each
	costs    estimate.Costs          // of the results
	journals []*store.Follower
}

// stamp tells whether a file has been written again.
type stamp struct {
	modified time.Time
	size     int64
}

// look reads what is new, and reports whether anything is.
func (w *watcher) look() (changed bool) {
	fresh, err := w.readPlan()
	if err == nil {
		var more bool
		more, err = w.readJournals()
		changed = fresh || more
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // until there is a run
	}
	changed = changed || (err == nil) != (w.problem == nil)
	w.problem = err
	return changed
}

// readPlan reads manifest and plan if the manifest was written since the last time: when
// a run begins, goes on or ends. A folder that is gone is empty again.
func (w *watcher) readPlan() (fresh bool, err error) {
	info, err := os.Stat(filepath.Join(w.dir, store.ManifestFile))
	if err != nil {
		had := w.plan != nil
		w.plan, w.stamp, w.journals = nil, stamp{}, nil
		return had, err
	}
	now := stamp{info.ModTime(), info.Size()}
	if now == w.stamp {
		return false, nil
	}
	m, err := folder.ReadManifest(w.dir)
	if err != nil {
		return false, err
	}
	p, err := folder.PlanOf(w.dir, m)
	if err != nil {
		return false, err
	}
	w.manifest, w.plan, w.stamp = m, p, now
	w.results, w.cells, w.costs, w.journals = map[string]store.Result{}, map[string]*plan.Cell{}, estimate.Costs{}, nil
	for i := range p.Cells {
		if c := &p.Cells[i]; w.cells[c.Key] == nil {
			w.cells[c.Key] = c
		}
	}
	for _, dir := range w.folders() {
		w.journals = append(w.journals, store.Follow(dir))
	}
	return true, nil
}

// folders are all folders with journals of the run.
func (w *watcher) folders() []string {
	list := []string{w.dir}
	if w.others == nil {
		return list
	}
	for _, dir := range w.others() {
		if !slices.Contains(list, dir) {
			list = append(list, dir)
		}
	}
	return list
}

func (w *watcher) readJournals() (changed bool, err error) {
	for _, journal := range w.journals {
		list, err := journal.New()
		for _, r := range list {
			changed = w.add(r) || changed
		}
		if err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// add takes a result, unless there is one of as late an attempt.
func (w *watcher) add(r store.Result) bool {
	if before, ok := w.results[r.Key]; ok && r.Attempt <= before.Attempt {
		return false
	}
	r = store.Result{Key: r.Key, Attempt: r.Attempt, Status: r.Status, Error: r.Error, Elapsed: r.Elapsed}
	w.results[r.Key] = r
	if c := w.cells[r.Key]; c != nil {
		w.costs.Add([]plan.Cell{*c}, map[string]store.Result{r.Key: r})
	}
	return true
}

// input reads everything that a report is made from.
func (w *watcher) input() (report.Input, error) {
	in := report.Input{}
	for i, dir := range w.folders() {
		results, err := store.ReadIntact(dir)
		if err != nil {
			return in, err
		}
		cells := folder.Cells(dir, w.plan, results)
		if i == 0 {
			in = report.Of(w.dir, cells, w.manifest)
			continue
		}
		for j, c := range cells.Cells {
			if c.Result != nil && (in.Cells[j].Result == nil || c.Result.Attempt > in.Cells[j].Result.Attempt) {
				in.Cells[j] = c
			}
		}
	}
	return in, nil
}

// working are the journals whose workers are in the middle of some cells of this run,
// those that wrote last first.
func (w *watcher) working() []store.Working {
	var list []store.Working
	for _, journal := range w.journals {
		for _, at := range journal.Working() {
			twice := slices.ContainsFunc(list, func(other store.Working) bool { return other.Journal == at.Journal })
			if !twice && !at.Since.Before(w.manifest.Started) {
				list = append(list, at)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b store.Working) int { return b.Since.Compare(a.Since) })
	return list
}

// statusOf is the status of a cell, "" if it has none yet, as of [score.Cell].
func (w *watcher) statusOf(c *plan.Cell) store.Status {
	r, ok := w.results[c.Key]
	switch {
	case ok:
		return r.Status
	case c.Skipped != "":
		return store.Skipped
	}
	return ""
}
