package prepare

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
)

// weigh keeps row weights in the plan, so that metrics that count by them can be computed
// without the data. It does so whatever metrics there are: folders of others may be merged.
func (p *Prepared) weigh() {
	for _, d := range p.Datasets {
		if d.Table.Weights == nil {
			continue
		}
		if p.Plan.Weights == nil {
			p.Plan.Weights = map[string][]float64{}
		}
		p.Plan.Weights[d.Instance.Name] = d.Table.Weights
	}
}

// checkSampleWeights looks for metrics that count rows by weights where no dataset has any.
// Where some have, those without are a warning.
func checkSampleWeights(p *Prepared) diagnostic.List {
	weighing := lists.Filter(p.Experiment.Metrics, func(m experiment.Metric) bool { return m.Weighs() })
	var lacking []string // names of datasets
	for _, d := range p.Datasets {
		if d.Table.Weights == nil {
			lacking = append(lacking, d.Instance.Name)
		}
	}
	if len(lacking) == 0 || len(weighing) == 0 {
		return nil
	}
	path := []any{"sample_weight"}
	if len(lacking) < len(p.Datasets) {
		names := lists.Map(weighing, func(m experiment.Metric) string { return m.Name })
		return diagnostic.List{weighing[0].Diagnostic(contract.As(mistake.DoubtfulMetric).Warningf(path,
			"Not all datasets have row weights",
			"Rows count alike, whatever sample_weight says, in: %s. The metrics with it are: %s.", strings.Join(lacking, ", "),
			wording.First(names, mostNamed)))}
	}
	return lists.Map(weighing, func(m experiment.Metric) diagnostic.Diagnostic {
		return m.Errorf(mistake.LacksFacts, path, fmt.Sprintf("Metric %q has no weights to count rows by", m.Name),
			`Name their column in the dataset block, weights = "…", or leave sample_weight out. Datasets without weights: %s.`,
			strings.Join(lacking, ", "))
	})
}
