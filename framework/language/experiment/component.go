package experiment

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/tuning"
)

// declare binds the blocks of a kind and makes their names known. Without a
// block, the type named by fallback stands in; it is an error if there is none.
func (b *binder) declare(kind contract.Kind, fallback string) []Instance {
	b.declared[kind] = map[string]*hclsyntax.Block{}
	var all []Instance
	var names []string
	for _, block := range b.file.of(string(kind)) {
		name, first := b.name(kind, block)
		if first {
			names = append(names, name)
		}
		b.label(kind, block, name)
		variants := b.bindBlock(kind, block, name)
		b.partial = b.partial || len(variants) == 0
		all = append(all, variants...)
	}
	if len(b.file.of(string(kind))) == 0 {
		all = b.standIn(kind, fallback)
		b.partial = b.partial || len(all) == 0
		if fallback != "" {
			names = []string{fallback}
		}
	}
	b.labelsApart(kind, names)
	b.Blocks.DefineBlocks(string(kind), names)
	return all
}

// name returns a block's name, and whether it is the first of that name; it
// reports one that is not, or that cannot be used.
func (b *binder) name(kind contract.Kind, block *hclsyntax.Block) (string, bool) {
	label := len(block.Labels) - 1
	name := cty.NormalizeString(block.Labels[label])
	b.CheckName(block.Labels[label], block.LabelRanges[label])
	if first, again := b.declared[kind][name]; again {
		b.Errorf(mistake.Duplicate, block.LabelRanges[label], fmt.Sprintf("There is a second %s %q", kind, name),
			"The first is on line %d. Names are unique per kind.", first.TypeRange.Start.Line)
		return name, false
	}
	b.declared[kind][name] = block
	return name, true
}

// bindBlock returns the variants of a block, or nil if it has mistakes.
func (b *binder) bindBlock(kind contract.Kind, block *hclsyntax.Block, name string) []Instance {
	c, ok := b.componentOf(kind, block)
	if !ok {
		return nil
	}
	s := blocks.Schema{What: blocks.Describe(c), Params: c.Params, Grids: kind != contract.KindDataset}
	set, good, ours := func(*Instance) {}, true, LabelParams() // what bench itself obeys
	var related []blocks.Attribute                             // what a dataset says of its classes
	switch kind {
	case contract.KindLearner:
		var l learnerBlock
		l, good = b.learner(block, c)
		set, ours = func(i *Instance) { i.Limits, i.Host = l.limits, l.host }, learnerParams()
	case contract.KindReducer:
		s.Params = slices.Concat(s.Params, ReductionParams())
	case contract.KindDataset:
		s.Blocks = []string{validationBlock, ClassesBlock}
		set, related, good = b.inDataset(block)
	}
	var tune *tuning.Block
	if s.Grids {
		s.Blocks = []string{"tune"}
		tune, ok = b.tuneOf(block, c)
		good = good && ok
	}
	attrs, ok := b.Attributes(block, s, ours...)
	if !ok || !good {
		return nil
	}
	factors, ok := b.Factors(block, attrs, s)
	if !ok {
		return nil
	}
	if tune != nil {
		variants := b.tuned(block, c, name, factors, tune, set)
		b.checkVariants(block, variants)
		return variants
	}
	return withAttributes(b.untuned(block, c, name, factors, set), related)
}

// untuned makes the variants of a block without a tune block, in the arguments of tuned.
func (b *binder) untuned(block *hclsyntax.Block, c contract.Component, name string, factors []blocks.Factor,
	ours func(*Instance)) []Instance {
	variants := b.instances(block, c, name, factors)
	for i := range variants {
		ours(&variants[i])
	}
	if c.Kind == contract.KindDataset {
		b.fetched(variants)
	}
	b.checkVariants(block, variants)
	return b.linked(b.validated(variants))
}

// componentOf returns the component that the first label of a block names.
func (b *binder) componentOf(kind contract.Kind, block *hclsyntax.Block) (contract.Component, bool) {
	typeName, at := datasetType, block.TypeRange
	if len(block.Labels) > 1 {
		typeName, at = block.Labels[0], block.LabelRanges[0]
	}
	c, ok := b.component(kind, typeName, at)
	return b.encodes(c), ok
}

// labelReduction binds what stands in on datasets whose rows have labels if no
// reduction block is written and some plugin offers it.
func (b *binder) labelReduction() {
	if b.exp.DefaultReduction = len(b.file.of(string(contract.KindReducer))) == 0; !b.exp.DefaultReduction {
		return
	}
	offered := func(c contract.Component) bool { return c.Kind == contract.KindReducer && c.Name == labelReduction }
	if !slices.ContainsFunc(b.catalog.Components, offered) {
		return
	}
	if standIn := b.standIn(contract.KindReducer, labelReduction); standIn != nil {
		b.exp.LabelReduction = &standIn[0]
	}
}
