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
	if d.Table.Weights != nil && !takesWeights(c.Learner) {
		reason = fmt.Sprintf("learner %q takes no row weights, which dataset %q has", c.Learner.Name, c.Dataset.Name)
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
		at := pair{c.Dataset.Block, c.Learner.Block}
		d := p.dataset(c.Dataset)
		if checked[at] || c.Incompatible() != "" || d == nil || d.unlike(c) != "" || d.Table.Weights == nil || takesWeights(c.Learner) {
			continue
		}
		checked[at] = true
		diags = append(diags, c.Learner.Errorf(nil,
			fmt.Sprintf("Learner %q takes no row weights, which dataset %q has", c.Learner.Name, c.Dataset.Name),
			"Choose a learner that takes them (bench plugin describe says which do), take weights out of the dataset block, "+
				`keep the two apart with grid blocks, or write on_incompatible = "skip" in the experiment block.`))
	}
	return diags
}
