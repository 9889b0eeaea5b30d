// Package tables decodes the blocks table, comparison and curve: what is shown of an
// experiment, once its datasets, encoders, learners and reductions are known.
package tables

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/results/plan"
)

// Reader decodes blocks that show an experiment.
type Reader struct {
	*blocks.Reader
	Members      map[contract.Kind][]*Member
	Combinations []Combination
	// Partial says that other blocks have mistakes, so that some members are not known:
	// nothing is reported about those that seem to be missing.
	Partial bool
	Choices Choices // of the tables that were decoded
}

// Member is a variant of a dataset, encoder, learner or reduction block.
type Member struct {
	Name, Block, Type string
	Params            []contract.Param
	Values            map[string]any // of the parameters
	Tuned             []string       // parameters whose value is that of a candidate
}

// Combination holds a member of each kind, in the order of axes.
type Combination [4]*Member

// Choices are the expressions of tables, by their names.
type Choices map[string]choice

// choice is the expression of a table, and what it can refer to besides the members of a
// combination.
type choice struct {
	text  *diagnostic.Text
	expr  hclsyntax.Expression
	scope *expression.Scope
}

// axes are the kinds that the rows and columns of a table can be, or settings of.
var axes = []string{
	string(contract.KindDataset), string(contract.KindEncoder), string(contract.KindLearner), string(contract.KindReducer),
}

// on returns the combination's member of a kind.
func (c Combination) on(kind string) *Member { return c[slices.Index(axes, kind)] }

// names are what plans call the combination.
func (c Combination) names() plan.Combination {
	return plan.Combination{Dataset: c[0].Name, Encoder: c[1].Name, Learner: c[2].Name, Reduction: c[3].Name}
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
	m := c.on(string(kind))
	switch setting {
	case "":
		var without []string
		for _, other := range average {
			if of, parameter := plan.SplitAxis(other); of == kind && parameter != "" {
				without = append(without, parameter)
			}
		}
		return plan.Rest(m.Name, without)
	case plan.BlockSetting:
		return plan.BlockOf(m.Name)
	case plan.TypeSetting:
		return m.Type
	}
	value, known := m.Values[setting]
	if !known || value == nil || slices.Contains(m.Tuned, setting) {
		return plan.NoValue
	}
	return plan.FormatValue(value)
}
