package progress

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run"
	"github.com/manyclass/bench/framework/showing/screen"
)

// told is a Progress with a clock that stands until it is set on.
type told struct {
	*Progress
	out   strings.Builder
	clock time.Time
}

func tell(total, done, workers int) *told {
	t := &told{clock: time.Date(2026, 1, 2, 15, 4, 5, 0, time.Local)}
	t.Progress = New(&t.out, func() time.Time { return t.clock }, nil, total, done, workers)
	return t
}

// onTerminal gives it a terminal of a width.
func (t *told) onTerminal(width *int) *told {
	t.Progress.screen = screen.New(&t.out, func() (int, int) { return *width, 24 })
	t.Progress.out = t.Progress.screen
	return t
}

// wait lets time pass in steps of a second, each with a tick, and returns what
// was printed meanwhile.
func (t *told) wait(d time.Duration) string {
	t.out.Reset()
	for end := t.clock.Add(d); t.clock.Before(end); {
		t.clock = t.clock.Add(time.Second)
		t.Tick()
	}
	return t.out.String()
}

func work(doing run.Doing, fold int) run.Work {
	return run.Work{Doing: doing, Problems: 325, Cell: plan.Cell{
		Key: fmt.Sprint(fold), Combination: plan.Combination{Dataset: "letter", Encoder: "plain", Learner: "svm[C=1]", Reduction: "ovo"}, Fold: fold,
	}}
}

func TestLongWorkIsToldInLines(t *testing.T) {
	p := tell(300, 0, 2)
	p.Working(0, work(run.Training, 3))
	if got := p.wait(29 * time.Second); got != "" {
		t.Errorf("after 29 s: %q", got)
	}
	want := "0 of 300 cells done, 0 failed; training svm[C=1] on letter, fold 3, encoder plain, 325 problems for 30s, since 15:04:05\n"
	if got := p.wait(time.Second); got != want {
		t.Errorf("after 30 s: got %q, want %q", got, want)
	}
	if got := p.wait(29 * time.Second); got != "" {
		t.Errorf("until 59 s: %q", got)
	}
	if got := p.wait(time.Second); !strings.Contains(got, " for 1m0s, since 15:04:05\n") {
		t.Errorf("after 60 s: %q", got)
	}
	got := p.wait(2 * time.Minute)
	if !strings.Contains(got, `with timeout = "10m" in the block of learner "svm", such a cell would end`) || strings.Count(got, "timeout") != 1 {
		t.Errorf("after 3 minutes: %q", got)
	}
	if got := p.wait(time.Hour); strings.Contains(got, "timeout =") || strings.Count(got, "\n") > 6 {
		t.Errorf("in the hour that follows: %q", got)
	}
}

// Another worker's cells do not hide what takes long, and a cell that is finished
// ends the waiting.
func TestShortWorkIsNotTold(t *testing.T) {
	p := tell(300, 0, 2)
	p.Working(0, work(run.Training, 3))
	p.Working(1, work(run.Training, 4))
	for range 5 {
		if got := p.wait(20 * time.Second); got != "" {
			t.Errorf("while cells are finished: %q", got)
		}
		p.Finished(plan.Cell{}, store.Result{Status: store.OK})
	}
	p.wait(40 * time.Second)
	p.Finished(plan.Cell{}, store.Result{Status: store.OK})
	if got := p.wait(45 * time.Second); strings.Count(got, "such a cell would end") != 1 {
		t.Errorf("three minutes of one worker are not told: %q", got)
	}
	p.Working(0, run.Work{})
	p.Working(1, run.Work{})
	if got := p.wait(time.Hour); got != "" {
		t.Errorf("of workers that wait for nothing: %q", got)
	}
}

func TestTimeoutThatIsSet(t *testing.T) {
	p := tell(1, 0, 1)
	w := work(run.Training, 0)
	w.Timeout = 2 * time.Hour
	p.Working(0, w)
	if got := p.wait(hintAfter); !strings.Contains(got, "its timeout is 2h0m\n") || strings.Contains(got, "timeout =") {
		t.Errorf("got %q", got)
	}
}

func TestLongWorkIsToldOnTheTerminal(t *testing.T) {
	width := 200
	p := tell(300, 100, 1).onTerminal(&width)
	p.Working(0, work(run.Decoding, 3))
	const decoding = "\ndecoding svm[C=1] on letter, fold 3, encoder plain, reduction ovo"
	if got := p.wait(time.Second); !strings.HasSuffix(plain(got), "33% [=====>..............] 100 of 300 cells"+decoding) {
		t.Errorf("at first: %q", got)
	}
	if got := p.wait(30 * time.Second); !strings.HasSuffix(plain(got), decoding+" for 31s, since 15:04:05") {
		t.Errorf("after 31 s: %q", got)
	}
	for fold := range 3 {
		p.Finished(work(run.Decoding, fold+3).Cell, store.Result{Status: store.OK})
	}
	if got := p.wait(time.Second); !strings.Contains(plain(got), "] 103 of 300 cells, about 33m55s left\ndecoding svm") {
		t.Errorf("after three cells: %q", got)
	}
	p.Finished(plan.Cell{Combination: plan.Combination{Dataset: "d"}}, store.Result{Status: store.Failed, Error: "no\nmore"})
	if got := p.out.String(); !strings.Contains(plain(got), "\nfailed: d/") || strings.Contains(got, "more") {
		t.Errorf("a cell that failed: %q", got)
	}
	if got := p.wait(time.Second); !strings.Contains(got, "] 104 of 300 cells done, 1 failed, about ") ||
		!strings.Contains(got, "last failure: failed: d/") {
		t.Errorf("after a cell that failed: %q", got)
	}
	if got := p.wait(0); got != "" {
		t.Errorf("written although nothing changed: %q", got)
	}
}

// plain is what is written to a terminal without control characters, with a line break for each movement.
func plain(text string) string {
	text = regexp.MustCompile("\r\x1b\\[[0-9]*A|\r").ReplaceAllString(text, "\n")
	return strings.TrimRight(regexp.MustCompile("\x1b\\[[0-9]*[A-Z]").ReplaceAllString(text, ""), "\n")
}

// Of failures that differ in numbers alone the first is shown; all are counted.
func TestFailuresAlikeAreShownOnce(t *testing.T) {
	p := tell(300, 100, 1)
	for fold, words := range []string{"plugin svm (pid 12) ended", "plugin svm (pid 345) ended", "no answer in time"} {
		p.Finished(plan.Cell{Combination: plan.Combination{Dataset: "d"}, Fold: fold}, store.Result{Status: store.Failed, Error: words})
	}
	if got := p.out.String(); strings.Count(got, "ended") != 1 || strings.Count(got, "no answer") != 1 || p.failed != 3 {
		t.Errorf("%d failed: %q", p.failed, got)
	}
}

func TestLines(t *testing.T) {
	full := state{counts: counts{total: 300, done: 12, failed: 2}, left: 90 * time.Second, known: true, work: "training svm",
		best: []string{"best so far on d: a", "best over 3 datasets: a"}, slowest: "slowest cell: d/e/l/r", failure: "last failure: x"}
	for _, test := range []struct {
		state state
		width int
		want  []string
	}{
		{full, 80, []string{"4% [....................] 12 of 300 cells done, 2 failed, about 1m30s left", "training svm",
			"best so far on d: a", "best over 3 datasets: a", "slowest cell: d/e/l/r", "last failure: x"}},
		{full, 40, []string{"12 of 300 cells done, 2 failed, about 1m30s left", "training svm",
			"best so far on d: a", "best over 3 datasets: a", "slowest cell: d/e/l/r", "last failure: x"}},
		{state{counts: counts{total: 1}}, 80, []string{"0% [....................] 0 of 1 cell"}},
		{state{counts: counts{total: 1, done: 1}, known: true}, 80, []string{"100% [====================] 1 of 1 cell"}},
		{state{work: "a\nb"}, 10, []string{"0 of 0 cells", "a b"}},
	} {
		got := test.state.lines(test.width)
		if !slices.Equal(got, test.want) {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// A long run says once how to look at what is done.
func TestALongRunNamesThePage(t *testing.T) {
	p := tell(300, 0, 1)
	p.Watch("results/e")
	if got := p.wait(longRun - time.Second); strings.Contains(got, "-serve") {
		t.Errorf("a short run: %q", got)
	}
	if got := p.wait(time.Hour); strings.Count(got, "bench report -serve results/e\n") != 1 {
		t.Errorf("a long run: %q", got)
	}
}
