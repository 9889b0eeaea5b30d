package tables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/results/plan"
)

// axis decodes an attribute that lists axes where it is written. It returns its
// expression, nil if it is not written.
func (r *Reader) axis(block *hclsyntax.Block, name string, into *[]string) (hclsyntax.Expression, bool) {
	names, expr, ok := r.Texts(block, contract.Param{Name: name})
	if !ok || expr == nil {
		return nil, ok
	}
	if len(names) == 0 {
		r.Errorf(mistake.EmptyValue, expr.Range(), fmt.Sprintf("The list of %s is empty", name), "It can hold: %s.",
			wording.List(wording.Quoted(axes)))
		return nil, false
	}
	for i, axis := range names {
		ok = r.checkAxis(name, axis, expression.Locate(expr, []any{i})) && ok
	}
	*into = names
	return expr, ok
}

// checkAxis reports an axis that is neither a kind nor a setting of one. Where blocks have
// mistakes, not all settings are known and nothing is reported of them.
func (r *Reader) checkAxis(attribute, axis string, at hcl.Range) bool {
	kind, setting := plan.SplitAxis(axis)
	if !slices.Contains(axes, string(kind)) {
		r.Errorf(mistake.UnknownValue, at, fmt.Sprintf("Unknown value %q for %q", axis, attribute),
			"%s Or write a parameter of one, as in %q.",
			wording.Instead(string(kind), axes, "It can be one of"), "reduction.decoding")
		return false
	}
	if r.Partial || setting == "" && !strings.Contains(axis, ".") {
		return true
	}
	settings := r.settingsOf(kind)
	if slices.Contains(settings, setting) {
		return true
	}
	r.Errorf(mistake.BadTable, at, fmt.Sprintf("No %s has a parameter %q", kind, setting), "%s",
		wording.Instead(setting, settings, fmt.Sprintf("The %ss have", kind)))
	return false
}

// settingsOf lists what tables can have of a kind as axes.
func (r *Reader) settingsOf(kind contract.Kind) []string {
	names := []string{plan.BlockSetting, plan.TypeSetting}
	for _, m := range r.Members[kind] {
		for _, p := range m.Params {
			if !slices.Contains(names, p.Name) && p.Type != contract.LearnersType {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// disjoint reports an axis that a table names twice.
func (r *Reader) disjoint(block *hclsyntax.Block, table plan.Table, written ...hclsyntax.Expression) bool {
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
		r.Errorf(mistake.Duplicate, at, fmt.Sprintf("The table names %q twice", name),
			"It has the rows %s and the columns %s%s. Each can be in one of them, once.",
			wording.List(wording.Quoted(table.Rows)), wording.List(wording.Quoted(table.Columns)), over)
		return false
	}
	return true
}

// curveKinds are the kinds of blocks whose numbers curves can be over.
var curveKinds = []contract.Kind{contract.KindEncoder, contract.KindLearner, contract.KindReducer}

// averageOf decodes the parameters whose variants a block of some type averages over. It
// returns their expression, nil if they are not written.
func (r *Reader) averageOf(block *hclsyntax.Block, what string, into *[]string) (hclsyntax.Expression, bool) {
	expr, good := r.axis(block, "average", into)
	for i, axis := range *into {
		kind, parameter := plan.SplitAxis(axis)
		isParameter := !slices.Contains([]string{plan.BlockSetting, plan.TypeSetting, ""}, parameter)
		if !slices.Contains(curveKinds, kind) || !isParameter {
			r.Errorf(mistake.BadTable, expression.Locate(expr, []any{i}),
				"This must be a parameter of encoders, learners or reductions",
				"%s averages over variants that differ in one, as in average = %q.", what, "reduction.draw")
			good = false
		}
	}
	return expr, good
}
