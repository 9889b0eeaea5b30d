package encode

import (
	"github.com/manyclass/bench/framework/contract"
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
	for _, text := range s.texts(b.table) {
		b.feature(s.name+"="+text, contract.IndicatorColumn)
	}
	if s.rare >= 0 {
		b.feature(s.name+"="+rareName, contract.IndicatorColumn)
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

// oneHot makes an indicator of each category.
func oneHot() kind {
	unseen := unseenParam("What becomes of a category that no training row has: zeros in all its indicators (zeros or "+
		"ignore), an error, or the group of rare ones, if there are any.", "zeros", "ignore", "error", "rare")
	unseen.Default = "zeros"
	return kind{
		Component: contract.Component{
			Name: "one_hot",
			Doc: "One indicator for each category seen in the training rows, called `col=value`, and numbers scaled; a " +
				"missing category counts as the most frequent one.",
			Params: scaled(unseen, rareBelowParam),
		},
		fit:  each((*builder).addIndicators),
		most: func(_ *encoder, v variable, _ int) (int, int) { return v.size, 1 },
	}
}
