package serve

import (
	"fmt"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

const (
	mostFailures = 20 // kinds of failures that are shown
	mostWorking  = 12 // cells under way that are named
	mostRows     = 500
)

// state is what the live part of the page shows.
type state struct {
	Phase string // one of the phases
	Dir   string
	tally
	Left    string // how long the other cells will take, for reading; "" if that is not known
	Silent  bool   // whether the workers of a run may have died
	Problem string // why the folder, or the page, cannot be made again
	times
	Groups     []group
	Working    []underWay
	MoreWork   int // cells under way that are not named
	Failures   []failure
	MoreFailed int // failed cells that Failures leaves out
}

// times are when a run was started and finished and when a worker wrote last, as in RFC
// 3339; "" if that is not known.
type times struct{ Started, Finished, Last string }

// The phases of a run.
const (
	waiting  = "waiting"  // there is no run yet
	running  = "running"  // workers are in the middle of cells, or died there
	idle     = "idle"     // cells are missing and no run is active
	complete = "complete" // every cell has a result
)

// tally counts cells.
type tally struct{ Done, Failed, All int }

func (t *tally) add(s store.Status) {
	t.All++
	if s == "" {
		return
	}
	t.Done++
	if failed(s) {
		t.Failed++
	}
}

func failed(s store.Status) bool { return s != "" && s != store.OK && s != store.Skipped }

// group is the progress by one part of the cells' names.
type group struct {
	By   string // dataset or learner
	Rows []row
	More int // that are left out
}

type row struct {
	Name string
	tally
}

// underWay is what a worker is in the middle of.
type underWay struct {
	Cell  string
	Since string // as in RFC 3339
}

// failure is why some cells have failed. Reasons that differ in numbers alone are one.
type failure struct {
	Status string // for reading: "out of memory"
	Words  string // the whole error of the first cell
	Cell   string // the first
	Cells  int
}

// state gathers what is known of the run now.
func (w *watcher) state() state {
	s := state{Phase: waiting, Dir: w.dir}
	if w.problem != nil {
		s.Problem = wording.Reason(w.problem)
	}
	if w.plan == nil {
		return s
	}
	s.Started = stampOf(w.manifest.Started)
	var datasets, learners grouped.By[string, tally]
	var failures grouped.By[string, failure]
	var missing []plan.Cell
	for i := range w.plan.Cells {
		c := &w.plan.Cells[i]
		status := w.statusOf(c)
		s.add(status)
		datasets.At(c.Dataset).add(status)
		learners.At(c.Learner).add(status)
		if status == "" {
			missing = append(missing, *c)
		}
		if failed(status) {
			gather(&failures, *c, status, w.results[c.Key].Error)
		}
	}
	s.Groups = []group{newGroup("dataset", &datasets), newGroup("learner", &learners)}
	for _, f := range failures.All() {
		if len(s.Failures) < mostFailures {
			s.Failures = append(s.Failures, *f)
		} else {
			s.MoreFailed += f.Cells
		}
	}
	w.judge(&s, missing)
	return s
}

// judge says in which phase a run is, who is at work and how long it will take.
func (w *watcher) judge(s *state, missing []plan.Cell) {
	if len(missing) == 0 {
		s.Phase = complete
		if w.manifest.Finished != nil {
			s.Finished = stampOf(*w.manifest.Finished)
		}
		return
	}
	at := w.working()
	if s.Phase = idle; len(at) == 0 {
		return
	}
	s.Phase, s.Last = running, stampOf(at[0].Since)
	for i, one := range at {
		if i < mostWorking {
			s.Working = append(s.Working, underWay{w.nameOf(one.Keys[0]), stampOf(one.Since)})
		} else {
			s.MoreWork++
		}
	}
	if w.costs.Results() > 0 {
		total := w.costs.Of(missing)
		if s.Silent = silent(time.Since(at[0].Since), total.Longest); s.Silent {
			return
		}
		seconds := total.Local(len(at))
		s.Left = wording.Span(max(time.Second, time.Duration(seconds*float64(time.Second))))
	}
}

// silent reports whether workers have said nothing for so long that they may have died: for
// ten times the seconds of the longest cell, and a minute.
func silent(quiet time.Duration, longest float64) bool {
	return quiet > time.Minute && quiet.Seconds() > 10*longest
}

// nameOf names the first cell with a key.
func (w *watcher) nameOf(key string) string {
	if c := w.cells[key]; c != nil {
		return c.Name()
	}
	return "a cell of another plan"
}

// gather adds a failed cell to those that failed for the same reason.
func gather(all *grouped.By[string, failure], c plan.Cell, status store.Status, words string) {
	f := all.At(wording.Alike(fmt.Sprint(status, " ", words)))
	if f.Cells++; f.Cells == 1 {
		f.Status, f.Words, f.Cell = strings.ReplaceAll(string(status), "_", " "), words, c.Name()
	}
}

func newGroup(by string, all *grouped.By[string, tally]) group {
	g := group{By: by, More: max(0, all.Len()-mostRows)}
	for name, t := range all.All() {
		if len(g.Rows) < mostRows {
			g.Rows = append(g.Rows, row{name, *t})
		}
	}
	return g
}

// stampOf writes a time for the script of the page, which says how long ago it is.
func stampOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Truncate(time.Second).Format(time.RFC3339)
}
