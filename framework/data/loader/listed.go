package loader

import (
	"slices"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/wording"
)

// loadListed makes the table of files whose rows list labels and numbered
// features.
func (l *loader) loadListed() (*data.Table, error) {
	r, err := l.format.List(l.paths(), l.source, l.checkDigest)
	if err != nil {
		return nil, err
	}
	l.warnings = append(l.warnings, r.Warnings...)
	for i, rows := range r.Rows {
		l.files[i].rows = rows
	}
	t := &data.Table{Rows: l.total()}
	if err := l.setListed(t, r); err != nil {
		return nil, err
	}
	width := r.Features.Highest + 1 - r.First
	if r.Features.Highest < 0 {
		return nil, data.Place{File: l.source.File}.Errorf("there are no features: no row lists a value")
	}
	r.Features.Features(t, &data.Sparse{First: r.First, Cols: width}, false)
	l.setParts(t)
	return t, nil
}

// setListed gives the labels to a table: as classes if every row has one, or to a
// multi-label table.
func (l *loader) setListed(t *data.Table, r *reader.Listed) error {
	if l.source.Targets == nil && !r.Many {
		return l.setClasses(t, r.Labels)
	}
	l.labelsBy = "target"
	labels, position := notation.Order(r.Labels.Text.Levels, r.Labels.Spelling(), notation.Notation{})
	names, number := labels, make([]int, len(labels))
	for k := range labels {
		number[k] = k
	}
	at := data.Place{File: l.source.File}
	if err := source.CheckClassCount(len(names), "labels", at); err != nil {
		return err
	}
	if err := l.source.CheckRoom(float64(t.Rows)*float64(len(names)), at); err != nil {
		return err
	}
	if l.source.Targets != nil {
		names = l.source.Targets
		listed := map[float64]int{}
		for k, name := range names {
			v, _ := notation.Parse(name)
			listed[v] = k
		}
		for k, text := range labels {
			v, _ := notation.Parse(text)
			found := false
			if number[k], found = listed[v]; !found {
				first := r.Labels.Text.First[slices.Index(position, int32(k))]
				return first.Errorf("the label %q is none of target, which lists %s", text, wording.Names(names)).Of("target")
			}
		}
	}
	t.StartLabels(names)
	value := 0
	for row, n := range r.Counts.Join() {
		for _, code := range r.Labels.Text.Codes[value : value+int(n)] {
			t.Truth.Y[row*len(names)+number[position[code]]] = 1
		}
		value += int(n)
	}
	return l.finishLabels(t)
}
