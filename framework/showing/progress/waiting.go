package progress

import (
	"fmt"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/running/run"
)

// waiting is what a worker does and since when.
type waiting struct {
	run.Work
	since time.Time
	free  time.Time // when it began its item, or finished a cell of it
}

// text says what is being done, for how long and since when.
func (w *waiting) text(now time.Time) string {
	return fmt.Sprintf("%s for %s, since %s", w.what(), wording.Span(now.Sub(w.since)), w.since.Format(time.TimeOnly))
}

// what says what is being done.
func (w *waiting) what() string {
	fold := fmt.Sprintf("fold %d", w.Cell.Fold)
	if w.Cell.Repeat > 0 {
		fold = fmt.Sprintf("repeat %d, %s", w.Cell.Repeat, fold)
	}
	what := fmt.Sprintf("%s %s on %s, %s, encoder %s", w.Doing, w.Cell.Learner, w.Cell.Division(), fold, w.Cell.Encoder)
	switch w.Doing {
	case run.Training:
		what += ", " + wording.Count(w.Problems, "problem")
	case run.Encoding:
		what = fmt.Sprintf("encoding %s with %s, %s", w.Cell.Division(), w.Cell.Encoder, fold)
	case run.Decoding:
		what += ", reduction " + w.Cell.Reduction
	}
	return what
}

// hint says what can be done about something that takes long.
func (w *waiting) hint(now time.Time) string {
	learner, _, _ := strings.Cut(w.Cell.Learner, "[")
	if w.Timeout > 0 {
		return fmt.Sprintf("still %s; its timeout is %s", w.text(now), wording.Span(w.Timeout))
	}
	return fmt.Sprintf("still %s; with timeout = \"10m\" in the block of learner %q, such a cell would end "+
		"after 10 minutes and the run would go on",
		w.text(now), learner)
}
