package tables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/results/plan"
)

// defaultRows and defaultColumns are what rows and columns are by default.
var defaultRows, defaultColumns = []string{"dataset"}, []string{"learner", "reduction"}

// ownParams are the attributes of a table block that are decoded by their types alone.
var ownParams = append([]contract.Param{
	{Name: "missing", Type: "string", OneOf: []string{"drop", "worst"},
		Doc: "How to treat a row with a missing entry: it is left out (the default), or the entry has the worst rank."},
	{Name: "correction", Type: "string", OneOf: []string{"none", "holm"}, Default: "none",
		Doc: "How the p-values of the marks of a row are adjusted for their number."},
}, printParams...)

// references are those that are decoded otherwise: references, and text or a list of it.
var references = []contract.Param{
	{Name: "metric", Type: "any", Required: true,
		Doc: "Reference to a metric that is a number, or one for each class: metric.NAME."},
	{Name: "rows", Type: "any", OneOf: axes, Default: defaultRows,
		Doc: "What the rows are, one of these or a list of them, or of their parameters: reduction.decoding."},
	{Name: "columns", Type: "any", OneOf: axes, Default: defaultColumns,
		Doc: "What the columns are, likewise."},
	{Name: "average", Type: "any", OneOf: axes,
		Doc: "What is averaged over, likewise: entries are means over its members, with their deviation. By default " +
			"entries are means over folds."},
	{Name: "where", Type: "any",
		Doc: "An expression that is true of what the table is of, for example dataset.classes > 3; by default all."},
	{Name: "baseline", Type: "any",
		Doc: "The column that the others are tested against, for example \"lr/ova\", or a list of such columns."},
}

// Params are the attributes of a table block.
func Params() []contract.Param { return slices.Concat(references, ownParams) }

// Table decodes one table block.
func (r *Reader) Table(block *hclsyntax.Block) (plan.Table, bool) {
	table := plan.Table{Name: block.Labels[0], Rows: slices.Clone(defaultRows), Columns: slices.Clone(defaultColumns)}
	attrs, good := r.Attributes(block, blocks.Schema{What: "table", Params: ownParams}, optional(references)...)
	rows, rowsGood := r.axis(block, "rows", &table.Rows)
	columns, columnsGood := r.axis(block, "columns", &table.Columns)
	average, averageGood := r.axis(block, "average", &table.Average)
	good = good && rowsGood && columnsGood && averageGood
	if rowsGood && columnsGood && averageGood && !r.disjoint(block, table, rows, columns, average) {
		return table, false
	}
	m := r.metric(block)
	if m == nil {
		return table, false
	}
	table.Metric = m.Name
	chosen, whereGood := r.where(block, &table)
	good = r.print(attrs, &table.Print) && good && whereGood
	for _, attr := range attrs {
		switch value, _ := attr.Values[0].(string); attr.Name {
		case "missing":
			table.Missing = value
		case "correction":
			if value != "none" {
				table.Correction = value
			}
		}
	}
	good = r.allowsInterval(attrs, m) && good
	return table, whereGood && r.baselines(block, &table, chosen) && good
}

// allowsInterval reports an interval of shares of rows that is asked of another metric.
func (r *Reader) allowsInterval(attrs []blocks.Attribute, m *metric.Spec) bool {
	for _, attr := range attrs {
		value, _ := attr.Values[0].(string)
		if attr.Name == "confidence" && strings.HasPrefix(value, "wald") && !m.CountsHits() {
			r.Errorf(mistake.UnsuitedMetric, attr.Exprs[0].Range(),
				fmt.Sprintf("Metric %q has no interval of this kind", m.Name),
				"It is for the share of rows that are predicted right or wrong, accuracy or error. Write "+
					`confidence = "corrected".`)
			return false
		}
	}
	return true
}

// optional are parameters of which none must be written, since that is looked for where
// they are decoded.
func optional(params []contract.Param) []contract.Param {
	return lists.Map(params, func(p contract.Param) contract.Param { return contract.Param{Name: p.Name} })
}

// baselines decodes the columns that others are tested against. Where blocks have
// mistakes, not all columns are known and nothing is reported.
func (r *Reader) baselines(block *hclsyntax.Block, table *plan.Table, of []Combination) bool {
	names, expr, good := r.Texts(block, contract.Param{Name: "baseline"})
	if !good || expr == nil {
		return good
	}
	columns := columnsOf(of, table.Columns, table.Average)
	for i, name := range names {
		at := expression.Locate(expr, []any{i})
		switch {
		case slices.Contains(names[:i], name):
			r.Errorf(mistake.Duplicate, at, fmt.Sprintf("The list holds %q twice", name),
				"Each column is tested against a baseline once.")
			good = false
		case !r.Partial && !slices.Contains(columns, name):
			r.Errorf(mistake.BadTable, at, fmt.Sprintf("The table has no column %q", name), "%s",
				wording.Instead(name, columns, "Its columns are"))
			good = false
		}
	}
	if len(names) == 0 {
		r.Errorf(mistake.EmptyValue, expr.Range(), "The list of baselines is empty",
			"Leave the attribute out for a table without marks.")
		return false
	}
	if table.Baseline = names[0]; len(names) > 1 {
		table.Baselines = names
	}
	return good
}

// metric resolves the metric of a table, which must be a number, or one
// for each class.
func (r *Reader) metric(block *hclsyntax.Block) *metric.Spec {
	written, ok := block.Body.Attributes["metric"]
	if !ok {
		r.Errorf(mistake.Missing, block.DefRange(), `Attribute "metric" is missing`,
			"Write for example metric = metric.accuracy.")
		return nil
	}
	m := r.FindMetric(written.Expr)
	if m != nil && m.IsTable() {
		r.Errorf(mistake.UnsuitedMetric, written.Expr.Range(), fmt.Sprintf("Metric %q is not a number", m.Name),
			"It is a table of its own, which is always written to tables/%s.*. Refer to a metric that is a number.", m.Name)
		return nil
	}
	return m
}
