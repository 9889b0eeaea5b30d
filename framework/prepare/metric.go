package prepare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
)

// checkMetrics looks for metrics that count classes which the datasets have not,
// or that count every row of a dataset as right.
func checkMetrics(p *Prepared) experiment.Diagnostics {
	var diags experiment.Diagnostics
	for i := range p.Experiment.Metrics {
		m := &p.Experiment.Metrics[i]
		var without, certain []string // names of datasets
		for _, d := range p.Datasets {
			classes := occurring(d)
			switch {
			case !m.Fits(classes):
				without = append(without, d.Instance.Name)
			case m.Type == "top_k" && m.TopK() >= len(m.Of(classes)):
				certain = append(certain, d.Instance.Name)
			}
		}
		if len(without) > 0 && len(without) == len(p.Datasets) {
			diags = append(diags, lackedClasses(p, m)...)
		} else if len(without) > 0 {
			diags = append(diags, m.Diagnostic(contract.Warningf([]any{"classes"}, fmt.Sprintf("Not all datasets have the classes of metric %q", m.Name),
				"It is NaN, with status skipped, for: %s.", strings.Join(without, ", "))))
		}
		if len(certain) > 0 {
			diags = append(diags, m.Diagnostic(contract.Warningf([]any{"k"}, fmt.Sprintf("Metric %q is always 1", m.Name),
				"There are no more than k = %d classes in: %s.", m.TopK(), strings.Join(certain, ", "))))
		}
	}
	return diags
}

// lackedClasses returns an error for every dataset and label that it lacks.
func lackedClasses(p *Prepared, m *experiment.Metric) experiment.Diagnostics {
	var diags experiment.Diagnostics
	for _, d := range p.Datasets {
		classes := occurring(d)
		for i, label := range m.Restriction() {
			if !slices.Contains(classes, label) {
				diags = append(diags, m.LacksClass(i, d.Instance.Name, classes))
			}
		}
	}
	return diags
}

// occurring lists the classes of a dataset that have rows, in class order.
func occurring(d *Dataset) []string {
	var classes []string
	for k, label := range d.Table.Classes {
		if d.Table.Counts[k] > 0 {
			classes = append(classes, label)
		}
	}
	return classes
}
