package imported

import (
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// isWide fits any table: what is not numbers is an error of its line.
func isWide(*grid) bool { return true }

// indexWords are in the name of a column that names datasets by numbers.
var indexWords = []string{"data", "task", "index", "problem", "name", "did"}

// readWide reads a table that autorank ranks: a row for each dataset and a column for each method. A first column
// of texts names the datasets, and so does one without a name or with that of an index. Without such a column
// datasets have numbers.
func readWide(r *reading) {
	named := len(r.head) > 1 && (r.head[0] == "" || !r.numeric(0))
	for _, word := range indexWords {
		named = named || len(r.head) > 1 && strings.Contains(strings.ToLower(r.head[0]), word)
	}
	first := 0
	if named {
		first = 1
	} else {
		r.note("No column names the datasets: they are called 1, 2 and so on.")
	}
	if r.Options.Metric != "" {
		r.wrong(0, "-metric does not apply to a table with one column for each method")
		return
	}
	for i, at := range r.rows {
		dataset := strconv.Itoa(i + 1)
		if named {
			dataset = strings.TrimSpace(at.fields[0])
		}
		for column := first; column < len(r.head); column++ {
			v := measured.Value{Dataset: dataset, Method: r.head[column]}
			var there bool
			if v.Value, there = r.number(at.line, v.Method, v.Dataset, at.fields[column]); there {
				r.Values = append(r.Values, v)
			}
		}
	}
}
