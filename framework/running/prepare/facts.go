package prepare

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// tell notes in the target of a table what is known of its rows.
func tell(t *data.Table) {
	t.Target.Grouped, t.Target.Weighted = t.GroupOf != nil, t.Weights != nil
	t.Declared.Grouped, t.Declared.Weighted = t.Target.Grouped, t.Target.Weighted
}

// columnOf are the attributes of a dataset that name the columns of facts.
var columnOf = map[contract.RowFact]string{contract.RowGroups: "group", contract.RowWeights: "weights"}

// adviceOn says how a dataset comes by a fact.
func adviceOn(lack contract.RowFact) string {
	return fmt.Sprintf("Name the column that holds them in the dataset block: %s = \"…\".", columnOf[lack])
}

// checkFacts refuses metrics that need what some dataset does not say of its rows, unless
// what has no value is to be skipped.
func checkFacts(p *Prepared) diagnostic.List {
	if p.Experiment.SkipIncompatible {
		return nil
	}
	var diags diagnostic.List
	for i := range p.Experiment.Metrics {
		m := &p.Experiment.Metrics[i]
		var lack contract.RowFact
		var without []string // names of datasets
		for _, d := range p.Datasets {
			if of := m.Lacks(d.Table.Target); of != "" && (lack == "" || of == lack) {
				lack, without = of, append(without, d.Instance.Name)
			}
		}
		if lack != "" {
			diags = append(diags, m.Errorf(mistake.LacksFacts, nil, fmt.Sprintf("Metric %q needs %s", m.Name, lack),
				`Datasets whose rows have none: %s. %s Or write on_incompatible = "skip" in the experiment block, which makes it `+
					"NaN for them.", strings.Join(without, ", "), adviceOn(lack)))
		}
	}
	return diags
}
