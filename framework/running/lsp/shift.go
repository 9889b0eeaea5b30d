package lsp

import (
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lines"
)

// still are the remarks on lines that a document has as it had them when it was saved.
func (f *saved) still(doc *document) []diagnosed {
	if doc.text == f.text.text {
		return f.remarks
	}
	var list []diagnosed
	was, is := strings.Split(f.text.text, "\n"), strings.Split(doc.text, "\n")
	for _, one := range f.remarks {
		var there bool
		if one.Range, there = shifted(one.Range, was, is); there {
			list = append(list, one)
		}
	}
	return slices.Clip(list)
}

// shifted is a range of one text in another: where its lines are, if each text has them once, or
// if all lines before them, or all after them, are the same.
func shifted(r lines.Range, was, is []string) (lines.Range, bool) {
	if r.End.Line >= len(was) {
		return r, false
	}
	meant := was[r.Start.Line : r.End.Line+1]
	if at := places(is, meant); len(at) == 1 && len(places(was, meant)) == 1 {
		return moved(r, at[0]-r.Start.Line), true
	}
	before, after := 0, 0
	for before < min(len(was), len(is)) && was[before] == is[before] {
		before++
	}
	for after < min(len(was), len(is))-before && was[len(was)-1-after] == is[len(is)-1-after] {
		after++
	}
	switch {
	case r.End.Line < before:
		return r, true
	case r.Start.Line >= len(was)-after:
		return moved(r, len(is)-len(was)), true
	}
	return r, false
}

func moved(r lines.Range, by int) lines.Range {
	r.Start.Line += by
	r.End.Line += by
	return r
}

// places are where some lines stand in a text.
func places(text, some []string) (at []int) {
	for i := range len(text) - len(some) + 1 {
		if slices.Equal(text[i:i+len(some)], some) {
			at = append(at, i)
		}
	}
	return at
}
