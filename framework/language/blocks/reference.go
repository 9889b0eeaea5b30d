package blocks

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/typed"
)

// Reference resolves an expression that must be one reference of a kind.
func (r *Reader) Reference(expr hclsyntax.Expression, kind string) (string, bool) {
	if name, is := r.bareName(expr); is {
		r.Errorf(mistake.NotAReference, expr.Range(),
			fmt.Sprintf("This must be a reference to %s", wording.A(kind)), "%s",
			r.instead(kind, name, "."))
		return "", false
	}
	v, ok := expression.Evaluate(&r.Remarks, expr, r.Blocks)
	if !ok || !v.IsKnown() {
		return "", false
	}
	return r.referenceValue(v, kind, expr.Range())
}

// References resolves an expression that must be a list of references of a
// kind. It reports every element that is not.
func (r *Reader) References(expr hclsyntax.Expression, kind string) ([]string, bool) {
	if list, ok := expression.Bare(expr).(*hclsyntax.TupleConsExpr); ok && len(list.Exprs) > 0 {
		return r.listed(list.Exprs, kind)
	}
	if name, is := r.bareName(expr); is {
		r.notListed(expr.Range(), kind, name)
		return nil, false
	}
	v, ok := expression.Evaluate(&r.Remarks, expr, r.Blocks)
	if !ok || !v.IsKnown() {
		return nil, false
	}
	if v.IsNull() || !typed.IsSequence(v.Type()) || v.LengthInt() == 0 {
		r.notListed(expr.Range(), kind, "")
		return nil, false
	}
	var names []string
	good := true
	for _, element := range v.AsValueSlice() {
		name, ok := r.referenceValue(element, kind, expr.Range())
		names = append(names, name)
		good = good && ok
	}
	return names, good
}

// notListed reports what stands in the place of a list of references, perhaps a
// name.
func (r *Reader) notListed(at hcl.Range, kind, name string) {
	example := kind + ".NAME"
	if slices.Contains(r.Blocks.Names[kind], name) {
		example = expression.Reference(kind, name)
	}
	r.Errorf(mistake.NotAReference, at, fmt.Sprintf("This must be a list of references to %s", wording.A(kind)),
		"Write for example [%s]. Leave the attribute out for all of them.", example)
}

// bareName returns the word that an expression consists of, if it is one word
// that no reference can be.
func (r *Reader) bareName(expr hclsyntax.Expression) (string, bool) {
	word, ok := expression.Bare(expr).(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(word.Traversal) != 1 {
		return "", false
	}
	_, root := r.Blocks.Names[word.Traversal.RootName()]
	return word.Traversal.RootName(), !root
}

// instead says how a block is referred to of which only the name is written.
// The sentence ends with end.
func (r *Reader) instead(kind, name, end string) string {
	names := r.Blocks.Names[kind]
	if slices.Contains(names, name) {
		return fmt.Sprintf("Write %s%s", expression.Reference(kind, name), end)
	}
	return fmt.Sprintf("Write %s.NAME%s %s", kind, end, wording.Instead(name, names, "There are"))
}

// listed resolves references that are written one by one.
func (r *Reader) listed(exprs []hclsyntax.Expression, kind string) ([]string, bool) {
	var names []string
	good := true
	for _, expr := range exprs {
		name, ok := r.Reference(expr, kind)
		names = append(names, name)
		good = good && ok
	}
	return names, good
}

// referenceValue returns the name that a value refers to.
func (r *Reader) referenceValue(v cty.Value, kind string, at hcl.Range) (string, bool) {
	if !v.IsKnown() {
		return "", false
	}
	if v.IsNull() || v.Type() != expression.ReferenceType {
		detail := fmt.Sprintf("Write %s.NAME, without quotes.", kind)
		if !v.IsNull() && v.Type() == cty.String {
			detail = r.instead(kind, cty.NormalizeString(v.AsString()), ", without quotes.")
		}
		r.Errorf(mistake.NotAReference, at, fmt.Sprintf("This must be a reference to %s", wording.A(kind)),
			"%s", detail)
		return "", false
	}
	ref := v.EncapsulatedValue().(*expression.Block)
	if ref.Kind != kind {
		r.Errorf(mistake.NotAReference, at, fmt.Sprintf("This must be a reference to %s", wording.A(kind)),
			"%s.%s refers to %s.", ref.Kind,
			ref.Name, wording.A(ref.Kind))
		return "", false
	}
	return ref.Name, true
}
