package data

import (
	"bytes"
	"slices"
)

// svmLabels collects the labels of the rows of svmlight files. A row has several
// between commas, or none: its first word is then a feature.
type svmLabels struct {
	column *collector    // of all labels, row after row
	counts chunks[int32] // of each row
	values []float64     // of the row that is read
	none   error         // the first row without a label
	many   bool          // a row has several
}

// addLabels takes the labels of a row, its first word. It reports false if that
// is none of labels.
func (r *svmlight) addLabels(begin, end int) (bool, error) {
	word := r.line[begin:end]
	if bytes.IndexByte(word, ':') >= 0 && !bytes.HasPrefix(word, []byte("qid:")) {
		if r.labels.none == nil {
			r.labels.none = inFile(r.file, r.errorf(begin, "the row has no label; it must begin with one. If the data are multi-label, list all labels in target"))
		}
		r.labels.counts.add(0)
		return false, nil
	}
	r.labels.values = r.labels.values[:0]
	for {
		text, rest, more := bytes.Cut(r.line[begin:end], []byte(","))
		if err := r.addLabel(begin, text); err != nil {
			return false, err
		}
		if !more {
			break
		}
		r.labels.many = true
		begin = end - len(rest)
	}
	r.labels.counts.add(int32(len(r.labels.values)))
	return true, nil
}

// addLabel takes one label, which begins at a byte of the line.
func (r *svmlight) addLabel(begin int, text []byte) error {
	value, kind := parseBytes(text)
	switch {
	case bytes.IndexByte(text, ':') >= 0:
		return r.errorf(begin, "the row has no label; it must begin with one")
	case kind != finite:
		return r.errorf(begin, "the label %q is no finite number; number the classes", text)
	case slices.Contains(r.labels.values, value):
		return r.errorf(begin, "the row has the label %q twice", text)
	}
	r.labels.values = append(r.labels.values, value)
	return r.labels.column.text.add(r.labels.column, text, false, r.at)
}

// svmlightTarget gives the labels to a table: as classes if every row has one, or to a
// multi-label table.
func (l *loader) svmlightTarget(t *Table, s *svmLabels) error {
	if l.source.Targets == nil && !s.many {
		return l.setClasses(t, s.column)
	}
	l.labelsBy = "target"
	labels, position := ordering(s.column.text.levels, s.column.spelling(), notation{})
	names, number := labels, make([]int, len(labels))
	for k := range labels {
		number[k] = k
	}
	if l.source.Targets != nil {
		names = l.source.Targets
		for k, text := range labels {
			if number[k] = slices.IndexFunc(names, func(name string) bool { return equalNumbers(name, text) }); number[k] < 0 {
				first := s.column.text.first[slices.Index(position, int32(k))]
				return first.errorf("the label %q is none of target, which lists %s", text, list(names)).of("target")
			}
		}
	}
	t.startLabels(names)
	at := 0
	for row, n := range s.counts.join() {
		for _, code := range s.column.text.codes[at : at+int(n)] {
			t.Y[row*len(names)+number[position[code]]] = 1
		}
		at += int(n)
	}
	return l.finishLabels(t)
}

// equalNumbers reports whether two texts are equal numbers.
func equalNumbers(a, b string) bool {
	v, kind := parseNumber(a)
	w, other := parseNumber(b)
	return kind == finite && other == finite && v == w
}
