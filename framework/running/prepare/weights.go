package prepare

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
)

// takesWeights reports whether a learner takes row weights, whatever tuning
// makes of it.
func takesWeights(l *experiment.Instance) bool {
	if tune := l.Host.Tune; tune != nil {
		without := func(c experiment.Candidate) bool { return !c.Instance.Capabilities.Has(contract.TakesWeights) }
		return !slices.ContainsFunc(tune.Candidates, without)
	}
	return l.Capabilities.Has(contract.TakesWeights)
}

// apart is what to do with combinations that cannot be run.
const apart = `keep the two apart with grid blocks, or write on_incompatible = "skip" in the experiment block.`

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
			diags = append(diags, l.Errorf(mistake.LacksFacts, nil,
				fmt.Sprintf("Learner %q takes no row weights, which dataset %q has", l.Name, c.Dataset.Name),
				"Choose a learner that takes them (bench plugin describe says which do), take weights out of the dataset block, "+
					apart))
		}
	}
	return diags
}
