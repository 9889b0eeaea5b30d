package main

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// plainInterval is the time between two lines where there is no terminal.
const plainInterval = 10 * time.Second

// progress tells on stderr how far a run is: a bar on a terminal, else a line
// now and then. Cells that fail are shown at once.
type progress struct {
	total, done, failed int
	bar                 *progressbar.ProgressBar // nil where there is no terminal
	last                time.Time
}

func newProgress(total, done int) *progress {
	p := &progress{total: total, done: done, last: time.Now()}
	if isTerminal(os.Stderr) {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetDescription("cells"),
			progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
			progressbar.OptionEnableColorCodes(colored(os.Stderr)))
		_ = p.bar.Set(done)
	}
	return p
}

// finished counts a cell.
func (p *progress) finished(c plan.Cell, r store.Result) {
	p.done++
	if r.Status != store.OK && r.Status != store.Skipped {
		p.failed++
		p.say(failureLine(c, r))
	}
	if p.bar != nil {
		_ = p.bar.Add(1)
		return
	}
	if time.Since(p.last) >= plainInterval {
		p.last = time.Now()
		p.say(fmt.Sprintf("%d of %s done, %d failed", p.done, wording.Count(p.total, "cell"), p.failed))
	}
}

// say prints a line without tearing the bar.
func (p *progress) say(line string) {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	fmt.Fprintln(os.Stderr, line)
}

func (p *progress) stop() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// failureLine says in one line what went wrong with a cell.
func failureLine(c plan.Cell, r store.Result) string {
	return fmt.Sprintf("%s: %s: %s", r.Status, c.Name(), wording.FirstLine(r.Error))
}
