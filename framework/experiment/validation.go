package experiment

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
)

// validationBlock is the block that says how rows are divided, of the file or within a
// dataset.
const validationBlock = "validation"

// validation binds the validation block of the file, or what stands in for it.
func (b *binder) validation() {
	blocks := b.file.of(validationBlock)
	if len(blocks) == 0 {
		if standIn := b.standIn(contract.KindValidation, defaultValidation); standIn != nil {
			b.exp.Validation = standIn[0]
		}
		return
	}
	b.exp.Validation = b.validationOf(blocks[0])
	inherits := func(d Instance) bool { return d.Validation == nil }
	if len(b.exp.Datasets) > 0 && !b.partial && !slices.ContainsFunc(b.exp.Datasets, inherits) {
		b.Warnf(blocks[0].DefRange(), "No dataset is divided by this validation",
			"Each dataset has a validation of its own. Take the block out.")
	}
}

// validationOf binds a validation block. The instance has no component if there are
// mistakes.
func (b *binder) validationOf(block *hclsyntax.Block) (none Instance) {
	method := contract.Param{Name: "method", Type: "string"}
	name, at := defaultValidation, block.DefRange()
	if written, ok := block.Body.Attributes[method.Name]; ok {
		attr, ok := b.attribute(written, method, schema{what: validationBlock})
		if !ok {
			return none
		}
		if attr.values != nil {
			name, at = attr.values[0].(string), written.Expr.Range()
		}
	}
	c, ok := b.component(contract.KindValidation, name, at)
	if !ok {
		return none
	}
	if b.offered(c) {
		return b.splitter(block, c, method)
	}
	attrs, ok := b.attributes(block, schema{what: describe(c), params: c.Params}, method)
	if !ok {
		return none
	}
	if bound := b.validated(b.instances(block, c, c.Name, factorsOf(attrs))); len(bound) > 0 {
		return bound[0]
	}
	return none
}

// ownValidation binds the validation block within a dataset block, which replaces the
// file's for this dataset; nil without one.
func (b *binder) ownValidation(dataset *hclsyntax.Block) *Instance {
	own, _ := b.inner(dataset, validationBlock, "A dataset is divided in one way.")
	if own == nil {
		return nil
	}
	validation := b.validationOf(own)
	return &validation
}
