package prepare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
)

// checkMetrics looks for metrics that count classes which the datasets have not,
// or that count every row of a dataset as right.
func checkMetrics(p *Prepared) diagnostic.List {
	var diags diagnostic.List
	var partial grouped.By[string, []*experiment.Metric] // by the datasets that lack their classes
	for i := range p.Experiment.Metrics {
		m := &p.Experiment.Metrics[i]
		var without, certain, unlike []string // names of datasets
		for _, d := range p.Datasets {
			classes := d.Table.Target.Occurring().Names
			switch {
			case !m.Suits(d.Table.Target.MultiLabel):
				unlike = append(unlike, d.Instance.Name)
			case !m.Fits(classes):
				without = append(without, d.Instance.Name)
			case m.Type == "top_k" && m.TopK() >= len(m.Of(classes)):
				certain = append(certain, d.Instance.Name)
			}
		}
		if len(unlike) > 0 && !p.Experiment.SkipIncompatible {
			diags = append(diags, unsuited(m, unlike))
		}
		if len(without) > 0 && len(without) == len(p.Datasets) {
			diags = append(diags, lackedClasses(p, m)...)
		} else if len(without) > 0 {
			unfit := partial.At(strings.Join(without, ", "))
			*unfit = append(*unfit, m)
		}
		if len(certain) > 0 {
			diags = append(diags, m.Diagnostic(contract.As(mistake.DoubtfulMetric).Warningf([]any{"k"},
				fmt.Sprintf("Metric %q is always 1", m.Name),
				"There are no more than k = %d classes in: %s.", m.TopK(), strings.Join(certain, ", "))))
		}
	}
	return append(diags, unfitting(&partial)...)
}

// nameMetric writes down what the values of a plugin's metric depend on. Learners that are
// tuned by the metric share what is said of it.
func (p *Prepared) nameMetric(m experiment.Metric, plugins Plugins) {
	if m.Plugin == nil {
		return
	}
	origin := plugins.Origin(contract.KindMetric, m.Type).With(m.Runtimes)
	m.Plugin.Part = p.Plan.AddPart(plan.Part{Kind: contract.KindMetric, Type: m.Type, Config: m.Config, Plugin: &origin})
}

// unsuited is the error on a metric that has no value for the kind of target of
// some datasets.
func unsuited(m *experiment.Metric, datasets []string) diagnostic.Diagnostic {
	multiLabel := !m.MultiLabel()
	advice := "Choose a metric for classes, for example accuracy or f1"
	if multiLabel {
		advice = "Choose a metric for labels, for example hamming_loss, subset_accuracy or f1"
	}
	return m.Errorf(mistake.WrongTarget, nil, fmt.Sprintf("Metric %q has no value where rows have %s", m.Name,
		target.KindOf(multiLabel)),
		`Datasets that have %s: %s. %s, or write on_incompatible = "skip" in the experiment block, which makes it NaN `+
			"for them.", target.KindOf(multiLabel), strings.Join(datasets, ", "), advice)
}

// mostNamed is how many metrics a warning names.
const mostNamed = 5

// unfitting returns a warning for each set of datasets that metrics do not fit.
func unfitting(metrics *grouped.By[string, []*experiment.Metric]) diagnostic.List {
	var diags diagnostic.List
	for datasets, list := range metrics.All() {
		of := *list
		summary := fmt.Sprintf("Not all datasets have the classes of metric %q", of[0].Name)
		detail := "It is NaN, with status skipped, for: " + datasets + "."
		if len(of) > 1 {
			summary = fmt.Sprintf("Not all datasets have the classes of %d metrics", len(of))
			names := lists.Map(of, func(m *experiment.Metric) string { return m.Name })
			detail = fmt.Sprintf("They are NaN, with status skipped, for: %s. They are: %s.", datasets,
				wording.First(names, mostNamed))
		}
		diags = append(diags, of[0].Diagnostic(contract.As(mistake.DoubtfulMetric).Warningf([]any{"classes"},
			summary, "%s", detail)))
	}
	return diags
}

// lackedClasses returns an error for every dataset and label that it lacks.
func lackedClasses(p *Prepared, m *experiment.Metric) diagnostic.List {
	var diags diagnostic.List
	for _, d := range p.Datasets {
		classes := d.Table.Target.Occurring().Names
		for i, label := range m.Restriction() {
			if !slices.Contains(classes, label) {
				diags = append(diags, m.LacksClass(i, d.Instance.Name, classes))
			}
		}
	}
	return diags
}
