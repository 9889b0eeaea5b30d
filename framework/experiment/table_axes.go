package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/wording"
)

// tableAxes are the kinds that the rows and columns of a table can be, or settings of.
var tableAxes = []string{
	string(contract.KindDataset), string(contract.KindEncoder), string(contract.KindLearner), string(contract.KindReducer),
}

// tableAxis decodes an attribute that lists axes where it is written. It returns its
// expression, nil if it is not written.
func (b *binder) tableAxis(block *hclsyntax.Block, name string, into *[]string) (hclsyntax.Expression, bool) {
	names, expr, ok := b.texts(block, contract.Param{Name: name})
	if !ok || expr == nil {
		return nil, ok
	}
	if len(names) == 0 {
		b.Errorf(expr.Range(), fmt.Sprintf("The list of %s is empty", name), "It can hold: %s.",
			wording.List(wording.Quoted(tableAxes)))
		return nil, false
	}
	for i, axis := range names {
		ok = b.checkAxis(name, axis, expression.Locate(expr, []any{i})) && ok
	}
	*into = names
	return expr, ok
}

// checkAxis reports an axis that is neither a kind nor a setting of one. Where blocks have
// mistakes, not all settings are known and nothing is reported of them.
func (b *binder) checkAxis(attribute, axis string, at hcl.Range) bool {
	kind, setting := plan.SplitAxis(axis)
	if !slices.Contains(tableAxes, string(kind)) {
		b.Errorf(at, fmt.Sprintf("Unknown value %q for %q", axis, attribute), "%s Or write a parameter of one, as in %q.",
			wording.Instead(string(kind), tableAxes, "It can be one of"), "reduction.decoding")
		return false
	}
	if b.partial || setting == "" && !strings.Contains(axis, ".") {
		return true
	}
	settings := b.settingsOf(kind)
	if slices.Contains(settings, setting) {
		return true
	}
	b.Errorf(at, fmt.Sprintf("No %s has a parameter %q", kind, setting), "%s",
		wording.Instead(setting, settings, fmt.Sprintf("The %ss have", kind)))
	return false
}

// settingsOf lists what tables can have of a kind as axes.
func (b *binder) settingsOf(kind contract.Kind) []string {
	names := []string{plan.BlockSetting, plan.TypeSetting}
	for _, i := range b.instancesOf(kind) {
		for _, p := range append(slices.Clone(i.Component.Params), obeyedOf(kind)...) {
			if !slices.Contains(names, p.Name) && p.Type != contract.LearnersType {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// disjoint reports an axis that a table names twice.
func (b *binder) disjoint(block *hclsyntax.Block, table plan.Table, written ...hclsyntax.Expression) bool {
	at := block.DefRange()
	for _, expr := range written {
		if expr != nil {
			at = expr.Range()
		}
	}
	all := slices.Concat(table.Rows, table.Columns, table.Average)
	for i, name := range all {
		if !slices.Contains(all[:i], name) {
			continue
		}
		over := ""
		if len(table.Average) > 0 {
			over = ", and averages over " + wording.List(wording.Quoted(table.Average))
		}
		b.Errorf(at, fmt.Sprintf("The table names %q twice", name),
			"It has the rows %s and the columns %s%s. Each can stand in one of them, once.",
			wording.List(wording.Quoted(table.Rows)), wording.List(wording.Quoted(table.Columns)), over)
		return false
	}
	return true
}

// columnsOf are the names that a table of some combinations has for its columns, if it
// averages over other axes.
func columnsOf(combinations []Combination, axes, average []string) []string {
	var columns []string
	seen := map[string]bool{}
	for _, c := range combinations {
		parts := lists.Map(axes, func(axis string) string { return c.member(axis, average) })
		column := strings.Join(parts, "/")
		if !seen[column] {
			seen[column] = true
			columns = append(columns, column)
		}
	}
	return columns
}

// member is where a combination is on an axis of a table that averages over others.
func (c Combination) member(axis string, average []string) string {
	kind, setting := plan.SplitAxis(axis)
	i := c.on(kind)
	switch setting {
	case "":
		var without []string
		for _, other := range average {
			if of, parameter := plan.SplitAxis(other); of == kind && parameter != "" {
				without = append(without, parameter)
			}
		}
		return plan.Rest(i.Name, without)
	case plan.BlockSetting:
		return plan.BlockOf(i.Name)
	case plan.TypeSetting:
		return i.Component.Name
	}
	values := i.Values()
	if kind == contract.KindReducer {
		i.Host.Sensitive.written(values)
	}
	value, known := values[setting]
	if !known || value == nil || i.Host.Tune != nil && slices.Contains(i.Host.Tune.Parameters, setting) {
		return plan.NoValue
	}
	return plan.FormatValue(value)
}
