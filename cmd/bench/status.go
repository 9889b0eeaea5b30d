package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/manyclass/bench/framework/run"
	"github.com/manyclass/bench/framework/wording"
)

// statusLine is a line at the end of a terminal's text that changes.
type statusLine struct {
	out    io.Writer
	width  func() int // of the terminal, now
	length int        // characters of the line that is shown, 0 if none is
	drawn  time.Time
}

// show replaces the line, cut to the terminal. Its last column stays free: a
// cursor behind it would stand on the next line.
func (l *statusLine) show(text string) {
	l.clear()
	text = wording.Cut(text, l.width()-1)
	fmt.Fprint(l.out, text)
	l.length = wording.Width(text)
}

// clear takes the line away. A terminal that was made narrower meanwhile has
// broken it into several.
func (l *statusLine) clear() {
	if l.length == 0 {
		return
	}
	up := ""
	if above := (l.length - 1) / l.width(); above > 0 {
		up = fmt.Sprintf("\x1b[%dA", above)
	}
	fmt.Fprintf(l.out, "\r%s\x1b[J", up)
	l.length = 0
}

// barWidth is the width of the bar in characters; it is left out where the
// terminal is narrow.
const barWidth = 20

// status is the line of a terminal: a bar, how many cells are done, how long the
// others will take, and what takes long.
func (p *progress) status() string {
	text := p.counts()
	if p.failed == 0 {
		text = fmt.Sprintf("%d of %s", p.done, wording.Count(p.total, "cell"))
	}
	now := p.now()
	longest := p.longest()
	if longest != nil {
		return text + "; " + longest.text(now)
	}
	if p.line.width() > 3*barWidth {
		text = bar(p.done, p.total) + " " + text
	}
	if ran := p.done - p.earlier; ran > 0 {
		left := time.Duration(float64(now.Sub(p.began)) / float64(ran) * float64(p.total-p.done))
		text += ", about " + span(left) + " left"
	}
	return text
}

// bar draws a bar of barWidth characters behind its percentage. The library only draws it:
// the line around it is ours, since it must follow a terminal that is resized.
func bar(done, total int) string {
	b := progressbar.NewOptions(max(1, total), progressbar.OptionSetWriter(io.Discard),
		progressbar.OptionSetWidth(barWidth),
		progressbar.OptionSetElapsedTime(false), progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetTheme(progressbar.ThemeASCII))
	_ = b.Set(done) // fails for no count between 0 and total
	return strings.TrimSpace(b.String())
}

// text says what is being done, for how long and since when.
func (w *waiting) text(now time.Time) string {
	fold := fmt.Sprintf("fold %d", w.Cell.Fold)
	if w.Cell.Repeat > 0 {
		fold = fmt.Sprintf("repeat %d, %s", w.Cell.Repeat, fold)
	}
	what := fmt.Sprintf("%s %s on %s, %s, encoder %s", w.Doing, w.Cell.Learner, w.Cell.Dataset, fold, w.Cell.Encoder)
	switch w.Doing {
	case run.Training:
		what += ", " + wording.Count(w.Problems, "problem")
	case run.Encoding:
		what = fmt.Sprintf("encoding %s with %s, %s", w.Cell.Dataset, w.Cell.Encoder, fold)
	case run.Decoding:
		what += ", reduction " + w.Cell.Reduction
	}
	return fmt.Sprintf("%s for %s, since %s", what, span(now.Sub(w.since)), w.since.Format(time.TimeOnly))
}

// hint says what can be done about something that takes long.
func (w *waiting) hint(now time.Time) string {
	learner, _, _ := strings.Cut(w.Cell.Learner, "[")
	if w.Timeout > 0 {
		return fmt.Sprintf("still %s; its timeout is %s", w.text(now), span(w.Timeout))
	}
	return fmt.Sprintf("still %s; timeout = \"10m\" in the block of learner %q would end such a cell, and the run go on",
		w.text(now), learner)
}

// span is a time as people say it: 45s, 3m20s, 2h5m.
func span(d time.Duration) string {
	text := d.Round(time.Second).String()
	if d >= time.Hour {
		text = strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	}
	return text
}

// follow calls tick every second, and when the terminal has another size, until
// the function that it returns is called, which takes the line away.
func (p *progress) follow() (stop func()) {
	ticker := time.NewTicker(time.Second)
	resized := make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticker.C:
			case <-resized:
			case <-done:
				return
			}
			p.tick()
		}
	}()
	return func() {
		ticker.Stop()
		signal.Stop(resized)
		close(done)
		<-ended
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.line != nil {
			p.line.clear()
		}
	}
}
