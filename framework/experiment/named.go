package experiment

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// named decodes the blocks of a type, each of which has a name of its own.
func named[T any](b *binder, kind string, decode func(*hclsyntax.Block) (T, bool)) []T {
	var list []T
	first := map[string]*hclsyntax.Block{}
	for _, block := range b.file.of(kind) {
		name := block.Labels[0]
		good := b.checkName(name, block.LabelRanges[0])
		if before, again := first[name]; again {
			b.Errorf(block.LabelRanges[0], fmt.Sprintf("There is a second %s %q", kind, name), "The first is on line %d.",
				before.TypeRange.Start.Line)
			good = false
		} else {
			first[name] = block
		}
		if decoded, ok := decode(block); ok && good {
			list = append(list, decoded)
		}
	}
	return list
}
