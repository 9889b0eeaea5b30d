package experiment

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/experiment/typed"
	"github.com/manyclass/bench/framework/wording"
)

// reference resolves an expression that must be one reference of a kind.
func (b *binder) reference(expr hclsyntax.Expression, kind string) (string, bool) {
	if name, is := b.bareName(expr); is {
		b.Errorf(expr.Range(), fmt.Sprintf("This must be a reference to %s", wording.A(kind)), "%s",
			b.instead(kind, name, "."))
		return "", false
	}
	v, ok := expression.Evaluate(&b.Remarks, expr, b.blocks)
	if !ok || !v.IsKnown() {
		return "", false
	}
	return b.referenceValue(v, kind, expr.Range())
}

// references resolves an expression that must be a list of references of a
// kind. It reports every element that is not.
func (b *binder) references(expr hclsyntax.Expression, kind string) ([]string, bool) {
	if list, ok := expression.Bare(expr).(*hclsyntax.TupleConsExpr); ok && len(list.Exprs) > 0 {
		return b.listed(list.Exprs, kind)
	}
	if name, is := b.bareName(expr); is {
		b.notListed(expr.Range(), kind, name)
		return nil, false
	}
	v, ok := expression.Evaluate(&b.Remarks, expr, b.blocks)
	if !ok || !v.IsKnown() {
		return nil, false
	}
	if v.IsNull() || !typed.IsSequence(v.Type()) || v.LengthInt() == 0 {
		b.notListed(expr.Range(), kind, "")
		return nil, false
	}
	var names []string
	good := true
	for _, element := range v.AsValueSlice() {
		name, ok := b.referenceValue(element, kind, expr.Range())
		names = append(names, name)
		good = good && ok
	}
	return names, good
}

// notListed reports what stands in the place of a list of references, perhaps a
// name.
func (b *binder) notListed(at hcl.Range, kind, name string) {
	example := kind + ".NAME"
	if slices.Contains(b.blocks.Names[kind], name) {
		example = expression.Reference(kind, name)
	}
	b.Errorf(at, fmt.Sprintf("This must be a list of references to %s", wording.A(kind)),
		"Write for example [%s]. Leave the attribute out for all of them.", example)
}

// bareName returns the word that an expression consists of, if it is one word
// that no reference can be.
func (b *binder) bareName(expr hclsyntax.Expression) (string, bool) {
	word, ok := expression.Bare(expr).(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(word.Traversal) != 1 {
		return "", false
	}
	_, root := b.blocks.Names[word.Traversal.RootName()]
	return word.Traversal.RootName(), !root
}

// instead says how a block is referred to of which only the name is written.
// The sentence ends with end.
func (b *binder) instead(kind, name, end string) string {
	names := b.blocks.Names[kind]
	if slices.Contains(names, name) {
		return fmt.Sprintf("Write %s%s", expression.Reference(kind, name), end)
	}
	return fmt.Sprintf("Write %s.NAME%s %s", kind, end, wording.Instead(name, names, "There are"))
}

// listed resolves references that are written one by one.
func (b *binder) listed(exprs []hclsyntax.Expression, kind string) ([]string, bool) {
	var names []string
	good := true
	for _, expr := range exprs {
		name, ok := b.reference(expr, kind)
		names = append(names, name)
		good = good && ok
	}
	return names, good
}

// referenceValue returns the name that a value refers to.
func (b *binder) referenceValue(v cty.Value, kind string, at hcl.Range) (string, bool) {
	if !v.IsKnown() {
		return "", false
	}
	if v.IsNull() || v.Type() != expression.ReferenceType {
		detail := fmt.Sprintf("Write %s.NAME, without quotes.", kind)
		if !v.IsNull() && v.Type() == cty.String {
			detail = b.instead(kind, cty.NormalizeString(v.AsString()), ", without quotes.")
		}
		b.Errorf(at, fmt.Sprintf("This must be a reference to %s", wording.A(kind)), "%s", detail)
		return "", false
	}
	ref := v.EncapsulatedValue().(*expression.Block)
	if ref.Kind != kind {
		b.Errorf(at, fmt.Sprintf("This must be a reference to %s", wording.A(kind)), "%s.%s refers to %s.", ref.Kind,
			ref.Name, wording.A(ref.Kind))
		return "", false
	}
	return ref.Name, true
}
