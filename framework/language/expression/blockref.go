package expression

import (
	"reflect"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/syntax"
)

// referenceKinds are the roots of references to blocks.
var referenceKinds = []string{
	string(contract.KindDataset), string(contract.KindEncoder), string(contract.KindLearner),
	string(contract.KindReducer), string(contract.KindMetric),
}

// Block is the value of learner.lr: a block, with all its variants.
type Block struct{ Kind, Name string }

var ReferenceType = cty.Capsule("reference", reflect.TypeOf(Block{}))

// Reference returns a reference as an experiment file would write it.
func Reference(kind, name string) string {
	if hclsyntax.ValidIdentifier(name) {
		return kind + "." + name
	}
	return kind + "[" + syntax.Quote(name) + "]"
}
