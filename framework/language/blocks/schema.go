package blocks

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
)

// Attribute is an attribute of a block, decoded: one value, or one for each
// argument of grid().
type Attribute struct {
	Name   string
	Values []any
	Exprs  []hclsyntax.Expression // where each value is written
	Varied bool
	Drawn  bool   // the values are random samples
	block  Schema // of the block that holds it, where that is known
}

// Schema is what a block takes.
type Schema struct {
	What   string // "learner \"svm\"", for messages
	Params []contract.Param
	Grids  bool     // grid() may be used
	Blocks []string // types of the blocks within it, which the caller decodes
	// Elsewhere are the types of other blocks, by attributes that are theirs and are sought here.
	Elsewhere map[string]string
}

// GridAttribute lists combinations of values, in a block and in its tune block.
const GridAttribute = "grid"

// names are those of the attributes.
func names(params []contract.Param) (all []string) {
	for _, p := range params {
		all = append(all, p.Name)
	}
	return all
}

// docOr is the parameter's description, or a sentence in its place.
func docOr(p contract.Param, sentence string) string {
	if p.Doc == "" {
		return sentence
	}
	return fmt.Sprintf("%s: %s", p.Name, p.Doc)
}

// triedIn reports whether the tune block within a block sets an attribute, or may, by a listed
// grid.
func triedIn(block *hclsyntax.Block, name string) bool {
	return slices.ContainsFunc(block.Body.Blocks, func(inner *hclsyntax.Block) bool {
		_, tried := inner.Body.Attributes[name]
		_, listed := inner.Body.Attributes[GridAttribute]
		return inner.Type == "tune" && (tried || listed)
	})
}

// Describe names a component for messages: learner "svm", or dataset.
func Describe(c contract.Component) string {
	if c.Kind == contract.KindDataset {
		return string(c.Kind)
	}
	return fmt.Sprintf("%s %q", c.Kind, c.Name)
}
