package progress

import (
	"fmt"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run"
)

// simulated is a run of datasets that grow, with a learner that is dear and one that is cheap:
// the cells of an item come together, when what they share has been trained.
func simulated() (*plan.Plan, [][]plan.Cell, func([]plan.Cell) time.Duration) {
	p := &plan.Plan{}
	var items [][]plan.Cell
	for d, rows := range []int{150, 600, 2400} {
		name := fmt.Sprint("d", d)
		p.Datasets = append(p.Datasets, plan.Dataset{Name: name, Rows: rows, Numeric: 10})
		for fold := range 10 {
			for _, learner := range []string{"cheap", "dear"} {
				var item []plan.Cell
				for _, reduction := range []string{"ova", "ovo", "ecoc"} {
					item = append(item, plan.Cell{Key: fmt.Sprint(len(p.Cells) + len(item)), Fold: fold, Problems: 10,
						Combination: plan.Combination{Dataset: name, Learner: learner, Reduction: reduction}})
				}
				p.Cells = append(p.Cells, item...)
				items = append(items, item)
			}
		}
	}
	return p, items, func(item []plan.Cell) time.Duration {
		seconds := map[string]float64{"d0": 0.5, "d1": 2, "d2": 8}[item[0].Dataset]
		if item[0].Learner == "dear" {
			seconds *= 10
		}
		return time.Duration(seconds * float64(time.Second))
	}
}

// simulate runs it on two workers and returns what is said to be left, second by second.
func simulate(t *testing.T) (left map[int]time.Duration, took int) {
	t.Helper()
	p, items, takes := simulated()
	width := 200
	told := tell(len(p.Cells), 0, 2).onTerminal(&width)
	told.Expect(p, nil)
	left = map[int]time.Duration{}
	began := told.clock
	const step = 500 * time.Millisecond
	var until [2]time.Time
	var at [2][]plan.Cell
	for ; ; told.clock = told.clock.Add(step) {
		for w := range at {
			if at[w] != nil && !told.clock.Before(until[w]) {
				for _, c := range at[w] {
					told.Working(w, run.Work{Doing: run.Decoding, Cell: c})
					told.Finished(c, store.Result{Status: store.OK})
				}
				told.Working(w, run.Work{})
				at[w] = nil
			}
			if at[w] == nil && len(items) > 0 {
				at[w], items = items[0], items[1:]
				until[w] = told.clock.Add(takes(at[w]))
				told.Working(w, run.Work{Doing: run.Training, Cell: at[w][0]})
			}
		}
		second := int(told.clock.Sub(began) / time.Second)
		if at[0] == nil && at[1] == nil {
			return left, second
		}
		if d, ok := told.remains(); ok {
			left[second] = d
		}
	}
}

// An estimate of the time that is left is near to the truth from the first one on, whatever
// the order of datasets is, and does not rise while what is under way goes on.
func TestWhatIsLeftDoesNotRise(t *testing.T) {
	left, took := simulate(t)
	if len(left) < took-20 {
		t.Errorf("%d estimates in %d seconds", len(left), took)
	}
	first := 0.0
	for second := range took {
		d, ok := left[second]
		if !ok {
			continue
		}
		total := float64(second) + d.Seconds()
		if first == 0 {
			first = total
		}
		if total > 1.25*first {
			t.Errorf("after %d s the run takes %.0f s in all, and the first estimate was %.0f s", second, total, first)
			break
		}
		if second > 60 && (total < 0.8*float64(took) || total > 1.25*float64(took)) {
			t.Errorf("after %d s the run takes %.0f s in all, and it takes %d s", second, total, took)
			break
		}
	}
	t.Logf("first %.0f s, it took %d s", first, took)
}
