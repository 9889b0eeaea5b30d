package encode

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// values is the source of ordinal and frequency: each group has a number.
type values struct {
	groups
	feature  int
	numbers  []float64 // by group
	ofUnseen float64
}

// addTo appends the feature.
func (s *values) addTo(b *builder) {
	s.feature = len(b.Columns)
	b.feature(s.name, contract.NumericColumn)
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

// ordinal numbers the categories.
type ordinal struct{ attributes }

// unseenCategory makes categories of values that no training row has.
const unseenCategory = "category"

func ordinalKind() kind {
	return kind{contract.Component{Name: "ordinal", Params: scaled(
		unseenParam("−1 (ignore, the default), or an error. With category it is numbered like the others, as in WEKA, and "+
			"learners are told of all categories that an ARFF file declares or a row of the dataset has.",
			"ignore", "error", unseenCategory),
	)}, func() settings { return &ordinal{} }}
}

func (o *ordinal) fit(b *builder) func(v variable) {
	return func(v variable) {
		s := &values{groups: b.group(v, o.grouping, true), ofUnseen: -1}
		if o.Unseen == unseenCategory {
			s.every()
		}
		for i := range s.members {
			s.numbers = append(s.numbers, float64(i))
		}
		s.addTo(b)
		b.Columns[s.feature].Kind, b.Columns[s.feature].Values = contract.NominalColumn, s.texts(b.table)
	}
}

// frequency makes the share of a category a feature.
type frequency struct{ attributes }

func frequencyKind() kind {
	return kind{contract.Component{Name: "frequency", Params: scaled(
		unseenParam("0 (ignore, the default), or an error.", "ignore", "error"),
	)}, func() settings { return &frequency{} }}
}

func (f *frequency) fit(b *builder) func(v variable) {
	return func(v variable) {
		s := &values{groups: b.group(v, f.grouping, false)}
		for _, m := range s.members {
			s.numbers = append(s.numbers, float64(m.rows)/float64(len(b.rows)))
		}
		s.addTo(b)
	}
}
