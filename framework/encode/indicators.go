package encode

import (
	"github.com/manyclass/bench/framework/data"
)

// indicators is the source of one_hot: each group has a feature.
type indicators struct {
	groups
	feature int // of the first group
}

// addIndicators appends an indicator for each group of a variable.
func (b *builder) addIndicators(v variable, e *encoder) {
	s := &indicators{groups: b.group(v, e, true), feature: len(b.Columns)}
	for _, m := range s.members {
		b.feature(s.name+"="+string(s.appendText(nil, b.table, m.key)), "indicator")
	}
	if s.rare >= 0 {
		b.feature(s.name+"="+rareName, "indicator")
	}
	b.source(s, 1)
}

func (s *indicators) each(v view, row int, yield func(int, float64)) error {
	group, err := s.of(v.table, row)
	if group >= 0 {
		yield(s.feature+int(group), 1)
	}
	return err
}

func (s *indicators) identify(d digest, t *data.Table) { s.groups.identify(d, t) }

// values is the source of ordinal and frequency: each group has a number.
type values struct {
	groups
	feature  int
	numbers  []float64 // by group
	ofUnseen float64
}

// addValues appends the feature of ordinal or frequency.
func (b *builder) addValues(v variable, e *encoder) {
	s := &values{groups: b.group(v, e, e.typ == "ordinal"), feature: len(b.Columns)}
	if e.typ == "ordinal" {
		s.ofUnseen = -1
	}
	for i, m := range s.members {
		if e.typ == "ordinal" {
			s.numbers = append(s.numbers, float64(i))
		} else {
			s.numbers = append(s.numbers, float64(m.rows)/float64(len(b.rows)))
		}
	}
	b.feature(s.name, "numeric")
	b.source(s, 1)
}

func (s *values) each(v view, row int, yield func(int, float64)) error {
	group, err := s.of(v.table, row)
	if err != nil {
		return err
	}
	x := s.ofUnseen
	if group >= 0 {
		x = s.numbers[group]
	}
	if x != 0 {
		yield(s.feature, x)
	}
	return nil
}

func (s *values) identify(d digest, t *data.Table) {
	s.groups.identify(d, t)
	for _, x := range s.numbers {
		d.real(x)
	}
	d.real(s.ofUnseen)
}
