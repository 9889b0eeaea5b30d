package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/experiment/typed"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/wording"
)

// tableAxes are what the rows and columns of a table can be.
var tableAxes = []string{
	string(contract.KindDataset), string(contract.KindEncoder), string(contract.KindLearner), string(contract.KindReducer),
}

// tableRows and tableColumns are what rows and columns are by default.
var tableRows, tableColumns = []string{"dataset"}, []string{"learner", "reduction"}

// tableParams are the attributes of a table block, but for rows and columns,
// which are text or a list, and the metric, which is a reference.
var tableParams = []contract.Param{
	{Name: "baseline", Type: "string",
		Doc: "The column that the others are tested against, for example \"lr/ova\"."},
	{Name: "missing", Type: "string", OneOf: []string{"drop", "worst"},
		Doc: "What becomes of a row with a hole: it is left out (the default), or has the worst rank there."},
}

// TableParams are the attributes of a table block.
func TableParams() []contract.Param {
	return append([]contract.Param{
		{Name: "metric", Type: "any", Required: true,
			Doc: "Reference to a metric that is a number, or one for each class: metric.NAME."},
		{Name: "rows", Type: "any", OneOf: tableAxes, Default: tableRows,
			Doc: "What the rows are, one of these or a list of them."},
		{Name: "columns", Type: "any", OneOf: tableAxes, Default: tableColumns,
			Doc: "What the columns are, likewise."},
	}, tableParams...)
}

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
	attrs, good := b.attributes(block, schema{what: "table", params: tableParams},
		contract.Param{Name: "metric"}, contract.Param{Name: "rows"}, contract.Param{Name: "columns"})
	rows, rowsGood := b.tableAxis(block, "rows", &table.Rows)
	columns, columnsGood := b.tableAxis(block, "columns", &table.Columns)
	good = good && rowsGood && columnsGood
	if rowsGood && columnsGood && !b.disjoint(block, table, rows, columns) {
		return table, false
	}
	m := b.tableMetric(block)
	if m == nil {
		return table, false
	}
	table.Metric = m.Name
	for _, attr := range attrs {
		value, ok := attr.values[0].(string)
		switch {
		case !ok || !good:
		case attr.name == "missing":
			table.Missing = value
		case attr.name == "baseline":
			table.Baseline = value
			good = b.checkBaseline(table, attr.exprs[0])
		}
	}
	return table, good
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

// tableAxis decodes rows or columns, text or a list of text, where it is
// written. It returns its expression, nil if it is not written.
func (b *binder) tableAxis(block *hclsyntax.Block, name string, into *[]string) (hclsyntax.Expression, bool) {
	written, ok := block.Body.Attributes[name]
	if !ok {
		return nil, true
	}
	v, ok := expression.Evaluate(&b.Remarks, written.Expr, b.scope)
	if !ok || !v.IsKnown() {
		return nil, false
	}
	if v.IsNull() {
		return nil, true
	}
	param := contract.Param{Name: name, Type: "list(string)", OneOf: tableAxes}
	if !typed.IsSequence(v.Type()) {
		param.Type = "string"
	}
	t, _ := typed.Type(param)
	decoded, ok := b.decode(v, param, t, written.Expr)
	if !ok {
		return nil, false
	}
	var names []string
	if one, single := decoded.(string); single {
		names = []string{one}
	} else {
		for _, element := range decoded.([]any) {
			names = append(names, element.(string))
		}
	}
	if len(names) == 0 {
		b.Errorf(written.Expr.Range(), fmt.Sprintf("The list of %s is empty", name), "It can hold: %s.",
			wording.List(wording.Quoted(tableAxes)))
		return nil, false
	}
	*into = names
	return written.Expr, true
}

// disjoint reports an axis that a table names twice.
func (b *binder) disjoint(block *hclsyntax.Block, table plan.Table, rows, columns hclsyntax.Expression) bool {
	at := block.DefRange()
	if columns != nil {
		at = columns.Range()
	} else if rows != nil {
		at = rows.Range()
	}
	all := slices.Concat(table.Rows, table.Columns)
	for i, name := range all {
		if slices.Contains(all[:i], name) {
			b.Errorf(at, fmt.Sprintf("The table names %q twice", name),
				"It has the rows %s and the columns %s. Each can stand in one of them, once.",
				wording.List(wording.Quoted(table.Rows)), wording.List(wording.Quoted(table.Columns)))
			return false
		}
	}
	return true
}

// checkBaseline reports a baseline that is no column. Where blocks have
// mistakes, not all columns are known and nothing is reported.
func (b *binder) checkBaseline(table plan.Table, at hclsyntax.Expression) bool {
	if b.partial {
		return true
	}
	columns := b.columns(table.Columns)
	if slices.Contains(columns, table.Baseline) {
		return true
	}
	b.Errorf(at.Range(), fmt.Sprintf("The table has no column %q", table.Baseline), "%s",
		wording.Instead(table.Baseline, columns, "Its columns are"))
	return false
}

// columns are the names that a table with these axes has for its columns.
func (b *binder) columns(axes []string) []string {
	var columns []string
	seen := map[string]bool{}
	for _, c := range b.exp.Combinations {
		parts := lists.Map(axes, func(kind string) string { return c.on(contract.Kind(kind)).Name })
		column := strings.Join(parts, "/")
		if !seen[column] {
			seen[column] = true
			columns = append(columns, column)
		}
	}
	return columns
}
