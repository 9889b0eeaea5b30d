package syntax

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// AttributesOf returns the attributes of a body in file order.
func AttributesOf(body *hclsyntax.Body) []*hclsyntax.Attribute {
	return slices.SortedFunc(maps.Values(body.Attributes), func(a, b *hclsyntax.Attribute) int {
		return cmp.Compare(a.NameRange.Start.Byte, b.NameRange.Start.Byte)
	})
}

// UnknownAttribute reports an attribute that a block does not take.
func UnknownAttribute(r *diagnostic.Remarks, attr *hclsyntax.Attribute, block string, names []string) {
	r.Errorf(mistake.UnknownAttribute, attr.NameRange, fmt.Sprintf("Unknown attribute %q", attr.Name), "%s",
		wording.Instead(attr.Name, names, "The attributes of "+block+" are"))
}

// UnknownBlock reports a block within a block that does not take it.
func UnknownBlock(r *diagnostic.Remarks, inner *hclsyntax.Block, block string, names []string) {
	r.Errorf(mistake.UnknownBlock, inner.TypeRange, fmt.Sprintf("Unknown block %q", inner.Type), "%s",
		wording.Instead(inner.Type, names, "The blocks within "+block+" are"))
}

// NestedBlocks reports every block within a block that takes none.
func NestedBlocks(r *diagnostic.Remarks, body *hclsyntax.Body, block string) {
	for _, inner := range body.Blocks {
		r.Errorf(mistake.UnknownBlock, inner.TypeRange, fmt.Sprintf("Unknown block %q", inner.Type),
			"%s takes no blocks.", wording.Capital(block))
	}
}
