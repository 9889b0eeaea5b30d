package svmlight

import (
	"bytes"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/source"
)

// addLabels takes the labels of a row, its first word. It reports false if that
// is none of labels.
func (r *svmlight) addLabels(begin, end int) (bool, error) {
	word := r.line[begin:end]
	if bytes.IndexByte(word, ':') >= 0 && !bytes.HasPrefix(word, []byte("qid:")) {
		if r.none == nil {
			r.none = data.InFile(r.file, r.errorf(begin, "the row has no label; it must begin with one. If the data are multi-label, list all labels in target"))
		}
		r.Counts.Add(0)
		return false, nil
	}
	r.values = r.values[:0]
	for {
		text, rest, more := bytes.Cut(r.line[begin:end], []byte(","))
		if err := r.addLabel(begin, text); err != nil {
			return false, err
		}
		if err := source.CheckClassCount(len(r.values), "labels in a row", r.at); err != nil {
			return false, err
		}
		if !more {
			break
		}
		r.Many = true
		begin = end - len(rest)
	}
	r.Counts.Add(int32(len(r.values)))
	return true, nil
}

// addLabel takes one label, which begins at a byte of the line.
func (r *svmlight) addLabel(begin int, text []byte) error {
	value, kind := notation.ParseBytes(text)
	switch {
	case bytes.IndexByte(text, ':') >= 0:
		return r.errorf(begin, "the row has no label; it must begin with one")
	case kind != notation.Finite:
		return r.errorf(begin, "the label %q is no finite number; number the classes", text)
	case r.last[value] == r.row+1:
		return r.errorf(begin, "the row has the label %q twice", text)
	}
	r.values = append(r.values, value)
	r.last[value] = r.row + 1
	return r.Labels.Text.Add(r.Labels, text, false, r.at)
}
