package encode

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// indicators is the source of one_hot: each group has a feature, except one that is
// dropped.
type indicators struct {
	groups
	feature int   // of the first group
	dropped int32 // −1 if there is none
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

// oneHot makes an indicator of each category.
type oneHot struct {
	attributes
	Drop string `json:"drop"` // which indicators are left out; "" for none
}

func oneHotKind() kind {
	return kind{contract.Component{Name: "one_hot", Params: scaled(unseenIndicator(), rareBelowParam,
		contract.Param{Name: "drop", Type: "string", OneOf: []string{"first", "if_binary"},
			Doc: "Leaves out the indicator of a column's first value (first), or only where a column has two values in the " +
				"training rows (if_binary), as in scikit-learn: it is 1 minus the others, so that linear models without a " +
				"penalty have no unique solution. A value that no training row has then looks like the first. None is left out " +
				"by default."},
	)}, func() settings { return &oneHot{} }}
}

func (o *oneHot) fit(b *builder) func(v variable) {
	return func(v variable) {
		s := &indicators{groups: b.group(v, o.grouping, true), feature: len(b.Columns), dropped: -1}
		if o.Drop == "first" || o.Drop == "if_binary" && s.total == 2 {
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
}

func (*oneHot) most(v variable, _ int) (width, nonzero int) { return v.size, 1 }

// unseenIndicator says what indicators do with values that no training row has.
func unseenIndicator() contract.Param {
	unseen := unseenParam("zeros in all its indicators (zeros or ignore), an error, or the group of rare categories if "+
		"there are any.", "zeros", "ignore", "error", "rare")
	unseen.Default = "zeros"
	return unseen
}
