package report

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// mostNamed is how many cells the page names that have the same reason.
const mostNamed = 20

// trouble is why some cells have no result. Reasons that differ in numbers alone
// are one.
type trouble struct {
	Status string // for reading: "out of memory"
	Words  string // the whole error or reason, of the first cell
	Varied bool   // whether those of other cells have other numbers
	Cells  []string
	More   int // cells beyond those named
}

// Count is the number of cells, for reading.
func (t trouble) Count() string { return quantity(len(t.Cells)+t.More, "cell") }

// add names a cell that has the reason, in words of its own.
func (t *trouble) add(cell, words string) {
	t.Varied = t.Varied || words != t.Words
	if len(t.Cells) < mostNamed {
		t.Cells = append(t.Cells, cell)
	} else {
		t.More++
	}
}

// troubles gathers the cells that failed, and those that were skipped, by reason,
// in plan order.
func troubles(cells []score.Cell) (failed, skipped []trouble) {
	type kind struct{ status, words string }
	var all grouped.By[kind, trouble]
	for _, c := range cells {
		if c.Status() == store.OK || c.Status() == "" {
			continue
		}
		words := c.Skipped
		if c.Status() != store.Skipped || words == "" {
			words = c.Result.Error
		}
		status := strings.ReplaceAll(string(c.Status()), "_", " ")
		t := all.At(kind{status, wording.Alike(words)})
		if t.Cells == nil {
			t.Status, t.Words = status, words
		}
		t.add(c.Name(), words)
	}
	for of, t := range all.All() {
		if of.status == string(store.Skipped) {
			skipped = append(skipped, *t)
		} else {
			failed = append(failed, *t)
		}
	}
	return failed, skipped
}

// againCommand is what runs the cells that failed once more, "" if none did. Like
// the page it does not depend on where the results are.
func againCommand(m store.Manifest, cells []score.Cell) string {
	bad := []string{string(store.Failed), string(store.Timeout), string(store.OutOfMemory)}
	statuses := lists.Filter(bad, func(status string) bool {
		return slices.ContainsFunc(cells, func(c score.Cell) bool { return string(c.Status()) == status })
	})
	if len(statuses) == 0 || m.File == "" {
		return ""
	}
	return "bench run " + m.File + " -retry " + strings.Join(statuses, ",")
}

// into adds the results folder to a command where it is not the usual one.
func into(dir string, m store.Manifest, command string) string {
	if command == "" || filepath.Clean(dir) == filepath.Join("results", m.Experiment) {
		return command
	}
	return command + " -out " + dir
}
