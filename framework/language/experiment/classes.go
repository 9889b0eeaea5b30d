package experiment

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
)

// ClassesBlock is the type of the block of a dataset that says how its classes are related.
const ClassesBlock = "classes"

// ClassesParams describes the attributes of the block classes of a dataset.
func ClassesParams() []contract.Param {
	return []contract.Param{{Name: "tree", Type: "any", Required: true, Doc: "A tree with the classes as its leaves: an " +
		"object has the parts of a node by their names, {} is a class, and a list has the classes of a node, or nodes " +
		"without a name as lists: tree = { animal = [\"cat\", \"dog\"], plant = { oak = {}, fir = {} } }. The root has no " +
		"name. A node may have a single part. Every class is in the tree once."}}
}

// inDataset binds the blocks within that of a dataset: what its instances are given, and the
// attributes of the block classes.
func (b *binder) inDataset(dataset *hclsyntax.Block) (set func(*Instance), related []blocks.Attribute, good bool) {
	own := b.ownValidation(dataset)
	related, good = b.classes(dataset)
	return func(i *Instance) { i.Validation = own }, related, good
}

// classes binds the block classes of a dataset.
func (b *binder) classes(dataset *hclsyntax.Block) ([]blocks.Attribute, bool) {
	block, good := b.Inner(dataset, ClassesBlock, "Join them.")
	if block == nil {
		return nil, good
	}
	attrs, ok := b.Attributes(block, blocks.Schema{What: "the classes block", Params: ClassesParams()})
	for _, a := range attrs {
		switch a.Values[0].(type) {
		case []any, map[string]any:
		default:
			b.Errorf(mistake.WrongType, a.Exprs[0].Range(), fmt.Sprintf("%s is neither an object nor a list", a.Name), "%s",
				ClassesParams()[0].Doc)
			ok = false
		}
	}
	return attrs, good && ok
}

// withAttributes adds attributes of a block within that of some instances to their
// configurations, which their component does not describe.
func withAttributes(instances []Instance, attrs []blocks.Attribute) []Instance {
	for n := range instances {
		i := &instances[n]
		values := i.Values()
		for _, a := range attrs {
			values[a.Name], i.source.Values[a.Name] = a.Values[0], a.Exprs[0]
		}
		if attrs != nil {
			i.Config = contract.NewConfig(values)
		}
	}
	return instances
}
