package experiment

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/tables"
	"github.com/manyclass/bench/framework/results/plan"
)

// show decodes the blocks of what is shown.
func (b *binder) show() {
	members, combinations := b.exp.members()
	r := &tables.Reader{Reader: b.Reader, Members: members, Combinations: combinations, Partial: b.partial}
	first := map[string]*hclsyntax.Block{}
	for _, block := range b.file.of("table") {
		good := b.checkTableName(block)
		good = b.First(first, block) && good
		good = b.checkFilesFree(block) && good
		if table, ok := r.Table(block); ok && good {
			b.exp.Tables = append(b.exp.Tables, table)
		}
	}
	b.exp.choices = r.Choices
	b.exp.Comparisons = blocks.Each(b.Reader, b.file.of("comparison"), r.Comparison)
	b.exp.Curves = blocks.Each(b.Reader, b.file.of("curve"), r.Curve)
}

// checkTableName reports a name that cannot be that of files.
func (b *binder) checkTableName(block *hclsyntax.Block) bool {
	if !b.CheckName(block.Labels[0], block.LabelRanges[0]) {
		return false
	}
	if !isFolderName(block.Labels[0]) {
		b.Errorf(mistake.BadName, block.LabelRanges[0], fmt.Sprintf("The name %q cannot be used", block.Labels[0]),
			"The table is written to files of this name.")
		return false
	}
	return true
}

// checkFilesFree reports a name that a metric has which is a table of its own:
// both would be written to the same files.
func (b *binder) checkFilesFree(block *hclsyntax.Block) bool {
	for _, m := range b.exp.Metrics {
		if m.IsTable() && m.Name == block.Labels[0] {
			b.Errorf(mistake.Duplicate, block.LabelRanges[0], fmt.Sprintf("The name %q is taken", m.Name),
				"The metric of this name is written to tables/%s.*. Give the table another name.", m.Name)
			return false
		}
	}
	return true
}

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
			b.List = append(b.List, m.Errorf(mistake.Duplicate, nil,
				fmt.Sprintf("Metrics %q and %q have the same files", before, m.Name),
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
			b.Errorf(mistake.Duplicate, block.LabelRanges[0],
				fmt.Sprintf("Tables %q and %q have the same files", before, t.Name),
				"Both would be written to tables/%s.*. Give this one another name.", plan.FileName(t.Name))
		case isMetric && of != t.Metric:
			b.Errorf(mistake.Duplicate, block.LabelRanges[0], fmt.Sprintf("The name %q is taken", t.Name),
				"The files tables/%s.* are those of metric %q, and this table is of metric %q. Give it another name, for "+
					"example %q.",
				plan.FileName(of), of, t.Metric, b.freeName(t.Metric))
		case len(t.Name) > plan.LongestFileName:
			b.Errorf(mistake.BadName, block.LabelRanges[0], "The name of the table is too long",
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
