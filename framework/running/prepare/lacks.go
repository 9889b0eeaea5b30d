package prepare

import (
	"cmp"
	"fmt"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/deciding"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
)

// lack is what a dataset does not have for a reduction; the zero value is nothing.
type lack struct {
	code        mistake.Code
	attribute   string // of the reduction, that needs it
	why, advice string
}

// lacks says what a dataset does not have for what a combination's reduction does.
func (d *Dataset) lacks(c experiment.Combination) lack {
	host := c.Reduction.Host
	if attribute := host.OfClasses(); attribute != "" && d.Table.Target.MultiLabel {
		why := fmt.Sprintf("reduction %q has %s, which is for classes, and the rows of dataset %q have labels",
			c.Reduction.Name, attribute, c.Dataset.Name)
		return lack{mistake.WrongTarget, attribute, why, "Remove it,"}
	}
	if _, err := host.Priors.In(d.Table.Target.Names); err != nil {
		why := fmt.Sprintf("reduction %q: %v of dataset %q", c.Reduction.Name, err, c.Dataset.Name)
		return lack{mistake.UnknownClass, deciding.Priors, why, "Write a number for each class of the dataset,"}
	}
	if why := d.uncosted(c); why != "" {
		return lack{mistake.LacksFacts, host.ByCost(), why,
			"Write costs = [[0, 1, …], …] in the dataset block or choose another learner,"}
	}
	if why := d.treeless(c); why != "" {
		return lack{mistake.LacksFacts, "tree", why, inDataset + " Or"}
	}
	return lack{}
}

// checkLacks refuses reductions where the dataset lacks something, unless what cannot be run is to be
// skipped.
func checkLacks(p *Prepared) diagnostic.List {
	if p.Experiment.SkipIncompatible {
		return nil
	}
	var diags diagnostic.List
	reported := map[[2]string]bool{}
	for _, c := range p.Experiment.Combinations {
		d := p.dataset(c.Dataset)
		if c.Learner == nil || d == nil || c.Incompatible() != "" || d.unlike(c) != "" {
			continue
		}
		l, at := d.lacks(c), [2]string{c.Dataset.Block, c.Reduction.Block}
		if l.why == "" || reported[at] {
			continue
		}
		reported[at] = true
		diags = append(diags, c.Reduction.Errorf(l.code, []any{l.attribute}, wording.Capital(l.why),
			"%s %s", l.advice, apart))
	}
	return diags
}

// Incompatible says why a combination cannot be run, or is empty: what the
// experiment file alone tells, whether reduction and tuning are for the dataset's
// kind of target, whether it has what the reduction uses, and whether the learner takes its row
// weights.
func (p *Prepared) Incompatible(c experiment.Combination) string {
	d := p.dataset(c.Dataset)
	if d == nil {
		return c.Incompatible()
	}
	reason := d.lacks(c).why
	for _, l := range c.ColumnLearners() {
		if d.Table.Weights != nil && !takesWeights(l) {
			reason = fmt.Sprintf("learner %q takes no row weights, which dataset %q has", l.Name, c.Dataset.Name)
		}
	}
	return cmp.Or(c.Incompatible(), d.unlike(c), reason)
}
