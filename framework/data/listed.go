package data

import (
	"slices"

	"github.com/manyclass/bench/framework/wording"
)

// loadListed makes the table of files whose rows list labels and numbered
// features.
func (l *loader) loadListed() (*Table, error) {
	r, err := l.format.list(l.paths(), l.source, l.checkDigest)
	if err != nil {
		return nil, err
	}
	l.warnings = append(l.warnings, r.warnings...)
	for i, rows := range r.rows {
		l.files[i].rows = rows
	}
	t := &Table{Rows: l.total()}
	if err := l.setListed(t, r); err != nil {
		return nil, err
	}
	width := r.features.highest + 1 - r.first
	if r.features.highest < 0 {
		return nil, place{file: l.source.File}.errorf("there are no features: no row lists a value")
	}
	r.features.features(t, &Sparse{First: r.first, Cols: width}, false)
	l.setParts(t)
	return t, nil
}

// setListed gives the labels to a table: as classes if every row has one, or to a
// multi-label table.
func (l *loader) setListed(t *Table, r *listed) error {
	if l.source.Targets == nil && !r.many {
		return l.setClasses(t, r.labels)
	}
	l.labelsBy = "target"
	labels, position := ordering(r.labels.text.levels, r.labels.spelling(), notation{})
	names, number := labels, make([]int, len(labels))
	for k := range labels {
		number[k] = k
	}
	at := place{file: l.source.File}
	if err := checkClassCount(len(names), "labels", at); err != nil {
		return err
	}
	if err := l.source.checkRoom(float64(t.Rows)*float64(len(names)), at); err != nil {
		return err
	}
	if l.source.Targets != nil {
		names = l.source.Targets
		listed := map[float64]int{}
		for k, name := range names {
			v, _ := parseNumber(name)
			listed[v] = k
		}
		for k, text := range labels {
			v, _ := parseNumber(text)
			found := false
			if number[k], found = listed[v]; !found {
				first := r.labels.text.first[slices.Index(position, int32(k))]
				return first.errorf("the label %q is none of target, which lists %s", text, wording.Names(names)).of("target")
			}
		}
	}
	t.startLabels(names)
	value := 0
	for row, n := range r.counts.join() {
		for _, code := range r.labels.text.codes[value : value+int(n)] {
			t.Truth.Y[row*len(names)+number[position[code]]] = 1
		}
		value += int(n)
	}
	return l.finishLabels(t)
}
