package report

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
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

// troubles gathers the cells that failed, and those that were skipped, by reason,
// in plan order.
func troubles(cells []score.Cell) (failed, skipped []trouble) {
	number := map[[2]string]int{}
	add := func(list []trouble, c score.Cell, words string) []trouble {
		status := strings.ReplaceAll(string(c.Status()), "_", " ")
		kind := [2]string{status, wording.Alike(words)}
		i, seen := number[kind]
		if !seen {
			i = len(list)
			number[kind] = i
			list = append(list, trouble{Status: status, Words: words})
		}
		t := &list[i]
		t.Varied = t.Varied || words != t.Words
		if len(t.Cells) < mostNamed {
			t.Cells = append(t.Cells, c.Name())
		} else {
			t.More++
		}
		return list
	}
	for _, c := range cells {
		switch c.Status() {
		case store.OK, "":
		case store.Skipped:
			words := c.Skipped
			if words == "" {
				words = c.Result.Error
			}
			skipped = add(skipped, c, words)
		default:
			failed = add(failed, c, c.Result.Error)
		}
	}
	return failed, skipped
}

// againCommand is what runs the cells that failed once more, "" if none did. Like
// the page it does not depend on where the results are.
func againCommand(m store.Manifest, cells []score.Cell) string {
	var statuses []string
	for _, status := range []store.Status{store.Failed, store.Timeout, store.OutOfMemory} {
		if slices.ContainsFunc(cells, func(c score.Cell) bool { return c.Status() == status }) {
			statuses = append(statuses, string(status))
		}
	}
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
