package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/table"
)

// costs says how long the best trained, compared with the cheapest of those that are ranked. A
// cell counts where all of them have a result of its dataset, repeat and fold.
func (a *Answer) costs(in score.Input) {
	if len(a.order) == 0 {
		return
	}
	type place struct {
		dataset      string
		repeat, fold int
	}
	at := map[place]map[string]float64{}
	for i := range in.Cells {
		c := &in.Cells[i]
		label := table.LabelOf(score.Row{Cell: &c.Cell}, a.grid.ColumnAxes)
		j := slices.Index(a.grid.Columns, label)
		if c.Status() != store.OK || !slices.Contains(a.order, j) {
			continue
		}
		p := place{c.Dataset, c.Repeat, c.Fold}
		if at[p] == nil {
			at[p] = map[string]float64{}
		}
		at[p][label] = c.Result.TrainSeconds
	}
	seconds := map[string]float64{}
	cells := 0
	for i := range in.Cells { // in the order of the plan, so that sums are the same each time
		p := place{in.Cells[i].Dataset, in.Cells[i].Repeat, in.Cells[i].Fold}
		if len(at[p]) < len(a.order) {
			continue
		}
		for label, s := range at[p] {
			seconds[label] += s
		}
		cells++
		delete(at, p)
	}
	a.sayCosts(seconds, cells)
}

// sayCosts says the seconds of the best, and how many times as long they are as the
// least.
func (a *Answer) sayCosts(seconds map[string]float64, cells int) {
	names := a.names(a.order)
	best := names[0]
	if cells == 0 || seconds[best] <= 0 {
		return
	}
	cheapest := slices.MinFunc(names, func(x, y string) int { return compareNumbers(seconds[x], seconds[y]) })
	took := fmt.Sprintf("%s needed %s s to train (%s in all)", best, duration(seconds[best]), wording.Count(cells, "cell"))
	switch {
	case len(names) == 1:
		a.say("%s.", took)
	case seconds[cheapest] >= seconds[best]:
		a.say("%s; no other method needed less.", took)
	case seconds[best] < 1.05*seconds[cheapest]:
		a.say("%s, about as long as the cheapest method, %s.", took, cheapest)
	case seconds[cheapest] <= 0:
		a.say("%s; the cheapest method, %s, needed too little time to be measured.", took, cheapest)
	default:
		a.say("%s, %s times as long as the cheapest method, %s.", took, ratio(seconds[best]/seconds[cheapest]), cheapest)
	}
}

// duration writes seconds with three digits.
func duration(s float64) string {
	if s >= 100 {
		return fmt.Sprintf("%.0f", s)
	}
	return fmt.Sprintf("%.3g", s)
}

// ratio writes how many times something is as much: "1.3", "25".
func ratio(r float64) string {
	if r >= 10 {
		return fmt.Sprintf("%.0f", r)
	}
	return fmt.Sprintf("%.1f", r)
}

// oneClass names the methods that predict one class for every row.
func (a *Answer) oneClass() {
	if remark := score.OneClassRemark(a.scores); remark != "" {
		a.say("%s", remark)
	}
}

// failures says how many cells have no result, and why in a word.
func (a *Answer) failures(cells []score.Cell) {
	var parts []string
	total := 0
	for _, kind := range []struct {
		status store.Status
		words  string
	}{
		{store.Failed, "failed"}, {store.Timeout, "timed out"}, {store.OutOfMemory, "ran out of memory"},
		{store.Skipped, "skipped"},
	} {
		n := lists.Count(cells, func(c score.Cell) bool { return c.Status() == kind.status })
		switch {
		case n == 0:
			continue
		case kind.status == store.Skipped:
			parts = append(parts, fmt.Sprintf("%s skipped", isAre(n)))
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n, kind.words))
		}
		total += n
	}
	if total > 0 {
		a.say("Of %d cells, %s.", len(cells), strings.Join(parts, ", "))
	}
}

func isAre(n int) string {
	if n == 1 {
		return "1 was"
	}
	return fmt.Sprintf("%d were", n)
}
