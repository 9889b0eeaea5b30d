package encode

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/wording"
)

// values is the source of ordinal and frequency: each group has a number.
type values struct {
	groups
	feature  int
	numbers  []float64 // by group
	ofUnseen float64
}

// addOrdinal appends the numbers of groups.
func (b *builder) addOrdinal(v variable, e *encoder) {
	s := &values{groups: b.group(v, e, true), ofUnseen: -1}
	if e.Unseen == unseenCategory {
		s.every()
	}
	for i := range s.members {
		s.numbers = append(s.numbers, float64(i))
	}
	b.addValues(s)
	b.Columns[s.feature].Kind, b.Columns[s.feature].Values = contract.NominalColumn, s.texts(b.table)
}

// addFrequency appends the shares of groups.
func (b *builder) addFrequency(v variable, e *encoder) {
	s := &values{groups: b.group(v, e, false)}
	for _, m := range s.members {
		s.numbers = append(s.numbers, float64(m.rows)/float64(len(b.rows)))
	}
	b.addValues(s)
}

func (b *builder) addValues(s *values) {
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

// unseenCategory makes categories of values that no training row has.
const unseenCategory = "category"

// ordinal numbers the categories.
func ordinal() kind {
	return kind{
		Component: contract.Component{
			Name: "ordinal",
			Doc: "The number of a category among those seen in the training rows, from 0, in the order of the values: " +
				"numbers by value, text by bytes, ARFF as declared. A missing category counts as the most frequent one. The " +
				"feature is called `col`; it is not scaled. Learners are told that it is nominal, and what the values are " +
				"called.",
			Params: scaled(
				unseenParam("What becomes of a category that no training row has: −1 (ignore, the default), or an error; or it is "+
					"numbered like the others, and learners are told of all that an ARFF file declares or a row of the dataset "+
					"has (category), as WEKA does.", "ignore", "error", unseenCategory),
			),
		},
		fit:  each((*builder).addOrdinal),
		most: oneEach,
	}
}

// frequency makes the share of a category a feature.
func frequency() kind {
	return kind{
		Component: contract.Component{
			Name: "frequency",
			Doc: "The share of training rows that have the category. A missing category is one of its own. The feature is " +
				"called `col`; it is not scaled.",
			Params: scaled(
				unseenParam("What becomes of a category that no training row has: 0 (ignore, the default), or an error.", "ignore",
					"error"),
			),
		},
		fit:  each((*builder).addFrequency),
		most: oneEach,
	}
}

// indicators is the source of one_hot: each group has a feature, but for one that is
// dropped.
type indicators struct {
	groups
	feature int   // of the first group
	dropped int32 // −1 if there is none
}

// addIndicators appends an indicator for each group of a variable.
func (b *builder) addIndicators(v variable, e *encoder) {
	s := &indicators{groups: b.group(v, e, true), feature: len(b.Columns), dropped: -1}
	if e.Drop == "first" || e.Drop == "if_binary" && s.total == 2 {
		s.dropped = 0
	}
	texts := s.texts(b.table)
	if s.rare >= 0 {
		texts = append(texts, rareName)
	}
	for group, text := range texts {
		if int32(group) != s.dropped {
			b.feature(s.name+"="+text, contract.IndicatorColumn)
		}
	}
	b.source(s, 1)
}

func (s *indicators) each(v view, row int, yield func(int, float64)) error {
	group, err := s.of(v.table, row)
	switch {
	case group < 0 || group == s.dropped:
	case s.dropped >= 0:
		yield(s.feature+int(group)-1, 1) // the first one is dropped
	default:
		yield(s.feature+int(group), 1)
	}
	return err
}

func (s *indicators) identify(d digest, t *data.Table) {
	s.groups.identify(d, t)
	if s.dropped >= 0 {
		d.text("dropped")
	}
}

// unseenIndicator says what indicators do with values that no training row has.
func unseenIndicator() contract.Param {
	unseen := unseenParam("What becomes of a category that no training row has: zeros in all its indicators (zeros or "+
		"ignore), an error, or the group of rare ones, if there are any.", "zeros", "ignore", "error", "rare")
	unseen.Default = "zeros"
	return unseen
}

// oneHot makes an indicator of each category.
func oneHot() kind {
	return kind{
		Component: contract.Component{
			Name: "one_hot",
			Doc: "One indicator for each category seen in the training rows, called `col=value`, and numbers scaled; a " +
				"missing category counts as the most frequent one.",
			Params: scaled(unseenIndicator(), rareBelowParam, dropParam),
		},
		fit:  each((*builder).addIndicators),
		most: func(_ *encoder, v variable, _ int) (int, int) { return v.size, 1 },
	}
}

// dropParam leaves indicators out that follow from the others.
var dropParam = contract.Param{Name: "drop", Type: "string", OneOf: []string{"first", "if_binary"},
	Doc: "Leaves out the indicator of a column's first value (first), or of the first value of columns that have " +
		"two in the " +
		"training rows (if_binary), as in scikit-learn: it is 1 minus the others, which linear models without a " +
		"penalty cannot " +
		"tell apart. A value that no training row has then looks like the first. None is left out by default.",
}

// refuseCategorical names the categorical ones of some columns.
func refuseCategorical(t *data.Table, columns []int) error {
	var names []string
	for _, i := range columns {
		if t.Columns[i].Kind == data.Categorical {
			names = append(names, t.Columns[i].Name)
		}
	}
	if len(names) > 0 {
		return fmt.Errorf("encoder type none takes numeric columns only, and these are categorical: %s; use type one_hot, "+
			"or list them in the dataset's drop", wording.Names(names))
	}
	return nil
}

// none is the type that takes numbers only.
func none() kind {
	return kind{
		Component: contract.Component{
			Name:   "none",
			Doc:    "The raw numbers; refuses categorical columns.",
			Params: []contract.Param{imputeParam, indicatorParam, columnsParam},
		},
		fit:   each(func(*builder, variable, *encoder) { panic("encode: none was given a categorical column") }),
		most:  oneEach,
		takes: func(_ *encoder, t *data.Table, columns []int) error { return refuseCategorical(t, columns) },
	}
}
