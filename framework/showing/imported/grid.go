package imported

import (
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/data/notation"
)

// grid is a table as it is in a file: names of columns, and rows of texts.
type grid struct {
	file string
	head []string
	rows []row
}

// row is a row of a file: one text for each column.
type row struct {
	line   int // in the file, or the number of the record
	fields []string
}

// mostColumns is how many columns a table has at most.
const mostColumns = 20_000

// at is the place of a column, in any case of letters; −1 without one.
func (g *grid) at(name string) int {
	return slices.IndexFunc(g.head, func(other string) bool { return strings.EqualFold(other, name) })
}

// has reports whether there are all of these columns.
func (g *grid) has(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return g.at(name) < 0 })
}

// in is the text of a row in the column of a name, "" without such a column.
func (g *grid) in(r row, name string) string {
	if at := g.at(name); at >= 0 {
		return strings.TrimSpace(r.fields[at])
	}
	return ""
}

// numeric reports whether a column has a number in some row, and nothing else that is not missing.
func (g *grid) numeric(column int) bool {
	some := false
	for _, r := range g.rows {
		if isMissing(r.fields[column]) {
			continue
		}
		if _, kind := notation.Parse(strings.TrimSpace(r.fields[column])); kind != notation.Finite {
			return false
		}
		some = true
	}
	return some
}

// isMissing reports whether a program wrote that there is no value.
func isMissing(text string) bool {
	text = strings.TrimSpace(text)
	return text == "?" || text == "" || slices.ContainsFunc([]string{"NA", "NaN", "null", "None"},
		func(missing string) bool { return strings.EqualFold(text, missing) })
}
