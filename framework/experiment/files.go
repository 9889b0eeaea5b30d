package experiment

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/plan"
)

// longestFolder is how many bytes the name of a folder has at most.
const longestFolder = 255

// checkFiles reports metrics and tables that would be written to the files of
// others. The files of a metric's name are its own, also where a table block
// shows it under another name: which names are free does not depend on what
// else is asked for.
func (b *binder) checkFiles() {
	metrics := map[string]string{} // by key of their files
	for i := range b.exp.Metrics {
		m := &b.exp.Metrics[i]
		before, taken := metrics[plan.FileKey(m.Name)]
		if !taken {
			metrics[plan.FileKey(m.Name)] = m.Name
		} else if before != m.Name {
			b.List = append(b.List, m.Errorf(nil, fmt.Sprintf("Metrics %q and %q have the same files", before, m.Name),
				"Both would be written to tables/%s.*. Give this one another name with the attribute name.", plan.FileName(m.Name)))
		}
	}
	tables := map[string]string{}
	for _, t := range b.exp.Tables {
		block, key := b.tableBlock(t.Name), plan.FileKey(t.Name)
		of, isMetric := metrics[key]
		before, taken := tables[key]
		switch {
		case taken:
			b.Errorf(block.LabelRanges[0], fmt.Sprintf("Tables %q and %q have the same files", before, t.Name),
				"Both would be written to tables/%s.*. Give this one another name.", plan.FileName(t.Name))
		case isMetric && of != t.Metric:
			b.Errorf(block.LabelRanges[0], fmt.Sprintf("The name %q is taken", t.Name),
				"The files tables/%s.* are those of metric %q, and this table is of metric %q. Give it another name, for "+
					"example %q.",
				plan.FileName(of), of, t.Metric, b.freeName(t.Metric))
		case len(t.Name) > plan.LongestFileName:
			b.Errorf(block.LabelRanges[0], "The name of the table is too long",
				"It has %d bytes, and names of its files at most %d.", len(t.Name), plan.LongestFileName)
		}
		tables[key] = t.Name
	}
}

// freeName returns a name for a table of a metric that no table block has.
func (b *binder) freeName(metric string) string {
	name := plan.FileName(metric)
	for n := 2; b.tableBlock(name) != nil; n++ {
		name = fmt.Sprintf("%s_%d", plan.FileName(metric), n)
	}
	return name
}

// tableBlock returns the first table block of a name, nil if there is none.
func (b *binder) tableBlock(name string) *hclsyntax.Block {
	for _, block := range b.file.of("table") {
		if block.Labels[0] == name {
			return block
		}
	}
	return nil
}
