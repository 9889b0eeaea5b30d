package main

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/test/peers/figures"
	"github.com/manyclass/bench/test/peers/roofline"
)

// Each row has a name of its own, a floor, and a goal that is harder.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range entries() {
		key := figures.Figure{Work: e.Work, Measure: e.Measure}.Key()
		if seen[key] {
			t.Errorf("%s stands there twice", key)
		}
		seen[key] = true
		if !(e.Floor > 0) || !(e.Goal > 0) {
			t.Errorf("%s has the floor %g and the goal %g", key, e.Floor, e.Goal)
		}
		at := func(figure float64) figures.Figure {
			return figures.Figure{Measure: e.Measure, Figure: figure, Target: e.Target}
		}
		if at(e.Goal).Missed() || at(e.Floor).Reached() {
			t.Errorf("%s has a goal of %g, not beyond the floor of %g", key, e.Goal, e.Floor)
		}
		if e.Moonshot == e.Moonshot && !at(e.Moonshot).Reached() {
			t.Errorf("%s has a moonshot of %g, not beyond the goal of %g", key, e.Moonshot, e.Goal)
		}
	}
}

// Tables and pictures of the documents follow from the files in docs/bench.
func TestDocumentsAreCurrent(t *testing.T) {
	files, err := rendered("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range files {
		have, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		} else if string(have) != string(want) {
			t.Errorf("%s is not what follows from docs/bench: go run ./test/peers -render", path)
		}
	}
}

// made are rows that need no work, of which the second fails.
func made() []row {
	return []row{
		{work: "fast", targets: []target{ratio(3, 8)}},
		{work: "broken", targets: []target{ratio(3, 8)}},
		{work: "large", targets: []target{ratio(3, 8), small(memoryTimes, 2, 1)}},
	}
}

// measureMade gives made rows figures.
func measureMade(ratio, memory float64) func(context.Context, row) ([]figures.Figure, error) {
	return func(_ context.Context, r row) ([]figures.Figure, error) {
		if r.work == "broken" {
			return nil, errors.New("does not start")
		}
		l := line{peer: "peer", theirs: []outcome{{Seconds: ratio}}, ours: []outcome{{Seconds: 1}},
			measured: map[string]float64{memoryTimes: memory}}
		return setting{cpu: "this one", machine: roofline.Machine{Read: 1, Flops: 1}}.figures(r, l), nil
	}
}

func TestMissedFloor(t *testing.T) {
	only := slices.DeleteFunc(made(), func(r row) bool { return r.work == "broken" })
	for _, c := range []struct {
		ratio, memory float64
		want          []string // what the error says
	}{
		{3, 2, nil},
		{2.9, 2, []string{"below the floor: fast, ratio: 2.9", "below the floor: large, ratio: 2.9"}},
		{9, 2.1, []string{"below the floor: large, " + memoryTimes + ": 2.1"}},
		{math.NaN(), 1, []string{"below the floor: fast, ratio: NaN", "below the floor: large, ratio: NaN"}},
	} {
		err := run(t.Context(), t.Output(), only, nil, filepath.Join(t.TempDir(), "out.csv"), measureMade(c.ratio, c.memory))
		text := ""
		if err != nil {
			text = err.Error()
		}
		if n := strings.Count(text, "below the floor"); n != len(c.want) {
			t.Errorf("a ratio of %g and %g times the memory miss %d floors, want %d: %s", c.ratio, c.memory, n, len(c.want),
				text)
		}
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("a ratio of %g and %g times the memory: %q, want %q", c.ratio, c.memory, text, want)
			}
		}
	}
}

// A row that fails is named and keeps no other from its place in the file; going on
// measures what is missing only; without it the chosen rows are measured anew.
func TestGoingOn(t *testing.T) {
	out := filepath.Join(t.TempDir(), "results", "out.csv")
	measure := func(resume bool, ratio float64, rows []row) []string {
		done, err := begin(out, rows, resume, "this one")
		if err != nil {
			t.Fatal(err)
		}
		var measured []string
		err = run(t.Context(), t.Output(), without(rows, done), done, out, func(ctx context.Context,
			r row) ([]figures.Figure, error) {
			measured = append(measured, r.work)
			return measureMade(ratio, 1)(ctx, r)
		})
		if broken := slices.Contains(measured, "broken"); broken != (err != nil && strings.Contains(err.Error(),
			"broken: does not start")) {
			t.Errorf("measuring %v ends with %v", measured, err)
		}
		return measured
	}
	figuresOf := func() (ratios []float64) {
		list, err := figures.Read(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			ratios = append(ratios, f.Figure)
		}
		return ratios
	}
	if got := measure(false, 4, made()); !slices.Equal(got, []string{"fast", "broken", "large"}) {
		t.Errorf("measured %v", got)
	}
	if got := figuresOf(); !slices.Equal(got, []float64{4, 4, 1}) {
		t.Errorf("the file has %v", got)
	}
	if got := measure(true, 5, made()); !slices.Equal(got, []string{"broken"}) {
		t.Errorf("going on measured %v", got)
	}
	if got := measure(false, 6, made()[:1]); !slices.Equal(got, []string{"fast"}) {
		t.Errorf("a choice measured %v", got)
	}
	if got := figuresOf(); !slices.Equal(slices.Sorted(slices.Values(got)), []float64{1, 4, 6}) {
		t.Errorf("the file has %v after a choice was measured anew", got)
	}
	if _, err := begin(out, made(), true, "another one"); err == nil || !strings.Contains(err.Error(), "another machine") {
		t.Errorf("a file of another machine is gone on with: %v", err)
	}
}

// A row that takes longer than its time is given up, and the next one runs.
func TestRowsHaveTheirTime(t *testing.T) {
	rows := made()[:1]
	rows[0].limit = time.Millisecond
	rows = append(rows, made()[2])
	out := filepath.Join(t.TempDir(), "out.csv")
	err := run(t.Context(), t.Output(), rows, nil, out, func(ctx context.Context, r row) ([]figures.Figure, error) {
		if r.work == "fast" {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return measureMade(4, 1)(ctx, r)
	})
	if err == nil || !strings.Contains(err.Error(), "fast: not finished after 1ms") {
		t.Errorf("ends with %v", err)
	}
	if list, err := figures.Read(out); err != nil || len(list) != 2 {
		t.Errorf("the file has %d figures, want two: %v", len(list), err)
	}
}

// The roofline of a row is that of its work and the machine.
func TestRooflineOfARow(t *testing.T) {
	s := setting{machine: roofline.Machine{ReadOne: 1e9, Read: 2e9, FlopsOne: 3e9, Flops: 4e9}}
	r := row{work: "w", targets: []target{ratio(1, 2)}, need: roofline.Work{Bytes: 6e9, Flops: 4e9}}
	f := s.figures(r, line{theirs: []outcome{{Seconds: 24}}, ours: []outcome{{Seconds: 12}}})[0]
	if f.LimitSeconds != 3 || f.Bound != "memory" || f.OfLimit != 0.25 || f.Gigabytes != 6 ||
		f.Gigaflops != 4 || f.Figure != 2 {
		t.Errorf("6 GB at 2 GB/s in 12 s: %+v", f)
	}
}

// The processor time of a process is told from that of its children, whatever its name.
func TestTicks(t *testing.T) {
	const stat = "12 (a) b) S 7 12 12 0 -1 4194304 1 2 3 4 150 50 1000 2000 20 0 1"
	if seconds, parent := ticks(stat); seconds != 2 || parent != 7 {
		t.Errorf("%g seconds and parent %d, want 2 and 7", seconds, parent)
	}
	if seconds, parent := ticks("12 (a)"); seconds != 0 || parent != 0 {
		t.Errorf("%g and %d of half a line", seconds, parent)
	}
}
