package experiment

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/experiment/typed"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/wording"
)

// tableRows and tableColumns are what rows and columns are by default.
var tableRows, tableColumns = []string{"dataset"}, []string{"learner", "reduction"}

// tableParams are the attributes of a table block that are decoded by their types alone.
var tableParams = append([]contract.Param{
	{Name: "missing", Type: "string", OneOf: []string{"drop", "worst"},
		Doc: "What becomes of a row with a hole: it is left out (the default), or has the worst rank there."},
	{Name: "correction", Type: "string", OneOf: []string{"none", "holm"}, Default: "none",
		Doc: "How the p-values of the marks of a row are adjusted for their number."},
}, printParams...)

// tableRoots are those that are decoded otherwise: references, and text or a list of it.
var tableRoots = []contract.Param{
	{Name: "metric", Type: "any", Required: true,
		Doc: "Reference to a metric that is a number, or one for each class: metric.NAME."},
	{Name: "rows", Type: "any", OneOf: tableAxes, Default: tableRows,
		Doc: "What the rows are, one of these or a list of them, or of their parameters: reduction.decoding."},
	{Name: "columns", Type: "any", OneOf: tableAxes, Default: tableColumns,
		Doc: "What the columns are, likewise."},
	{Name: "average", Type: "any", OneOf: tableAxes,
		Doc: "What is averaged over, likewise: entries are means over its members, with their deviation. By default " +
			"entries are means over folds."},
	{Name: "where", Type: "any",
		Doc: "An expression that is true of what the table is of, for example dataset.classes > 3; by default all."},
	{Name: "baseline", Type: "any",
		Doc: "The column that the others are tested against, for example \"lr/ova\", or a list of such columns."},
}

// TableParams are the attributes of a table block.
func TableParams() []contract.Param { return slices.Concat(tableRoots, tableParams) }

// tables decodes the table blocks.
func (b *binder) tables() {
	first := map[string]*hclsyntax.Block{}
	for _, block := range b.file.of("table") {
		name := block.Labels[0]
		good := b.checkTableName(block)
		if before, again := first[name]; again {
			b.Errorf(block.LabelRanges[0], fmt.Sprintf("There is a second table %q", name), "The first is on line %d.",
				before.TypeRange.Start.Line)
			good = false
		} else {
			first[name] = block
		}
		if !b.checkFilesFree(block) {
			good = false
		}
		if table, ok := b.table(block); ok && good {
			b.exp.Tables = append(b.exp.Tables, table)
		}
	}
}

// checkTableName reports a name that cannot be that of files.
func (b *binder) checkTableName(block *hclsyntax.Block) bool {
	if !b.checkName(block.Labels[0], block.LabelRanges[0]) {
		return false
	}
	if !isFolderName(block.Labels[0]) {
		b.Errorf(block.LabelRanges[0], fmt.Sprintf("The name %q cannot be used", block.Labels[0]),
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
			b.Errorf(block.LabelRanges[0], fmt.Sprintf("The name %q is taken", m.Name),
				"The metric of this name is written to tables/%s.*. Give the table another name.", m.Name)
			return false
		}
	}
	return true
}

// table decodes one table block.
func (b *binder) table(block *hclsyntax.Block) (plan.Table, bool) {
	table := plan.Table{Name: block.Labels[0], Rows: slices.Clone(tableRows), Columns: slices.Clone(tableColumns)}
	attrs, good := b.attributes(block, schema{what: "table", params: tableParams}, optional(tableRoots)...)
	rows, rowsGood := b.tableAxis(block, "rows", &table.Rows)
	columns, columnsGood := b.tableAxis(block, "columns", &table.Columns)
	average, averageGood := b.tableAxis(block, "average", &table.Average)
	good = good && rowsGood && columnsGood && averageGood
	if rowsGood && columnsGood && averageGood && !b.disjoint(block, table, rows, columns, average) {
		return table, false
	}
	m := b.tableMetric(block)
	if m == nil {
		return table, false
	}
	table.Metric = m.Name
	chosen, whereGood := b.tableWhere(block, &table)
	good = b.print(attrs, &table.Print) && good && whereGood
	for _, attr := range attrs {
		switch value, _ := attr.values[0].(string); attr.name {
		case "missing":
			table.Missing = value
		case "correction":
			if value != "none" {
				table.Correction = value
			}
		}
	}
	return table, whereGood && b.tableBaselines(block, &table, chosen) && good
}

// optional are parameters of which none must be written, since that is looked for where
// they are decoded.
func optional(params []contract.Param) []contract.Param {
	return lists.Map(params, func(p contract.Param) contract.Param { return contract.Param{Name: p.Name} })
}

// tableBaselines decodes the columns that others are tested against. Where blocks have
// mistakes, not all columns are known and nothing is reported.
func (b *binder) tableBaselines(block *hclsyntax.Block, table *plan.Table, of []Combination) bool {
	names, expr, good := b.texts(block, contract.Param{Name: "baseline"})
	if !good || expr == nil {
		return good
	}
	columns := columnsOf(of, table.Columns, table.Average)
	for i, name := range names {
		at := expression.Locate(expr, []any{i})
		switch {
		case slices.Contains(names[:i], name):
			b.Errorf(at, fmt.Sprintf("The list holds %q twice", name), "Each column is tested against a baseline once.")
			good = false
		case !b.partial && !slices.Contains(columns, name):
			b.Errorf(at, fmt.Sprintf("The table has no column %q", name), "%s",
				wording.Instead(name, columns, "Its columns are"))
			good = false
		}
	}
	if len(names) == 0 {
		b.Errorf(expr.Range(), "The list of baselines is empty", "Leave the attribute out for a table without marks.")
		return false
	}
	if table.Baseline = names[0]; len(names) > 1 {
		table.Baselines = names
	}
	return good
}

// tableMetric resolves the metric of a table, which must be a number, or one
// for each class.
func (b *binder) tableMetric(block *hclsyntax.Block) *Metric {
	written, ok := block.Body.Attributes["metric"]
	if !ok {
		b.Errorf(block.DefRange(), `Attribute "metric" is missing`, "Write for example metric = metric.accuracy.")
		return nil
	}
	m := b.findMetric(written.Expr)
	if m != nil && m.IsTable() {
		b.Errorf(written.Expr.Range(), fmt.Sprintf("Metric %q is no number", m.Name),
			"It is a table of its own, which is always written to tables/%s.*. Refer to a metric that is a number.", m.Name)
		return nil
	}
	return m
}

// texts decodes an attribute that is text or a list of text. Its expression is nil if it
// is not written, or null.
func (b *binder) texts(block *hclsyntax.Block, param contract.Param) ([]string, hclsyntax.Expression, bool) {
	written, ok := block.Body.Attributes[param.Name]
	if !ok {
		return nil, nil, true
	}
	v, ok := expression.Evaluate(&b.Remarks, written.Expr, b.scope)
	if !ok || !v.IsKnown() {
		return nil, nil, false
	}
	if v.IsNull() {
		return nil, nil, true
	}
	param.Type = "list(string)"
	if !typed.IsSequence(v.Type()) {
		param.Type = "string"
	}
	t, _ := typed.Type(param)
	decoded, ok := b.decode(v, param, t, written.Expr, typed.Hints{})
	if !ok {
		return nil, nil, false
	}
	if one, single := decoded.(string); single {
		return []string{one}, written.Expr, true
	}
	return lists.Map(decoded.([]any), func(element any) string { return element.(string) }), written.Expr, true
}

// columns are the names that a table with these axes has for its columns.
func (b *binder) columns(axes []string) []string { return columnsOf(b.exp.Combinations, axes, nil) }
