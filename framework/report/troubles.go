package report

import (
	"strings"

	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
)

// mostNamed is how many cells the page names that have the same reason.
const mostNamed = 20

// trouble is why some cells have no result.
type trouble struct {
	Status string // for reading: "out of memory"
	Words  string // the whole error or reason
	Cells  []string
	More   int // cells beyond those named
}

// Count is the number of cells, for reading.
func (t trouble) Count() string { return quantity(len(t.Cells)+t.More, "cell") }

// troubles gathers the cells that failed, and those that were skipped, by reason,
// in plan order.
func troubles(cells []score.CellResult) (failed, skipped []trouble) {
	number := map[[2]string]int{}
	add := func(list []trouble, c score.CellResult, words string) []trouble {
		status := strings.ReplaceAll(string(c.Status()), "_", " ")
		i, seen := number[[2]string{status, words}]
		if !seen {
			i = len(list)
			number[[2]string{status, words}] = i
			list = append(list, trouble{Status: status, Words: words})
		}
		if t := &list[i]; len(t.Cells) < mostNamed {
			t.Cells = append(t.Cells, c.Cell.Name())
		} else {
			t.More++
		}
		return list
	}
	for _, c := range cells {
		switch c.Status() {
		case store.OK, "":
		case store.Skipped:
			words := c.Cell.Skipped
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
