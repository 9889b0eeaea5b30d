package plan

import "github.com/manyclass/bench/framework/base/grouped"

// Outdated says which stored results no longer count, because what they were made
// from has changed.
type Outdated struct {
	Cells  int     // with a stored result of the same name and another key
	Causes []Cause // in order of appearance
}

// Cause is one reason and the cells that it concerns; a cell may have several.
type Cause struct {
	Text  string
	Cells int
}

// FindOutdated compares the plan that results were made for with the present one.
// Stored reports whether there is a result with a key.
func FindOutdated(old, now *Plan, stored func(key string) bool) Outdated {
	var o Outdated
	var causes grouped.By[string, int] // cells
	before := map[string]Cell{}
	for _, cell := range old.Cells {
		if stored(cell.Key) {
			before[cell.Name()] = cell
		}
	}
	known := map[[2]string][]string{} // causes by both identities
	for _, cell := range now.Cells {
		was, is := before[cell.Name()]
		if stored(cell.Key) || !is || was.Key == cell.Key {
			continue
		}
		o.Cells++
		pair := [2]string{was.Identity, cell.Identity}
		if known[pair] == nil {
			known[pair] = Changes(old, now, was, cell)
		}
		for _, text := range known[pair] {
			*causes.At(text)++
		}
	}
	for text, cells := range causes.All() {
		o.Causes = append(o.Causes, Cause{text, *cells})
	}
	return o
}
