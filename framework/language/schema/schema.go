// Package schema says what may be written in each block of an experiment file, for editors.
package schema

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/outline"
	"github.com/manyclass/bench/framework/language/tables"
	"github.com/manyclass/bench/framework/language/tuning"
)

// Block is what a block takes.
type Block struct {
	Params []contract.Param
	Blocks []string // types of the blocks within it
}

// Of returns what a block of a file takes, given what the file can name. It is empty where that
// is not known: of types that nothing offers, and of blocks that take any name.
func Of(f *outline.File, b *outline.Block, components []contract.Component) Block {
	if b.Around == nil {
		return Block{Blocks: experiment.BlockNames()}
	}
	if b.Around.Around != nil {
		return within(f, b, components)
	}
	if params, ok := fixed[b.Type.Text]; ok {
		return Block{Params: params}
	}
	component, _ := Component(f, b, components)
	own := component.Params
	switch b.Type.Text {
	case "experiment":
		return Block{experiment.ExperimentParams(), []string{"conformal"}}
	case "bench":
		return Block{benchParams, []string{"required_plugins"}}
	case "executor":
		if params := experiment.ExecutorParams(b.Name()); params != nil {
			return Block{params, []string{"class"}}
		}
	case string(contract.KindDataset):
		return Block{slices.Concat(own, experiment.LabelParams()), []string{string(contract.KindValidation),
			experiment.ClassesBlock}}
	case string(contract.KindEncoder):
		return variants(own, experiment.LabelParams())
	case string(contract.KindLearner):
		return variants(own, experiment.HostParams(), experiment.LimitParams(), experiment.LabelParams())
	case string(contract.KindReducer):
		return variants(own, experiment.ReductionParams(), experiment.LabelParams())
	case string(contract.KindValidation):
		return Block{Params: slices.Concat(methods(components), own)}
	case string(contract.KindMetric):
		return Block{Params: append(slices.Clone(own), metricName)}
	}
	return Block{}
}

// fixed are the attributes of blocks that have no types and no blocks within them.
var fixed = map[string][]contract.Param{
	"variable":   variableParams,
	"suite":      suiteParams,
	"grid":       gridParams,
	"table":      tables.Params(),
	"comparison": tables.ComparisonParams(),
	"curve":      tables.CurveParams(),
}

// variants is what a block takes of which there may be variants.
func variants(params ...[]contract.Param) Block {
	return Block{append(slices.Concat(params...), gridAttribute), []string{"tune"}}
}

// within is what a block within another takes.
func within(f *outline.File, b *outline.Block, components []contract.Component) Block {
	switch b.Type.Text {
	case "tune":
		around, _ := Component(f, b.Around, components)
		tried := slices.DeleteFunc(slices.Clone(around.Params), func(p contract.Param) bool {
			return slices.ContainsFunc(tuning.Params(), func(own contract.Param) bool { return own.Name == p.Name })
		})
		return Block{slices.Concat(tuning.Params(), tried, []contract.Param{gridAttribute}), []string{"halving"}}
	case "halving":
		return Block{Params: tuning.HalvingParams()}
	case "conformal":
		return Block{Params: experiment.ConformalParams()}
	case "class":
		return Block{Params: experiment.ClassParams(b.Around.Name())}
	case experiment.ClassesBlock:
		return Block{Params: experiment.ClassesParams()}
	case string(contract.KindValidation):
		component, _ := Component(f, b, components)
		return Block{Params: slices.Concat(methods(components), component.Params)}
	}
	return Block{}
}

// Component returns the component that a block is of, if it is known.
func Component(f *outline.File, b *outline.Block, components []contract.Component) (contract.Component, bool) {
	name := string(contract.KindDataset)
	switch {
	case b.Type.Text == string(contract.KindValidation):
		if name = f.String(b.Attribute("method")).Text; name == "" {
			name = experiment.DefaultValidation
		}
	case b.Type.Text != name && len(b.Labels) > 0:
		name = b.Labels[0].Text
	}
	return Find(contract.Kind(b.Type.Text), name, components)
}

// Find returns a component by its name or a synonym.
func Find(kind contract.Kind, name string, components []contract.Component) (contract.Component, bool) {
	i := slices.IndexFunc(components, func(c contract.Component) bool {
		return c.Kind == kind && c.Name == experiment.CommonName(name)
	})
	if i < 0 {
		return contract.Component{}, false
	}
	return components[i], true
}

// Types are the names of the components of a kind.
func Types(kind contract.Kind, components []contract.Component) (names []string) {
	for _, c := range components {
		if c.Kind == kind {
			names = append(names, c.Name)
		}
	}
	return names
}

// methods is the attribute that names the method of a validation.
func methods(components []contract.Component) []contract.Param {
	return []contract.Param{{Name: "method", Type: "string", OneOf: Types(contract.KindValidation, components),
		Default: experiment.DefaultValidation, Doc: "How the rows are divided into training and test rows."}}
}

var gridAttribute = contract.Param{Name: blocks.GridAttribute, Type: "list(any)",
	Doc: "A list of objects: each is a combination of values, and a variant of the block."}
