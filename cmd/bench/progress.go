package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/run"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

const (
	plainInterval = 10 * time.Second // between two lines where there is no terminal
	drawInterval  = 100 * time.Millisecond
	// longWait is the time without a finished cell after which the user is told
	// what is being done, and where there is no terminal told again, each time
	// after twice as long.
	longWait = 30 * time.Second
	// hintAfter is how long one thing may take before timeout is hinted at.
	hintAfter = 3 * time.Minute
)

// progress tells on stderr how far a run is: a line that changes on a terminal,
// else a line now and then. Cells that fail are shown at once, the first of each
// kind: the summary at the end gathers them. What takes long is
// told by name.
type progress struct {
	line    *statusLine // nil where there is no terminal
	out     io.Writer
	now     func() time.Time
	workers []waiting

	mu                  sync.Mutex
	total, done, failed int
	earlier             int // cells that were done when the run began
	began, last         time.Time
	said                time.Time       // when there was a line last, where there is no terminal
	tellAt              time.Duration   // of waiting
	shown               map[string]bool // kinds of failures that there was a line for
	hinted              map[string]bool // learners for which timeout was hinted at
}

// waiting is what a worker does and since when.
type waiting struct {
	run.Work
	since time.Time
}

// newProgress tells of a run of so many cells of which some are done already.
func newProgress(total, done, workers int) *progress {
	p := makeProgress(os.Stderr, time.Now, total, done, workers)
	if isTerminal(os.Stderr) && os.Getenv("TERM") != "dumb" {
		p.line = &statusLine{out: os.Stderr, width: func() int { return width(os.Stderr) }}
	}
	return p
}

func makeProgress(out io.Writer, now func() time.Time, total, done, workers int) *progress {
	p := &progress{
		out: out, now: now, workers: make([]waiting, workers), hinted: map[string]bool{}, shown: map[string]bool{},
		total: total, done: done, earlier: done, tellAt: longWait,
	}
	p.began = now()
	p.last, p.said = p.began, p.began
	return p
}

// finished counts a cell.
func (p *progress) finished(c plan.Cell, r store.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.last, p.tellAt = p.now(), longWait
	if r.Status != store.OK && r.Status != store.Skipped {
		p.failed++
		if kind := wording.Alike(string(r.Status) + " " + r.Error); !p.shown[kind] {
			p.shown[kind] = true
			p.say(failureLine(c, r))
		}
	}
	if p.line != nil {
		p.draw(drawInterval)
		return
	}
	if p.last.Sub(p.said) >= plainInterval {
		p.say(p.counts())
	}
}

// working notes what a worker does from now on. Problems that are trained in
// parts, after a failure, are one thing.
func (p *progress) working(slot int, w run.Work) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := &p.workers[slot]
	if at.Doing != w.Doing || at.Cell.Key != w.Cell.Key {
		at.since = p.now()
	}
	at.Work = w
}

// tick is to be called about every second.
func (p *progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	longest := p.longest()
	if longest == nil {
		p.draw(drawInterval)
		return
	}
	now := p.now()
	if p.line == nil && now.Sub(p.last) >= p.tellAt {
		p.tellAt *= 2
		p.say(fmt.Sprintf("%s; %s", p.counts(), longest.text(now)))
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
func (p *progress) longest() *waiting {
	now := p.now()
	var longest *waiting
	for i := range p.workers {
		if w := &p.workers[i]; w.Doing != "" && (longest == nil || w.since.Before(longest.since)) {
			longest = w
		}
	}
	if longest == nil || now.Sub(p.last) < longWait && now.Sub(longest.since) < hintAfter {
		return nil
	}
	return longest
}

// counts says how many cells are done: "12 of 300 cells done, 1 failed".
func (p *progress) counts() string {
	return fmt.Sprintf("%d of %s done, %d failed", p.done, wording.Count(p.total, "cell"), p.failed)
}

// say prints a line of its own.
func (p *progress) say(line string) {
	p.said = p.now()
	if p.line != nil {
		p.line.clear()
		line = wording.Wrap(line, "", "  ", p.line.width())
	}
	fmt.Fprintln(p.out, line)
}

// draw renews the line of the terminal unless that was done just now.
func (p *progress) draw(atMostEvery time.Duration) {
	if p.line == nil || p.now().Sub(p.line.drawn) < atMostEvery && p.line.length > 0 {
		return
	}
	p.line.drawn = p.now()
	p.line.show(p.status())
}

// failureLine says in one line what went wrong with a cell.
func failureLine(c plan.Cell, r store.Result) string {
	return fmt.Sprintf("%s: %s: %s", r.Status, c.Name(), wording.FirstLine(r.Error))
}
