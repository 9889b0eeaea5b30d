package data

import (
	"bytes"
	"slices"
)

// svmLabels collects the labels of the rows of svmlight files. A row has several
// between commas, or none: its first word is then a feature.
type svmLabels struct {
	column *collector      // of all labels, row after row
	counts chunks[int32]   // of each row
	values []float64       // of the row that is read
	last   map[float64]int // the row that had each label last, from 1
	none   error           // the first row without a label
	many   bool            // a row has several
}

// bytes is what the labels take up so far.
func (s *svmLabels) bytes() float64 { return s.column.bytes() + 4*float64(s.counts.len()) }

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
		if err := checkClassCount(len(r.labels.values), "labels in a row", r.at); err != nil {
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
	case r.labels.last[value] == r.row+1:
		return r.errorf(begin, "the row has the label %q twice", text)
	}
	r.labels.values = append(r.labels.values, value)
	r.labels.last[value] = r.row + 1
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
				first := s.column.text.first[slices.Index(position, int32(k))]
				return first.errorf("the label %q is none of target, which lists %s", text, list(names)).of("target")
			}
		}
	}
	t.startLabels(names)
	value := 0
	for row, n := range s.counts.join() {
		for _, code := range s.column.text.codes[value : value+int(n)] {
			t.Truth.Y[row*len(names)+number[position[code]]] = 1
		}
		value += int(n)
	}
	return l.finishLabels(t)
}
