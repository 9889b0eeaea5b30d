// Package progress tells how far a run is: on a terminal in a few lines that change, else
// in a line now and then.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run"
	"github.com/manyclass/bench/framework/showing/interim"
	"github.com/manyclass/bench/framework/showing/screen"
)

const (
	plainInterval = 10 * time.Second // between two lines where there is no terminal
	drawInterval  = 100 * time.Millisecond
	// longWait is the time without a finished cell after which the user is told
	// what is being done, and where there is no terminal repeated, each time
	// after twice as long.
	longWait = 30 * time.Second
	// hintAfter is how long one thing may take before timeout is hinted at.
	hintAfter = 3 * time.Minute
	// longRun is when a user is told how to look at the results so far.
	longRun = time.Minute
)

// Progress tells how far a run is. Cells that fail are shown at once, the first of each
// kind: the summary at the end gathers them. What takes long is told by name. Its
// methods can be called from all workers at the same time.
type Progress struct {
	mu sync.Mutex
	voice
	counts
	forecast
	seen
	workers     []waiting
	began, last time.Time       // of the run, and of the cell that was finished last
	tellAt      time.Duration   // of waiting
	shown       map[string]bool // kinds of failures that there was a line for
	hinted      map[string]bool // learners for which timeout was hinted at
	watched     string          // results folder to be named in a long run; "" for none, and once it was
}

// voice says lines.
type voice struct {
	out    io.Writer
	now    func() time.Time
	screen *screen.Screen // nil where there is no terminal
	drawn  time.Time      // when the screen was
	said   time.Time      // when there was a line last
}

// seen is what a terminal shows of the cells that were finished.
type seen struct {
	slowest slowest
	failure string          // the last one
	best    *best           // nil unless cells are scored
	scorer  *interim.Scorer // likewise
}

// New returns the progress of a run of total cells, of which done have results already; it
// is written to out. A terminal has a screen, to which out writes; else it is nil.
func New(out io.Writer, now func() time.Time, on *screen.Screen, total, done, workers int) *Progress {
	p := &Progress{
		voice: voice{out: out, now: now, screen: on, said: now()}, counts: counts{total: total, done: done},
		workers: make([]waiting, workers), tellAt: longWait, shown: map[string]bool{}, hinted: map[string]bool{},
	}
	p.began, p.last = p.said, p.said
	return p
}

// Finished counts a cell.
func (p *Progress) Finished(c plan.Cell, r store.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.last, p.tellAt = p.now(), longWait
	p.took(c, p.finishes(c, r.Elapsed))
	p.slowest.took(c.Name(), r.TrainSeconds+r.PredictSeconds)
	if p.scorer != nil {
		p.scorer.Wake()
	}
	if r.Status != store.OK && r.Status != store.Skipped {
		p.failed++
		p.failure = "last failure: " + Failure(c, r)
		if kind := wording.Alike(string(r.Status) + " " + r.Error); !p.shown[kind] {
			p.shown[kind] = true
			p.say(Failure(c, r))
		}
	}
	if p.screen != nil {
		p.draw()
		return
	}
	if p.last.Sub(p.said) >= plainInterval {
		p.say(p.text())
	}
}

// Note says a line of its own.
func (p *Progress) Note(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.say(line)
}

// Working notes what a worker does from now on. Problems that are trained in
// parts, after a failure, are one thing.
func (p *Progress) Working(slot int, w run.Work) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := &p.workers[slot]
	if at.Doing == "" {
		at.free = p.now()
	}
	if at.Doing != w.Doing || at.Cell.Key != w.Cell.Key {
		at.since = p.now()
	}
	at.Work = w
}

// Tick is to be called about every second.
func (p *Progress) Tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	longest := p.longest()
	now := p.now()
	if p.watched != "" && now.Sub(p.began) >= longRun {
		p.say(fmt.Sprintf("to see the results so far in a browser: bench report -serve %s", p.watched))
		p.watched = ""
	}
	if longest == nil {
		p.draw()
		return
	}
	if p.screen == nil && now.Sub(p.last) >= p.tellAt {
		p.tellAt *= 2
		p.say(fmt.Sprintf("%s; %s", p.text(), longest.text(now)))
	}
	for i := range p.workers {
		if w := &p.workers[i]; w.Doing != "" && now.Sub(w.since) >= hintAfter && !p.hinted[w.Cell.Learner] {
			p.hinted[w.Cell.Learner] = true
			p.say(w.hint(now))
		}
	}
	p.draw()
}

// longest is what has been done for the longest time, if no cell was finished for
// long or it alone has taken long enough for a hint; else nil.
func (p *Progress) longest() *waiting {
	now, longest := p.now(), p.oldest()
	if longest == nil || now.Sub(p.last) < longWait && now.Sub(longest.since) < hintAfter {
		return nil
	}
	return longest
}

// oldest is what has been done for the longest time; nil if nothing is.
func (p *Progress) oldest() (oldest *waiting) {
	for i := range p.workers {
		if w := &p.workers[i]; w.Doing != "" && (oldest == nil || w.since.Before(oldest.since)) {
			oldest = w
		}
	}
	return oldest
}

// Watch names the results folder, which a run that takes long says how to look at.
func (p *Progress) Watch(dir string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.watched = dir
}

// say prints a line of its own.
func (v *voice) say(line string) {
	v.said = v.now()
	if v.screen != nil {
		line = wording.Wrap(line, "", "  ", v.screen.Width())
	}
	fmt.Fprintln(v.out, line)
}

// draw renews the lines of the terminal unless that was done just now.
func (p *Progress) draw() {
	if p.screen == nil || p.now().Sub(p.drawn) < drawInterval {
		return
	}
	p.drawn = p.now()
	p.screen.Show(p.state().lines(p.screen.Width()))
}

// state gathers what a terminal shows now.
func (p *Progress) state() state {
	s := state{counts: p.counts, best: p.best.lines(), slowest: p.slowest.text(), failure: p.failure}
	s.left, s.known = p.remains()
	if longest := p.longest(); longest != nil {
		s.work = longest.text(p.now())
	} else if w := p.oldest(); w != nil {
		s.work = w.what()
	}
	return s
}

// Stop takes the lines of a terminal away.
func (p *Progress) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.screen != nil {
		p.screen.Clear()
	}
}

// Failure says in one line what went wrong with a cell.
func Failure(c plan.Cell, r store.Result) string {
	return fmt.Sprintf("%s: %s: %s", r.Status, c.Name(), wording.FirstLine(r.Error))
}

// Expect says which cells are to be run: those of a plan that are not done. Without it, all
// cells count as alike.
func (p *Progress) Expect(of *plan.Plan, done map[string]bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.size, p.left = sizes(of), map[plan.Combination]*remaining{}
	listed := map[string]bool{}
	for _, c := range of.Cells {
		if c.Skipped != "" || done[c.Key] || listed[c.Key] {
			continue
		}
		listed[c.Key] = true
		left := p.left[c.Combination]
		if left == nil {
			left = &remaining{}
			p.left[c.Combination] = left
		}
		left.cells++
		left.size += p.size(c)
	}
}

// remains estimates how long the run still takes: by the work that is left and the work that
// was done so far, in which what is under way counts for the time that it has had.
func (p *Progress) remains() (left time.Duration, ok bool) {
	now := p.now()
	wall := now.Sub(p.began)
	if p.all.cells < float64(max(3, len(p.workers))) || wall < leastEvidence || p.all.seconds <= 0 {
		return 0, false
	}
	rest, underWay := p.rest(p.total-p.done), 0.0
	for i := range p.workers {
		if w := &p.workers[i]; w.Doing != "" {
			underWay += now.Sub(w.free).Seconds()
		}
	}
	underWay = min(underWay, certain*rest)
	return time.Duration(float64(wall) * (rest - underWay) / (p.all.seconds + underWay)), true
}

// finishes is how many seconds a worker spent on a cell, since it finished another or was
// idle; what the journal says where it is another process's worker.
func (p *Progress) finishes(c plan.Cell, journal float64) (seconds float64) {
	for i := range p.workers {
		if w := &p.workers[i]; w.Doing != "" && w.Cell.Key == c.Key {
			seconds, w.free = p.now().Sub(w.free).Seconds(), p.now()
			return seconds
		}
	}
	return journal
}
