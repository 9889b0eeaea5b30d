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

// inner returns the block of a type within a block, nil without one, and whether its form
// is right: there is no second one, and it has no name. Help says what to do with a second.
func (b *binder) inner(around *hclsyntax.Block, kind, help string) (block *hclsyntax.Block, good bool) {
	good = true
	for _, inner := range around.Body.Blocks {
		switch {
		case inner.Type != kind:
		case block != nil:
			b.Errorf(inner.DefRange(), fmt.Sprintf("There is a second %s block", kind), "The first is on line %d. %s",
				block.TypeRange.Start.Line, help)
			good = false
		default:
			block = inner
		}
	}
	if block != nil && len(block.Labels) > 0 {
		b.Errorf(block.LabelRanges[0], fmt.Sprintf("A %s block has no name", kind), "Take %q out.", block.Labels[0])
		good = false
	}
	return block, good
}
