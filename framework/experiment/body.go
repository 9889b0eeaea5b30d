package experiment

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/wording"
)

// attributesOf returns the attributes of a body in file order.
func attributesOf(body *hclsyntax.Body) []*hclsyntax.Attribute {
	attrs := make([]*hclsyntax.Attribute, 0, len(body.Attributes))
	for _, attr := range body.Attributes {
		attrs = append(attrs, attr)
	}
	slices.SortFunc(attrs, func(a, b *hclsyntax.Attribute) int {
		return cmp.Compare(a.NameRange.Start.Byte, b.NameRange.Start.Byte)
	})
	return attrs
}

// unknownAttribute reports an attribute that a block does not take.
func (r *remarks) unknownAttribute(attr *hclsyntax.Attribute, block string, names []string) {
	r.errorf(attr.NameRange, fmt.Sprintf("Unknown attribute %q", attr.Name), "%s",
		wording.Instead(attr.Name, names, "The attributes of "+block+" are"))
}

// unknownBlock reports a block within a block that does not take it.
func (r *remarks) unknownBlock(inner *hclsyntax.Block, block string, names []string) {
	r.errorf(inner.TypeRange, fmt.Sprintf("Unknown block %q", inner.Type), "%s",
		wording.Instead(inner.Type, names, "The blocks within "+block+" are"))
}

// nestedBlocks reports every block within a block that takes none.
func (r *remarks) nestedBlocks(body *hclsyntax.Body, block string) {
	for _, inner := range body.Blocks {
		r.errorf(inner.TypeRange, fmt.Sprintf("Unknown block %q", inner.Type), "%s takes no blocks.", wording.Capital(block))
	}
}
