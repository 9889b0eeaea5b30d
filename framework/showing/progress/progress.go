// Package progress tells how far a run is: on a terminal in a line that changes, else
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
	workers     []waiting
	began, last time.Time       // of the run, and of the cell that was finished last
	tellAt      time.Duration   // of waiting
	shown       map[string]bool // kinds of failures that there was a line for
	hinted      map[string]bool // learners for which timeout was hinted at
	watched     string          // results folder to be named in a long run; "" for none, and once it was
}

// voice says lines.
type voice struct {
	out  io.Writer
	now  func() time.Time
	line *statusLine // nil where there is no terminal
	said time.Time   // when there was a line last
}

// counts are numbers of cells.
type counts struct {
	total, done, failed int
}

// New returns the progress of a run of total cells, of which done have results already; it
// is written to out. The function width returns the current width of the terminal; it is nil
// if there is no terminal.
func New(out io.Writer, now func() time.Time, width func() int, total, done, workers int) *Progress {
	p := &Progress{
		voice: voice{out: out, now: now, said: now()}, counts: counts{total: total, done: done},
		workers: make([]waiting, workers), tellAt: longWait, shown: map[string]bool{}, hinted: map[string]bool{},
	}
	p.began, p.last = p.said, p.said
	if width != nil {
		p.line = &statusLine{out: out, width: width}
	}
	return p
}

// Finished counts a cell.
func (p *Progress) Finished(c plan.Cell, r store.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.last, p.tellAt = p.now(), longWait
	p.took(c, p.finishes(c, r.Elapsed))
	if r.Status != store.OK && r.Status != store.Skipped {
		p.failed++
		if kind := wording.Alike(string(r.Status) + " " + r.Error); !p.shown[kind] {
			p.shown[kind] = true
			p.say(Failure(c, r))
		}
	}
	if p.line != nil {
		p.draw(drawInterval)
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
		p.draw(drawInterval)
		return
	}
	if p.line == nil && now.Sub(p.last) >= p.tellAt {
		p.tellAt *= 2
		p.say(fmt.Sprintf("%s; %s", p.text(), longest.text(now)))
	}
	for i := range p.workers {
		if w := &p.workers[i]; w.Doing != "" && now.Sub(w.since) >= hintAfter && !p.hinted[w.Cell.Learner] {
			p.hinted[w.Cell.Learner] = true
			p.say(w.hint(now))
		}
	}
	p.draw(drawInterval)
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

// text says how many cells are done: "12 of 300 cells done, 1 failed".
func (c counts) text() string {
	return fmt.Sprintf("%d of %s done, %d failed", c.done, wording.Count(c.total, "cell"), c.failed)
}

// say prints a line of its own.
func (v *voice) say(line string) {
	v.said = v.now()
	if v.line != nil {
		v.line.clear()
		line = wording.Wrap(line, "", "  ", v.line.width())
	}
	fmt.Fprintln(v.out, line)
}

// draw renews the line of the terminal unless that was done just now.
func (p *Progress) draw(atMostEvery time.Duration) {
	if p.line == nil || p.now().Sub(p.line.drawn) < atMostEvery && p.line.length > 0 {
		return
	}
	p.line.drawn = p.now()
	p.line.show(p.status())
}

// status is the line of a terminal: a bar, how many cells are done and have failed, how long
// the others will take, and what is under way.
func (p *Progress) status() string {
	text := p.text()
	if p.failed == 0 {
		text = fmt.Sprintf("%d of %s", p.done, wording.Count(p.total, "cell"))
	}
	now := p.now()
	if p.line.width() > 3*barWidth {
		text = bar(p.done, p.total) + " " + text
	}
	if left, ok := p.remains(); ok && p.done < p.total {
		text += ", about " + wording.Span(left) + " left"
	}
	if longest := p.longest(); longest != nil {
		return text + "; " + longest.text(now)
	}
	if w := p.oldest(); w != nil {
		text += "; " + w.what()
	}
	return text
}

// Stop takes the line of a terminal away.
func (p *Progress) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.line != nil {
		p.line.clear()
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
