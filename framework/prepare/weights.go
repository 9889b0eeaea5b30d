package prepare

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
)

// Incompatible says why a combination cannot be run, or is empty: what the
// experiment file alone tells, whether reduction and tuning are for the dataset's
// kind of target, whether it has the costs that the reduction goes by, and whether the
// learner takes its row weights.
func (p *Prepared) Incompatible(c experiment.Combination) string {
	d := p.dataset(c.Dataset)
	if d == nil {
		return c.Incompatible()
	}
	reason := d.uncosted(c)
	for _, l := range c.ColumnLearners() {
		if d.Table.Weights != nil && !takesWeights(l) {
			reason = fmt.Sprintf("learner %q takes no row weights, which dataset %q has", l.Name, c.Dataset.Name)
		}
	}
	return cmp.Or(c.Incompatible(), d.unlike(c), reason)
}

// takesWeights reports whether a learner takes row weights, whatever tuning
// makes of it.
func takesWeights(l *experiment.Instance) bool {
	if tune := l.Host.Tune; tune != nil {
		without := func(c experiment.Candidate) bool { return !c.Instance.Capabilities.Weights }
		return !slices.ContainsFunc(tune.Candidates, without)
	}
	return l.Capabilities.Weights
}

// checkWeights refuses learners that take no row weights for datasets that have
// some, unless what cannot be run is to be skipped.
func checkWeights(p *Prepared) diagnostic.List {
	if p.Experiment.SkipIncompatible {
		return nil
	}
	var diags diagnostic.List
	type pair struct{ dataset, learner string } // blocks, of which all variants are alike
	checked := map[pair]bool{}
	for _, c := range p.Experiment.Combinations {
		if c.Learner == nil { // the file has mistakes
			continue
		}
		d := p.dataset(c.Dataset)
		if d == nil || d.Table.Weights == nil || c.Incompatible() != "" || d.unlike(c) != "" {
			continue
		}
		for _, l := range c.ColumnLearners() {
			at := pair{c.Dataset.Block, l.Block}
			if checked[at] || takesWeights(l) {
				continue
			}
			checked[at] = true
			diags = append(diags, l.Errorf(nil,
				fmt.Sprintf("Learner %q takes no row weights, which dataset %q has", l.Name, c.Dataset.Name),
				"Choose a learner that takes them (bench plugin describe says which do), take weights out of the dataset block, "+
					`keep the two apart with grid blocks, or write on_incompatible = "skip" in the experiment block.`))
		}
	}
	return diags
}
