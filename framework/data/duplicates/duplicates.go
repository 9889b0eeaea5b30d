// Package duplicates finds rows with the same features in training and test parts: what a model
// has seen in training it does not have to predict.
package duplicates

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"strconv"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/fold"
)

// MostValues is how many values of features are looked at: of more, rows are not compared.
const MostValues = 200_000_000

// Count says how many rows are tested that have the features of a training row of their fold.
type Count struct {
	Rows int `json:"rows"`
	// OtherClass are those of them of which every such training row has another class or other
	// labels.
	OtherClass int `json:"other_class"`
}

// Across counts rows that in a fold of some repeat are tested while a row with the same features
// trains, each row once. Missing values are the same as each other. It is nil for tables with
// more than MostValues values, and for those without features.
func Across(t *data.Table, repeats []fold.Repeat) *Count {
	columns := len(t.Columns)
	if t.Sparse != nil {
		columns = len(t.Sparse.Data)/max(1, t.Rows) + 1
	}
	dropped := t.Sparse == nil && columns > 0 && t.Columns[0].Values == nil && t.Columns[0].Codes == nil
	if columns == 0 || dropped || t.Rows > MostValues/columns {
		return nil
	}
	found, same := make([]bool, t.Rows), make([]bool, t.Rows)
	for _, rows := range equalRows(t) {
		for _, r := range repeats {
			if r.Apart == nil {
				mark(t, rows, r.Test, found, same)
			}
			for _, one := range r.Apart {
				mark(t, rows, one.Test, found, same)
			}
		}
	}
	c := &Count{}
	for i := range found {
		if found[i] {
			c.Rows++
			if !same[i] {
				c.OtherClass++
			}
		}
	}
	return c
}

// mark notes which of equal rows are tested while another of them trains, and while one of the
// same class or labels does.
func mark(t *data.Table, rows, test []int, found, same []bool) {
	type part struct {
		fold  int
		class string
	}
	all, ofFold, ofClass, ofBoth := 0, map[int]int{}, map[string]int{}, map[part]int{}
	for _, i := range rows {
		if test[i] != fold.Out {
			class := classOf(t, i)
			all++
			ofFold[test[i]]++
			ofClass[class]++
			ofBoth[part{test[i], class}]++
		}
	}
	for _, i := range rows {
		if test[i] >= 0 {
			class := classOf(t, i)
			found[i] = found[i] || all > ofFold[test[i]]
			same[i] = same[i] || ofClass[class] > ofBoth[part{test[i], class}]
		}
	}
}

// classOf is the class or the labels of a row.
func classOf(t *data.Table, row int) string {
	if !t.Target.MultiLabel {
		return strconv.Itoa(t.Truth.Class[row])
	}
	var text []byte
	for _, label := range t.Truth.Y.Row(row) {
		text = binary.LittleEndian.AppendUint32(text, uint32(label))
	}
	return string(text)
}

// equalRows are the rows with the same features, of each features that several rows have.
func equalRows(t *data.Table) [][]int {
	first := make(map[[16]byte]int, t.Rows)
	several := map[int][]int{}
	var text []byte
	for i := range t.Rows {
		text = appendRow(text[:0], t, i)
		sum := sha256.Sum256(text)
		key := [16]byte(sum[:16])
		at, known := first[key]
		if !known {
			first[key] = i
			continue
		}
		if several[at] == nil {
			several[at] = []int{at}
		}
		several[at] = append(several[at], i)
	}
	list := make([][]int, 0, len(several))
	for _, rows := range several {
		list = append(list, rows)
	}
	return list
}

// appendRow appends the features of a row, in a form that only equal rows have.
func appendRow(text []byte, t *data.Table, row int) []byte {
	if s := t.Sparse; s != nil {
		for at := s.Indptr[row]; at < s.Indptr[row+1]; at++ {
			text = binary.LittleEndian.AppendUint64(text, uint64(s.Indices[at]))
			text = appendNumber(text, s.Data[at])
		}
		return text
	}
	for j := range t.Columns {
		if c := &t.Columns[j]; c.Kind == data.Categorical {
			text = binary.LittleEndian.AppendUint32(text, uint32(c.Codes[row]))
		} else {
			text = appendNumber(text, c.Values[row])
		}
	}
	return text
}

// appendNumber appends a number; 0 and −0 are the same, and so are missing values.
func appendNumber(text []byte, v float64) []byte {
	if v != v {
		v = math.NaN()
	}
	return binary.LittleEndian.AppendUint64(text, math.Float64bits(v+0))
}
