package prepare

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/evaluation/conformal"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
)

// LacksSets reports whether training rows should calibrate prediction sets of a combination and
// cannot: its reduction has several stages, or another learner than the cell's, or its
// probabilities are for other priors than those of the training rows.
func (p *Prepared) LacksSets(c experiment.Combination) bool {
	s, d := p.Experiment.Sets, p.dataset(c.Dataset)
	if s == nil || s.Rows != conformal.Train || d == nil || d.Table.Target.MultiLabel {
		return false
	}
	return slices.ContainsFunc(c.Reduction.Trained(), func(candidate *experiment.Instance) bool {
		return !d.Stages[candidate].Single() || candidate.Host.Corrects()
	})
}

// checkSets refuses combinations without prediction sets, unless what does not fit together is
// skipped.
func checkSets(p *Prepared) diagnostic.List {
	var diags diagnostic.List
	said := map[string]bool{}
	for _, c := range p.Experiment.Combinations {
		if p.Experiment.SkipIncompatible || c.Learner == nil || said[c.Reduction.Block] || !p.LacksSets(c) ||
			!c.GivesProbabilities() {
			continue // without a learner there are other mistakes
		}
		said[c.Reduction.Block] = true
		diags = append(diags, c.Reduction.Errorf(mistake.Conflict, nil,
			fmt.Sprintf("Training rows cannot calibrate prediction sets of reduction %q", c.Reduction.Name),
			"It trains in several stages, or another learner, and is not decoded out of inner folds, or its probabilities are "+
				"for other priors than those of the training rows. Write rows = \"test\" in the conformal block, leave the "+
				"reduction out, or write on_incompatible = \"skip\" in the experiment block, which makes the metrics NaN."))
	}
	return diags
}
