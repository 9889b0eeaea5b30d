package report

import (
	"cmp"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/table"
)

// calledMethods finds the names of datasets and methods by what they are read as.
type calledMethods struct{ datasets, named map[string]string }

// methodNames are those of the methods of a plan, averaged over parameters.
func methodNames(p *plan.Plan, average []string) calledMethods {
	m := calledMethods{map[string]string{}, map[string]string{}}
	axes := p.DefaultColumns()
	known := map[plan.Combination]bool{}
	for _, c := range p.Cells {
		if known[c.Combination] {
			continue
		}
		known[c.Combination] = true
		named := c
		named.Combination = p.NamedAs(c.Combination)
		m.datasets[c.Dataset] = named.Dataset
		m.named[table.AveragedLabel(score.Row{Cell: &c}, axes, average)] =
			table.AveragedLabel(score.Row{Cell: &named}, axes, average)
	}
	return m
}

// shown is what a method of a name is read as.
func (m calledMethods) shown(name string) string {
	for shown, other := range m.named {
		if other == name {
			return shown
		}
	}
	return name
}

// name is the name of what is read as a dataset or method, and anything else itself.
func (m calledMethods) name(shown string) string {
	return cmp.Or(m.named[shown], m.datasets[shown], shown)
}
