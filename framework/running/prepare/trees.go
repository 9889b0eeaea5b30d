package prepare

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/framework/contract/hierarchy"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
)

// inDataset says where a dataset has its tree.
const inDataset = "Write classes { tree = { … } } in its block. " + hierarchy.Help

// checkTrees looks for metrics by the tree of the classes where datasets have none. Where some
// dataset has one the others are a warning.
func checkTrees(p *Prepared) diagnostic.List {
	var diags diagnostic.List
	for i := range p.Experiment.Metrics {
		m := &p.Experiment.Metrics[i]
		var lacking []string // names of datasets
		fitting := false
		for _, d := range p.Datasets {
			switch t := d.Table.Target; {
			case t.MultiLabel: // said of the metric itself
			case m.Placed(t):
				fitting = true
			default:
				lacking = append(lacking, d.Instance.Name)
			}
		}
		switch {
		case lacking == nil:
		case fitting:
			diags = append(diags, m.Diagnostic(contract.As(mistake.DoubtfulMetric).Warningf(nil,
				fmt.Sprintf("Not all datasets have the tree of classes for metric %q", m.Name),
				"It is NaN, with status skipped, for: %s.", strings.Join(lacking, ", "))))
		default:
			diags = append(diags, m.Errorf(mistake.LacksFacts, nil,
				fmt.Sprintf("Metric %q has no tree of classes", m.Name),
				"No dataset has one: %s. %s", strings.Join(lacking, ", "), inDataset))
		}
	}
	return diags
}

// usesTree returns the first of a reduction's candidates that uses the tree of the dataset, or nil.
func usesTree(reduction *experiment.Instance) *experiment.Instance {
	for _, candidate := range reduction.Trained() {
		if candidate.Capabilities.Has(contract.UsesTree) {
			return candidate
		}
	}
	return nil
}

// treeless says that a combination's reduction uses the tree of the classes of a dataset without
// one, or is empty.
func (d *Dataset) treeless(c experiment.Combination) string {
	if d.Table.Target.MultiLabel || d.Table.Target.Tree != nil || usesTree(c.Reduction) == nil {
		return ""
	}
	return fmt.Sprintf("reduction %q uses the tree of classes, and dataset %q has none", c.Reduction.Name, c.Dataset.Name)
}

// related distinguishes what a cell needs to know of the classes of its dataset, their costs and
// their tree, from that of another dataset with the same rows; it is empty where there is none.
func (l *lister) related(dataset *experiment.Instance, i plan.Identity) string {
	if i.Costs == "" && i.Tree == "" {
		return ""
	}
	own := l.dataset(dataset).Table
	for _, d := range l.Datasets {
		t := d.Table.Target
		if d.Table.SHA256 == own.SHA256 && (t.Tree.Digest() != own.Target.Tree.Digest() ||
			cost.Matrix(t.Costs).Digest() != cost.Matrix(own.Target.Costs).Digest()) {
			return fmt.Sprint(" ", i.Costs, " ", i.Tree)
		}
	}
	return ""
}
