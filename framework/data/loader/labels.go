package loader

import (
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/source"
)

// setLabels fills in the labels of the rows. Rows in which one has no value are
// left out: they have no labels.
func (l *loader) setLabels(t *data.Table) error {
	names := l.source.Targets
	if err := source.CheckClassCount(len(names), "labels", data.Place{File: l.source.File}); err != nil {
		return err
	}
	t.StartLabels(names)
	positions := l.files[0].Positions()
	columns, bits := make([]*collect.Collector, len(names)), make([][]int8, len(names))
	for j, name := range names {
		columns[j] = l.columns[positions[name]]
		var err *data.Error
		if bits[j], err = bitsOf(columns[j]); err != nil {
			return err.Of(l.labelPath(j)...)
		}
	}
	l.addLabels(t, columns, bits)
	return l.finishLabels(t)
}

// addLabels adds the labels of the rows, given what the levels of each label's column mean.
func (l *loader) addLabels(t *data.Table, columns []*collect.Collector, bits [][]int8) {
	var has []int32
	for row := range t.Rows {
		has = has[:0]
		for j, c := range columns {
			switch code := c.Text.Codes[row]; {
			case code < 0 || bits[j][code] < 0:
				t.Truth.Class[row] = -1
				l.labelGaps++
			case bits[j][code] == 1:
				has = append(has, int32(j))
			}
		}
		if t.Truth.Class[row] < 0 {
			has = has[:0]
		}
		t.Truth.Y.Add(has...)
	}
}

// finishLabels counts the labels of the rows that are not left out, and warns of
// what is odd.
func (l *loader) finishLabels(t *data.Table) error {
	used := t.CountLabels()
	if used == 0 {
		return data.Place{File: l.source.File}.Errorf("no row has a value of every label").Of(l.labelPath(0)...)
	}
	l.warnOfGaps(t.Truth.Class, "some label")
	var never, always []string
	for j, name := range t.Target.Names {
		switch t.Target.Counts[j] {
		case 0:
			never = append(never, name)
		case used:
			always = append(always, name)
		}
	}
	for _, odd := range []struct {
		names []string
		text  string
	}{{never, "no row has the label %s"}, {always, "every row has the label %s"}} {
		if odd.names != nil {
			l.warnings = append(l.warnings, data.Place{File: l.source.File}.Errorf(odd.text+": there is nothing to learn of it",
				wording.Names(odd.names)).Error())
		}
	}
	return nil
}

// words are the ways of writing that a row does not have, or has, a label, apart from
// the numbers 0 and 1. Case does not matter.
var words = [][2]string{{"false", "true"}, {"no", "yes"}, {"f", "t"}, {"n", "y"}}

// bitsOf says for each level of a label column whether it means 0 or 1, or
// for no value with −1. It refuses other levels, and several pairs of words.
func bitsOf(c *collect.Collector) ([]int8, *data.Error) {
	bits := make([]int8, len(c.Text.Levels))
	first, pair := -1, 0
	for i, level := range c.Text.Levels {
		at := c.Text.First[i]
		if !at.Known() {
			continue
		}
		bit, way := readBit(level)
		switch {
		case way == notBinary:
			return nil, at.Errorf("label column %q holds %q; expected 0 or 1, false or true, no or yes, f or t, n or y", c.Name,
				level)
		case bit >= 0 && first >= 0 && way != pair:
			return nil, at.Errorf("label column %q holds both %q and %q; write all its values in one way", c.Name,
				c.Text.Levels[first], level)
		case bit >= 0:
			first, pair = i, way
		}
		bits[i] = bit
	}
	return bits, nil
}

// Ways of writing 0 and 1 that are not words.
const (
	asNumber  = -1
	notBinary = -2
)

// readBit returns what a text means, −1 for no value, and the number among
// words of the pair that it belongs to.
func readBit(text string) (bit int8, way int) {
	switch v, kind := notation.Parse(text); {
	case kind == notation.NotANumber:
		return -1, asNumber
	case kind == notation.Finite && (v == 0 || v == 1):
		return int8(v), asNumber
	}
	for i, pair := range words {
		for bit, word := range pair {
			if strings.EqualFold(text, word) {
				return int8(bit), i
			}
		}
	}
	return 0, notBinary
}
