package experiment

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
)

// validation binds the validation block of the file, or what stands in for it.
func (b *binder) validation() {
	blocks := b.file.of(validationBlock)
	if len(blocks) == 0 {
		if standIn := b.standIn(contract.KindValidation, DefaultValidation); standIn != nil {
			b.exp.Validation = standIn[0]
		}
		return
	}
	b.exp.Validation = b.validationOf(blocks[0])
	inherits := func(d Instance) bool { return d.Validation == nil }
	if len(b.exp.Datasets) > 0 && !b.partial && !slices.ContainsFunc(b.exp.Datasets, inherits) {
		b.Warnf(mistake.UnusedBlock, blocks[0].DefRange(), "No dataset is divided by this validation",
			"Each dataset has a validation of its own. Remove the block.")
	}
}

// validationOf binds a validation block. The instance has no component if there are
// mistakes.
func (b *binder) validationOf(block *hclsyntax.Block) (none Instance) {
	method := contract.Param{Name: "method", Type: "string"}
	name, at := DefaultValidation, block.DefRange()
	if written, ok := block.Body.Attributes[method.Name]; ok {
		attr, ok := b.Attribute(written, method, blocks.Schema{What: validationBlock})
		if !ok {
			return none
		}
		if attr.Values != nil {
			name, at = attr.Values[0].(string), written.Expr.Range()
		}
	}
	c, ok := b.component(contract.KindValidation, name, at)
	if !ok {
		return none
	}
	if b.offered(c) {
		return b.splitter(block, c, method)
	}
	attrs, ok := b.Attributes(block, blocks.Schema{What: blocks.Describe(c), Params: c.Params}, method)
	if !ok {
		return none
	}
	if bound := b.validated(b.instances(block, c, c.Name, blocks.FactorsOf(attrs))); len(bound) > 0 {
		return bound[0]
	}
	return none
}

// splitter binds a validation block whose method is a plugin's. What bench obeys itself is
// in the configuration, and not shown to the plugin.
func (b *binder) splitter(block *hclsyntax.Block, c contract.Component, method contract.Param) (none Instance) {
	shown := c
	shown.Params = append(c.Params[:len(c.Params):len(c.Params)], contract.TrainSizes)
	attrs, ok := b.Attributes(block, blocks.Schema{What: blocks.Describe(c), Params: shown.Params}, method)
	if !ok {
		return none
	}
	theirs := lists.Filter(attrs, func(a blocks.Attribute) bool { return a.Name != contract.TrainSizes.Name })
	bound := b.validated(b.instances(block, c, c.Name, blocks.FactorsOf(theirs)))
	if len(bound) == 0 {
		return none
	}
	i := bound[0]
	i.source.Values[method.Name] = block.Body.Attributes[method.Name].Expr
	values := i.Values()
	for _, a := range attrs {
		if a.Name == contract.TrainSizes.Name {
			values[a.Name], i.source.Values[a.Name] = a.Values[0], a.Exprs[0]
		}
	}
	i.Config = contract.NewConfig(values)
	return i
}

// foldsOfTask is the validation block that a task of OpenML stands for.
func foldsOfTask(dataset *hclsyntax.Block) *hclsyntax.Block {
	at := dataset.Body.Attributes["openml_task"].Range()
	method := &hclsyntax.Attribute{Name: "method", SrcRange: at, NameRange: at, EqualsRange: at,
		Expr: &hclsyntax.LiteralValueExpr{Val: cty.StringVal("predefined"), SrcRange: at}}
	return &hclsyntax.Block{Type: validationBlock, TypeRange: at, OpenBraceRange: at, CloseBraceRange: at,
		Body: &hclsyntax.Body{Attributes: hclsyntax.Attributes{method.Name: method}, SrcRange: at, EndRange: at}}
}

// ownValidation binds the validation block within a dataset block, which replaces the
// file's for this dataset; nil without one.
func (b *binder) ownValidation(dataset *hclsyntax.Block) *Instance {
	own, _ := b.Inner(dataset, validationBlock, "A dataset is divided in one way.")
	if own == nil && dataset.Body.Attributes["openml_task"] != nil {
		own = foldsOfTask(dataset)
	}
	if own == nil {
		return nil
	}
	validation := b.validationOf(own)
	return &validation
}
