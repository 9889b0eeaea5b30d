package prepare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
)

// checkCosts looks for metrics whose costs are not of the classes of the datasets, or
// that have none. Where some dataset has what it takes the others are a warning.
func checkCosts(p *Prepared) diagnostic.List {
	var diags diagnostic.List
	for i := range p.Experiment.Metrics {
		m := &p.Experiment.Metrics[i]
		var found []contract.Diagnostic
		var lacking []string // names of datasets
		fitting := false
		for _, d := range p.Datasets {
			t := d.Table.Target
			switch {
			case t.MultiLabel: // said of the metric itself
			case m.Costed(t):
				fitting = true
			default:
				lacking = append(lacking, d.Instance.Name)
				_, err := m.CostsOf(t)
				if wrong := cost.Diagnostics(err); len(found) == 0 || wrong != nil && wrong[0].Summary != found[0].Summary {
					found = append(found, wrong...)
				}
			}
		}
		switch {
		case lacking == nil:
		case fitting:
			diags = append(diags, m.Diagnostic(contract.As(mistake.DoubtfulMetric).Warningf([]any{"costs"},
				fmt.Sprintf("Not all datasets have the costs of metric %q", m.Name),
				"It is NaN, with status skipped, for: %s.", strings.Join(lacking, ", "))))
		case len(found) > 0:
			for _, d := range found {
				diags = append(diags, m.Diagnostic(d))
			}
		default:
			diags = append(diags, m.Errorf(mistake.LacksFacts, nil,
				fmt.Sprintf("Metric %q has no costs to count", m.Name),
				"No dataset block has any. %s Datasets without: %s.", cost.Help, strings.Join(lacking, ", ")))
		}
	}
	return diags
}

// uncosted says what a combination lacks for what its reduction does by costs, or is
// empty.
func (d *Dataset) uncosted(c experiment.Combination) string {
	by := c.Reduction.Host.ByCost()
	switch costs := cost.Matrix(d.Table.Target.Costs); {
	case by == "":
		return ""
	case costs == nil:
		return fmt.Sprintf("reduction %q has %s = \"cost\", and dataset %q has no costs",
			c.Reduction.Name, by, c.Dataset.Name)
	case c.Reduction.Host.ClassWeight && !costs.Weighs():
		return fmt.Sprintf("reduction %q has class_weight = \"cost\", and of dataset %q some mistake costs no more "+
			"than being right", c.Reduction.Name, c.Dataset.Name)
	case c.Reduction.Host.ClassWeight:
		all := []*experiment.Instance{c.Learner}
		references := c.Reduction.References()
		for _, name := range slices.Sorted(maps.Keys(references)) {
			all = append(all, references[name])
		}
		for _, l := range all {
			if !takesWeights(l) {
				return fmt.Sprintf("learner %q takes no row weights, which class_weight = \"cost\" of reduction %q gives", l.Name,
					c.Reduction.Name)
			}
		}
	}
	return ""
}
