package experiment

import (
	"reflect"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
)

// referenceKinds are the roots of references to blocks.
var referenceKinds = []string{
	string(contract.KindDataset), string(contract.KindEncoder), string(contract.KindLearner),
	string(contract.KindReducer), string(contract.KindMetric),
}

// reference is the value of learner.lr: a block, with all its variants.
type reference struct{ kind, name string }

var referenceType = cty.Capsule("reference", reflect.TypeOf(reference{}))

// defineBlocks makes the names of the blocks of a kind known to expressions.
func (s *scope) defineBlocks(kind string, names []string) {
	values := map[string]cty.Value{}
	for _, name := range names {
		values[name] = cty.CapsuleVal(referenceType, &reference{kind: kind, name: name})
	}
	s.define(kind, names, values)
}

// written returns a reference as an experiment file would write it.
func written(kind, name string) string {
	if hclsyntax.ValidIdentifier(name) {
		return kind + "." + name
	}
	return kind + "[" + hclQuote(name) + "]"
}
