package progress

import (
	"fmt"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
)

// counts are numbers of cells.
type counts struct {
	total, done, failed int
}

// text says how many cells are done: "12 of 300 cells done, 1 failed".
func (c counts) text() string {
	return fmt.Sprintf("%d of %s done, %d failed", c.done, wording.Count(c.total, "cell"), c.failed)
}

// state is what the lines of a terminal show.
type state struct {
	counts
	left    time.Duration // that the run still takes
	known   bool          // whether left is known
	work    string        // what has been under way for the longest time
	best    []string      // the best so far, on a dataset and over datasets: at most two lines
	slowest string        // the cell that took longest
	failure string        // the last one
}

// lines are what a terminal of a width shows: how many cells are done and have failed, how long the others will take,
// what is under way, the best so far, what is slow, and what failed. There are at most six.
func (s state) lines(width int) []string {
	first := s.text()
	if s.failed == 0 {
		first = fmt.Sprintf("%d of %s", s.done, wording.Count(s.total, "cell"))
	}
	if width > 3*barWidth {
		first = bar(s.done, s.total) + " " + first
	}
	if s.known && s.done < s.total {
		first += ", about " + wording.Span(s.left) + " left"
	}
	lines := []string{first}
	for _, line := range slices.Concat([]string{s.work}, s.best, []string{s.slowest, s.failure}) {
		if line != "" {
			lines = append(lines, wording.Line(line))
		}
	}
	return lines
}

// slowest is the cell that took longest to train and predict.
type slowest struct {
	name    string
	seconds float64
}

// leastSlow is how many seconds a cell takes at least that is called slow.
const leastSlow = 1

// took hears what a cell took.
func (s *slowest) took(name string, seconds float64) {
	if seconds > s.seconds {
		*s = slowest{name, seconds}
	}
}

// text names the cell, "" if none was slow.
func (s slowest) text() string {
	if s.seconds < leastSlow {
		return ""
	}
	return fmt.Sprintf("slowest cell: %s, %s", s.name, wording.Span(time.Duration(s.seconds*float64(time.Second))))
}
