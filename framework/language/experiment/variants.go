package experiment

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/expression"
)

// instances returns the variants of a block: every combination of the options of its
// factors, the first varying slowest.
func (b *binder) instances(block *hclsyntax.Block, c contract.Component, name string,
	factors []blocks.Factor) []Instance {
	total := blocks.CountCombinations(factors, expression.MaxVariants)
	if total > expression.MaxVariants {
		b.Errorf(mistake.TooLarge, block.DefRange(), "The block has too many variants",
			"There are more than %d. Split or shorten its grids.", expression.MaxVariants)
		return nil
	}
	variants := make([]Instance, total)
	for v := range variants {
		variants[v] = b.instance(block, c, name, blocks.Combination(factors, v))
	}
	return variants
}

// instance is the variant of a block with some settings.
func (b *binder) instance(block *hclsyntax.Block, c contract.Component, name string,
	settings []blocks.Setting) Instance {
	values := defaults(c)
	src := expression.Source{Text: b.Text, Header: block.DefRange(), Values: map[string]hclsyntax.Expression{}}
	for _, s := range settings {
		values[s.Name], src.Values[s.Name] = s.Value, s.Expr
	}
	i := Instance{Name: name, Block: name, Component: c, Capabilities: c.Capabilities, source: src}
	if varied := blocks.VariantName(settings); varied != "" {
		i.Name += "[" + varied + "]"
	}
	b.resolvePaths(c, values)
	i.Config = contract.NewConfig(values)
	if c.Kind == contract.KindReducer {
		i.obey()
	}
	return i
}

// dataAttributes are the attributes of a dataset that name its rows.
var dataAttributes = []string{"file", "test_file"}

// resolvePaths makes the files that a component's attributes name absolute.
func (b *binder) resolvePaths(c contract.Component, values map[string]any) {
	for _, p := range c.Params {
		if path, ok := values[p.Name].(string); ok && path != "" && p.Type == contract.PathType {
			values[p.Name] = b.Files.Resolve(path, slices.Contains(dataAttributes, p.Name))
		}
	}
}

// obey takes the attributes that bench obeys out of the configuration of a reduction.
func (i *Instance) obey() {
	values := i.Values()
	i.Host.Take(values)
	if written, ok := values[blocks.ColumnsName].(map[string]any); ok {
		i.columns = map[string]string{}
		for column, name := range written {
			i.columns[column], _ = name.(string)
		}
	}
	for _, p := range ReductionParams() {
		delete(values, p.Name)
	}
	i.Config = contract.NewConfig(values)
}
