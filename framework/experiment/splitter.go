package experiment

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
)

// splitter binds a validation block whose method is a plugin's. What bench obeys itself is
// in the configuration, and not shown to the plugin.
func (b *binder) splitter(block *hclsyntax.Block, c contract.Component, method contract.Param) (none Instance) {
	shown := c
	shown.Params = append(c.Params[:len(c.Params):len(c.Params)], contract.TrainSizes)
	attrs, ok := b.attributes(block, schema{what: describe(c), params: shown.Params}, method)
	if !ok {
		return none
	}
	theirs := lists.Filter(attrs, func(a attribute) bool { return a.name != contract.TrainSizes.Name })
	bound := b.validated(b.instances(block, c, c.Name, factorsOf(theirs)))
	if len(bound) == 0 {
		return none
	}
	i := bound[0]
	i.source.Values[method.Name] = block.Body.Attributes[method.Name].Expr
	values := i.Values()
	for _, a := range attrs {
		if a.name == contract.TrainSizes.Name {
			values[a.name], i.source.Values[a.name] = a.values[0], a.exprs[0]
		}
	}
	i.Config = contract.NewConfig(values)
	return i
}

// Own is the configuration of a splitter or an encoder as its plugin gets it.
func (i *Instance) Own() contract.Config {
	obeyed := contract.TrainSizes.Name
	if i.Component.Kind == contract.KindEncoder {
		obeyed = contract.FitFolds.Name
	}
	values := i.Values()
	delete(values, obeyed)
	return contract.NewConfig(values)
}
